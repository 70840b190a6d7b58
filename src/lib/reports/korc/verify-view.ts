// SPDX-License-Identifier: Apache-2.0
import type { Rows } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { verifiedText, verifyNames, verifyNext, verifyTable } from '../shared/verify-items-view.ts'
import type { CloudLogin } from './logins.ts'
import type { KorcVerifyReport } from './verify.ts'

/** With `all`, every login is listed instead of only the broken ones. */
export function korcVerifyView(report: KorcVerifyReport, { all }: { readonly all: boolean }): View {
  const { items } = report
  const logins = report.logins.filter(({ state }) => all || (state !== 'present' && state !== 'not read'))
  return {
    blocks: [
      ...(items.length > 0 ? [verifyTable(items)] : []),
      ...(logins.length > 0 ? [loginTable(logins)] : []),
      { type: 'lines', lines: [...verifyNext(items), { text: lastLine(report) }] },
    ],
    notes: gapNotes(report.completeness.gaps),
  }
}

function loginTable(logins: readonly CloudLogin[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'LOGIN' },
      { title: 'CLOUD', drop: 4 },
      { title: 'STATE' },
      { title: 'KEYSTONE', drop: 3 },
      { title: 'OBJECTS', drop: 2 },
      { title: 'CLUSTER', drop: 1 },
    ],
    rows: logins.map((login) => [
      { text: `${login.namespace}/${login.secret}` },
      { text: login.cloud },
      stateOf(login),
      { text: login.host ?? '-' },
      { text: String(login.objects) },
      { text: login.cluster },
    ]),
  }
}

function stateOf({ state }: CloudLogin): Cell {
  if (state === 'present') return { text: '✔ present', tone: 'good' }
  return state === 'not read' ? { text: '? not read', tone: 'busy' } : { text: `✖ ${state}`, tone: 'bad' }
}

function lastLine({ completeness, verdict, exitCode, scope, items }: KorcVerifyReport): string {
  const none = completeness.complete ? 'no K-ORC objects' : 'no K-ORC object was seen'
  const result = items.length === 0 ? none : verifiedText(items)
  return `${completenessText(completeness, 'read in full', scope)} · ${result} · ${verdict} · exit ${exitCode}`
}

export const korcVerifyRows: Rows<KorcVerifyReport> = { field: 'items' }

export const korcVerifyNames = ({ items }: KorcVerifyReport): readonly string[] => verifyNames(items)
