// SPDX-License-Identifier: Apache-2.0

import { EXTERNAL_SECRET, GENERATOR, pathsOf, targetSecretName } from '../../kinds/external-secrets/sync.ts'
import { CONTROL_PLANE, refusals } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { CheckContext } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { Condition } from '../../model/object/conditions.ts'
import { listAt, textAt } from '../../model/object/fields.ts'

/** What a control plane waits for before it makes the database user of a service. */
export interface AwaitedCredentials {
  readonly controlPlane: GraphNode
  readonly condition: Condition
  /** The ExternalSecret that should make them. */
  readonly reader?: GraphNode
  /** They are there, but not made by the database engine of the secret backend. */
  readonly foreign: boolean
}

/** Kinds that have to be read for it. */
export const DB_CREDENTIAL_KINDS: readonly string[] = [CONTROL_PLANE, EXTERNAL_SECRET, GENERATOR]

/** Minutes after which credentials that are not there are late. */
const PATIENCE = 5

/** Database credentials that control planes have waited for too long. The message names the Secret or the path. */
export function awaitedCredentials(sight: CheckContext): readonly AwaitedCredentials[] {
  return sight.of(CONTROL_PLANE).flatMap((controlPlane) =>
    refusals(controlPlane, /Ready$/, /^WaitingFor\w*DBCredential(Secret)?$/)
      .filter(({ since }) => hasLastedFor(since, PATIENCE, sight.now))
      .map((condition) => {
        const reader = namedReader(sight, controlPlane, condition.message)
        const foreign = /engine-issued username/.test(condition.message)
        return { controlPlane, condition, foreign, ...(reader ? { reader } : {}) }
      }),
  )
}

function namedReader(sight: CheckContext, controlPlane: GraphNode, message: string): GraphNode | undefined {
  const quoted = new Set([...message.matchAll(/"([^"]+)"/g)].map(([, text]) => text))
  return sight
    .out(controlPlane, EXTERNAL_SECRET)
    .find((reader) =>
      [reader.name, targetSecretName(reader), ...pathsOf(reader), ...generatorPaths(sight, reader)].some((one) =>
        quoted.has(one),
      ),
    )
}

/** The paths of the generators an ExternalSecret takes its values from. */
export function generatorPaths(sight: CheckContext, reader: GraphNode): readonly string[] {
  if (listAt(reader.object, 'spec.dataFrom').length === 0) return []
  return sight.out(reader, GENERATOR).flatMap(({ object }) => textAt(object, 'spec.path') ?? [])
}
