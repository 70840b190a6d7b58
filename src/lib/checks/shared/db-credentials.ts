// SPDX-License-Identifier: Apache-2.0

import { EXTERNAL_SECRET, GENERATOR, pathsOf, targetSecretName } from '../../kinds/external-secrets/sync.ts'
import { CONTROL_PLANE, refusals } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { CheckContext } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { Condition } from '../../model/object/conditions.ts'
import { listAt, textAt } from '../../model/object/fields.ts'

/** Credentials that a ControlPlane needs before it creates the database user of a service. */
export interface AwaitedCredentials {
  readonly controlPlane: GraphNode
  readonly condition: Condition
  readonly reader?: GraphNode
  /** They exist, but the database engine of OpenBao did not issue them. */
  readonly foreign: boolean
}

export const DB_CREDENTIAL_KINDS: readonly string[] = [CONTROL_PLANE, EXTERNAL_SECRET, GENERATOR]

/** Database credentials that have been missing for too long. The message names the Secret or the path. */
export function awaitedCredentials(context: CheckContext): readonly AwaitedCredentials[] {
  return context.of(CONTROL_PLANE).flatMap((controlPlane) =>
    refusals(controlPlane, /Ready$/, /^WaitingFor\w*DBCredential(Secret)?$/)
      .filter(({ since }) => hasLastedFor(since, MAX_WAIT_MINUTES, context.now))
      .map((condition) => {
        const reader = namedReader(context, controlPlane, condition.message)
        const foreign = /engine-issued username/.test(condition.message)
        return { controlPlane, condition, foreign, ...(reader ? { reader } : {}) }
      }),
  )
}

function namedReader(context: CheckContext, controlPlane: GraphNode, message: string): GraphNode | undefined {
  const quoted = new Set([...message.matchAll(/"([^"]+)"/g)].map(([, text]) => text))
  return context
    .out(controlPlane, EXTERNAL_SECRET)
    .find((reader) =>
      [reader.name, targetSecretName(reader), ...pathsOf(reader), ...generatorPaths(context, reader)].some((one) =>
        quoted.has(one),
      ),
    )
}

export function generatorPaths(context: CheckContext, reader: GraphNode): readonly string[] {
  if (listAt(reader.object, 'spec.dataFrom').length === 0) return []
  return context.out(reader, GENERATOR).flatMap(({ object }) => textAt(object, 'spec.path') ?? [])
}

/** In minutes: credentials missing for longer are late. */
const MAX_WAIT_MINUTES = 5
