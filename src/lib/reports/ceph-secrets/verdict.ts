// SPDX-License-Identifier: Apache-2.0
import type { State } from '../../model/report/report.ts'
import type { Cell } from '../../model/report/view.ts'
import { sentence } from '../lists/verdict-line.ts'
import type { CopyState } from './copies.ts'
import { type CephSecretsReport, hasCopyProblem } from './report.ts'

/** Line 1 of ceph-secrets; what could not be compared is never counted as in sync. */
export function cephVerdict({ clients, unclaimed, monitors, completeness, verdict }: CephSecretsReport): Cell {
  const copies = [...clients.flatMap((client) => client.copies), ...unclaimed]
  const total = copies.length
  const many = total === 1 ? 'Ceph key' : 'Ceph keys'
  const equal = copies.filter(({ state }) => state === 'equal').length
  const byState = [...Map.groupBy(copies, ({ state }) => state)].filter(([state]) => state !== 'equal')
  const others = byState.map(([state, set], i) =>
    i === 0 ? `${set.length} of ${total} ${many} ${PHRASES[state]}` : `${set.length} ${PHRASES[state]}`,
  )
  // a client can be at fault although every copy of its key is current
  const faulty = clients.filter(
    (client) => hasCopyProblem(client) && client.copies.every(({ state }) => state === 'equal'),
  )
  const faults = faulty.length > 0 ? [`${faulty.length} ${faulty.length === 1 ? 'client' : 'clients'} unhealthy`] : []
  const keys = total === 0 ? [noCopies(completeness.complete)] : equal > 0 ? [equalText(equal, total)] : []
  const parts = [...others, ...faults, ...keys, ...monitorText(monitors.map(({ judged }) => judged))]
  return sentence(verdict, parts.join(' · '))
}

const PHRASES: Readonly<Record<CopyState, string>> = {
  equal: 'in sync',
  differs: 'out of date',
  'other user': 'for another user',
  'other keys': 'under the wrong name',
  empty: 'empty',
  missing: 'missing',
  'not compared': 'could not be compared',
}

const noCopies = (isComplete: boolean) =>
  isComplete ? 'no copies of Ceph keys found' : 'no copies of Ceph keys in what could be read'

function equalText(equal: number, total: number): string {
  if (equal < total) return `${equal} in sync`
  return total === 1 ? 'the Ceph key is in sync' : `all ${total} Ceph keys in sync`
}

function monitorText(states: readonly State[]): readonly string[] {
  if (states.length === 0) return []
  const current = states.filter((state) => state === 'healthy').length
  const unknown = states.filter((state) => state === 'unknown').length
  const outdated = states.length - current - unknown
  const text = `monitor addresses up to date in ${current}/${states.length} control planes`
  const rest = [...(outdated > 0 ? [`${outdated} out of date`] : []), ...(unknown > 0 ? [`${unknown} unknown`] : [])]
  return [[text, ...rest].join(', ')]
}
