// SPDX-License-Identifier: Apache-2.0

import type { Link } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { groupOfKind } from './service.ts'

/** The service that a backend names: the service depends on it, and the backend may exist before the service. */
export function attachedTo(object: KubeObject, path: string, kind: string): readonly Link[] {
  const [name, { namespace }] = [textAt(object, path), object.metadata]
  if (!name || !namespace) return []
  const to = { where: 'here', group: groupOfKind(kind), kind, namespace, name } as const
  return [{ rel: 'owns', reverse: true, optional: true, path, to }]
}
