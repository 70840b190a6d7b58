// SPDX-License-Identifier: Apache-2.0

import type { Rows } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { commandCell, linesBlock, listFooter } from '../lists/list-footer.ts'
import { sentence } from '../lists/verdict-line.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { tableOf } from '../shared/table.ts'
import type { CredentialEnd, CredentialsExpiringReport } from './expiring.ts'

export function expiringView(report: CredentialsExpiringReport): View {
  const { expiring, completeness, scope } = report
  const [first] = expiring
  return {
    blocks: [
      { type: 'lines', lines: [headline(report)] },
      ...(expiring.length > 0 ? [expiryTable(expiring)] : []),
      ...linesBlock(first ? [commandCell('next', 'why', addressOf(first))] : []),
      listFooter(completeness, scope),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

const expiryTable = (credentials: readonly CredentialEnd[]): Block =>
  tableOf(credentials, [
    {
      title: 'EXPIRES',
      cell: ({ over, left }) => (over ? { text: `✖ ${left}`, tone: 'bad' } : { text: `! ${left}`, tone: 'busy' }),
    },
    { title: 'TYPE', cell: ({ what, part }) => (part ? `${what} (${part})` : what) },
    {
      title: 'OBJECT',
      flexible: true,
      cell: (row) => `${row.kind} ${row.namespace ? `${row.namespace}/` : ''}${row.name}`,
    },
    { title: 'CLUSTER', drop: 2, cell: ({ cluster }) => cluster },
    { title: 'ON', drop: 3, cell: ({ ends }) => ends },
    { title: 'USED BY', flexible: true, drop: 1, cell: ({ usedBy }) => usedBy.join(', ') || '-' },
  ])

function headline({ completeness, verdict, expiring }: CredentialsExpiringReport): Cell {
  const expired = expiring.filter(({ over }) => over).length
  const soon = expiring.length - expired
  const none = completeness.complete
    ? 'nothing expires in that time'
    : 'nothing that could be read expires in that time'
  const counts = [
    ...(expired > 0 ? [`${expired} expired`] : []),
    ...(soon > 0 ? [`${soon} expiring in that time`] : []),
  ]
  return sentence(verdict, counts.join(', ') || none)
}

const addressOf = ({ kind, namespace, name, cluster }: CredentialEnd) =>
  `${kind}/${namespace ? `${namespace}/` : ''}${name}@${cluster}`

export const expiringRows: Rows<CredentialsExpiringReport> = { field: 'expiring' }

/** Arguments of `why`. */
export const expiringNames = ({ expiring }: CredentialsExpiringReport): readonly string[] => expiring.map(addressOf)
