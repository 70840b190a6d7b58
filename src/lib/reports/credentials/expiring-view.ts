// SPDX-License-Identifier: Apache-2.0

import type { Rows } from '../../model/report/presentation.ts'
import type { Block, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import type { CredentialEnd, CredentialsExpiringReport } from './expiring.ts'

export function expiringView(report: CredentialsExpiringReport): View {
  const { expiring, completeness } = report
  const next = expiring
    .slice(0, 1)
    .map((credential) => ({ text: `next: ${formatCommand(c5c3Command('why', addressOf(credential)))}` }))
  return {
    blocks: [
      ...(expiring.length > 0 ? [expiryTable(expiring)] : []),
      { type: 'lines', lines: [...next, { text: lastLine(report) }] },
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function expiryTable(credentials: readonly CredentialEnd[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'ENDS' },
      { title: 'WHAT' },
      { title: 'OBJECT', flexible: true },
      { title: 'CLUSTER', drop: 2 },
      { title: 'ON', drop: 3 },
      { title: 'USED BY', flexible: true, drop: 1 },
    ],
    rows: credentials.map(({ what, part, left, over, kind, namespace, name, cluster, ends: day, usedBy }) => [
      over ? { text: `✖ ${left}`, tone: 'bad' } : { text: `! ${left}`, tone: 'busy' },
      { text: part ? `${what} (${part})` : what },
      { text: `${kind} ${namespace ? `${namespace}/` : ''}${name}` },
      { text: cluster },
      { text: day },
      { text: usedBy.join(', ') || '-' },
    ]),
  }
}

function lastLine({ completeness, verdict, exitCode, scope, expiring }: CredentialsExpiringReport): string {
  const count = expiring.length
  const none = `nothing ${completeness.complete ? '' : 'that was seen '}ends in that time`
  const result = count === 0 ? none : `${count} ${count === 1 ? 'ends' : 'end'} in that time`
  return `${completenessText(completeness, 'read in full', scope)} · ${result} · ${verdict} · exit ${exitCode}`
}

const addressOf = ({ kind, namespace, name, cluster }: CredentialEnd) =>
  `${kind}/${namespace ? `${namespace}/` : ''}${name}@${cluster}`

export const expiringRows: Rows<CredentialsExpiringReport> = { field: 'expiring' }

/** Arguments of `why`. */
export const expiringNames = ({ expiring }: CredentialsExpiringReport): readonly string[] => expiring.map(addressOf)
