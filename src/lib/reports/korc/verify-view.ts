// SPDX-License-Identifier: Apache-2.0
import type { Rows } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { sentence } from '../lists/verdict-line.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { tableOf } from '../shared/table.ts'
import { verifiedText, verifyNames, verifyNext, verifyTable } from '../shared/verify-items-view.ts'
import type { CloudLogin } from './logins.ts'
import type { KorcVerifyReport } from './verify.ts'

/** With `all`, every login is listed instead of only the broken ones. */
export function korcVerifyView(report: KorcVerifyReport, { all }: { readonly all: boolean }): View {
  const { items } = report
  const logins = report.logins.filter(({ state }) => all || (state !== 'present' && state !== 'not read'))
  return {
    blocks: [
      { type: 'lines', lines: [headline(report)] },
      ...(items.length > 0 ? [verifyTable(items)] : []),
      ...(logins.length > 0 ? [loginTable(logins)] : []),
      ...linesBlock(verifyNext(items)),
      listFooter(report.completeness, report.scope),
    ],
    notes: gapNotes(report.completeness.gaps),
  }
}

const loginTable = (logins: readonly CloudLogin[]): Block =>
  tableOf(logins, [
    { title: 'LOGIN', cell: ({ namespace, secret }) => `${namespace}/${secret}` },
    { title: 'CLOUD', drop: 4, cell: ({ cloud }) => cloud },
    { title: 'STATE', cell: stateOf },
    { title: 'KEYSTONE', drop: 3, cell: ({ host }) => host ?? '-' },
    { title: 'OBJECTS', drop: 2, cell: ({ objects }) => String(objects) },
    { title: 'CLUSTER', drop: 1, cell: ({ cluster }) => cluster },
  ])

function stateOf({ state }: CloudLogin): Cell {
  if (state === 'present') return { text: '✔ present', tone: 'good' }
  return state === 'not read' ? { text: '? not readable', tone: 'busy' } : { text: `✖ ${state}`, tone: 'bad' }
}

function headline({ completeness, verdict, items }: KorcVerifyReport): Cell {
  const none = completeness.complete ? 'no K-ORC objects found' : 'no K-ORC objects in what could be read'
  return sentence(verdict, items.length === 0 ? none : verifiedText(items))
}

export const korcVerifyRows: Rows<KorcVerifyReport> = { field: 'items' }

export const korcVerifyNames = ({ items }: KorcVerifyReport): readonly string[] => verifyNames(items)
