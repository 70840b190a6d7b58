// SPDX-License-Identifier: Apache-2.0
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** The Secret that a SecretAggregate creates; the specification and the released type use three different fields. */
export const aggregateTarget = (object: KubeObject | undefined): string | undefined =>
  textAt(object, 'spec.target.name') ??
  textAt(object, 'spec.target.secretName') ??
  textAt(object, 'spec.targetSecretName')
