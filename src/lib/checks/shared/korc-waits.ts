// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import { hasLastedFor, isStatusCurrent } from '../../model/check/age.ts'
import type { CheckContext } from '../../model/check/check.ts'
import { conditionOf } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { awaitedObjects } from '../../model/text/objects-in-message.ts'

/** A K-ORC object that has waited for too long for something that does not exist. */
export interface KorcWait {
  readonly from: GraphNode
  readonly to: GraphNode
}

/** K-ORC makes what it can within seconds; minutes after which something that is waited for is not on its way. */
export const KORC_PATIENCE = 2

/** Everything K-ORC says it waits for and that is not there. */
export function korcWaits(sight: CheckContext): readonly KorcWait[] {
  return IDENTITY_PARTS.flatMap((kind) => sight.of(kind)).flatMap((from) => {
    const progressing = conditionOf(from, 'Progressing')
    if (!isStatusCurrent(from) || progressing?.status !== 'True' || progressing.stale) return []
    if (!hasLastedFor(progressing.since, KORC_PATIENCE, sight.now)) return []
    return awaitedObjects(progressing.message).flatMap(({ kind, name }) => {
      const to = sight.out(from).find((node) => node.kind === kind && node.name === name && node.source === 'missing')
      return to ? [{ from, to }] : []
    })
  })
}
