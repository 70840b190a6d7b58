// SPDX-License-Identifier: Apache-2.0

import { isFine } from '../../model/graph/health.ts'
import type { Cell } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { reasonText } from '../lists/reason-text.ts'
import { type NodeReport, objectPlace } from './object-row.ts'
import type { RowFinding } from './row-findings.ts'

/** The findings, else the root cause, else the object's own message. Empty when healthy. */
export function problemText({ findings, waitsFor, ...row }: Problem): string {
  const own = findings.filter(({ follows }) => !follows)
  if (own.length > 0) return own.map(findingText).join('; ')
  const [cause] = findings
  if (cause) return `because of ${localAddress(cause.subject, row.cluster)}`
  if (isFine(row.state)) return ''
  if (row.source === 'missing') return 'it does not exist'
  return waitsFor ? `blocked by ${localAddress(waitsFor, row.cluster)}` : reasonText(row)
}

type Problem = Pick<NodeReport, 'cluster' | 'state' | 'own' | 'reason' | 'message' | 'waitsFor' | 'source'> & {
  readonly findings: readonly RowFinding[]
}

/** Omits the cluster of an address in the same cluster. */
const localAddress = (address: string, cluster: string) =>
  address.endsWith(`@${cluster}`) ? address.slice(0, -cluster.length - 1) : address

export const findingText = ({ message, check, mode }: RowFinding): string =>
  `${message} [${[check, mode].filter(Boolean).join(' ')}]`

/** `why` for the root cause, then the first next step of its finding. */
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
