// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Cell } from '../../model/report/view.ts'
import { firstSentence } from '../../model/text/first-sentence.ts'
import { reasonText } from '../lists/reason-text.ts'
import { type NodeReport, nameOf, objectPlace } from '../shared/object-row.ts'
import { TONES } from '../shared/state-cell.ts'
import type { PoolRow } from './report.ts'

/** The root cause of each unhealthy pool, as prose: a table cell would not fit at 80 columns. */
export function poolProblems(rows: readonly PoolRow[]): readonly Cell[] {
  const notIsolated = rows.filter(({ isolation }) => isolation.kept === false)
  return [
    ...rows.flatMap(({ name, state, blocker }) =>
      blocker ? [{ text: `${name}: ${problemText(blocker)}`, tone: TONES[state], about: objectPlace(blocker) }] : [],
    ),
    ...notIsolated.flatMap(({ name, isolation }) =>
      isolation.reasons.map((reason): Cell => ({ text: `${name}: not dedicated: ${reason}`, tone: 'bad' })),
    ),
  ]
}

function problemText(node: NodeReport): string {
  if (node.name === '*') return `${node.kind} of ${node.cluster} not readable: ${reasonText(node)}`
  const reason =
    node.source === 'cached' && node.reason === 'Cached' ? 'only the cached copy is known' : reasonText(node)
  const duration = node.sinceAge && !isFine(node.own) ? ` (for ${node.sinceAge})` : ''
  return `${nameOf(node)} @${node.cluster}: ${firstSentence(reason)}${duration}`
}
