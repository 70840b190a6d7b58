// SPDX-License-Identifier: Apache-2.0

import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import { hasLastedFor, isStatusCurrent } from '../../model/check/age.ts'
import type { CheckContext } from '../../model/check/check.ts'
import { conditionOf } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { awaitedObjects } from '../../model/text/objects-in-message.ts'

/** A K-ORC object that has been blocked for too long by an object that does not exist. */
export interface KorcWait {
  readonly from: GraphNode
  readonly to: GraphNode
}

/** In minutes. K-ORC creates what it can within seconds; after this time a missing object will not appear by itself. */
export const KORC_PATIENCE = 2

/** Every missing object that K-ORC reports as its blocker. */
export function korcWaits(context: CheckContext): readonly KorcWait[] {
  return IDENTITY_PARTS.flatMap((kind) => context.of(kind)).flatMap((from) => {
    const progressing = conditionOf(from, 'Progressing')
    if (!isStatusCurrent(from) || progressing?.status !== 'True' || progressing.stale) return []
    if (!hasLastedFor(progressing.since, KORC_PATIENCE, context.now)) return []
    return awaitedObjects(progressing.message).flatMap(({ kind, name }) => {
      const to = context.out(from).find((node) => node.kind === kind && node.name === name && node.source === 'missing')
      return to ? [{ from, to }] : []
    })
  })
}
