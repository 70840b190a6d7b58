// SPDX-License-Identifier: Apache-2.0
// What the views of the trades say of a row that is not well, in the same words everywhere.

import { isFine } from '../../model/graph/health.ts'
import type { Cell } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { reasonText } from '../pools/view.ts'
import { type NodeReport, objectPlace } from './object-row.ts'
import type { RowFinding } from './row-findings.ts'

type Problem = Pick<NodeReport, 'cluster' | 'state' | 'own' | 'reason' | 'message' | 'waitsFor' | 'source'> & {
  readonly findings: readonly RowFinding[]
}

/** Why a row is as it is: what a check found about it, whom it waits for, or its own words. Empty when it is well. */
export function problemText({ findings, waitsFor, ...row }: Problem): string {
  const own = findings.filter(({ follows }) => !follows)
  if (own.length > 0) return own.map(findingText).join('; ')
  const [cause] = findings
  if (cause) return `because of ${near(cause.subject, row.cluster)}`
  if (isFine(row.state)) return ''
  if (row.source === 'missing') return 'it does not exist'
  return waitsFor ? `waits for ${near(waitsFor, row.cluster)}` : reasonText(row)
}

/** An address without the cluster, where that is the row's own. */
const near = (address: string, cluster: string) =>
  address.endsWith(`@${cluster}`) ? address.slice(0, -cluster.length - 1) : address

/** The message, with the check that explains it. */
export const findingText = ({ message, check, mode }: RowFinding): string =>
  `${message} [${[check, mode].filter(Boolean).join(' ')}]`

/** What to type: how it came to this, then what helps. */
export function problemNextLines(
  row: Problem & Pick<NodeReport, 'kind' | 'namespace' | 'name' | 'cluster'>,
): readonly Cell[] {
  const [finding] = row.findings
  const address = finding?.subject ?? objectPlace(row)
  const command = finding?.next[0]?.command
  return [
    { text: `next: ${formatCommand(c5c3Command('why', address))}` },
    ...(command ? [{ text: `then: ${command}` }] : []),
  ]
}
