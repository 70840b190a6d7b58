// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Cell } from '../../model/report/view.ts'
import { findingText } from '../shared/problem-text.ts'
import { TONES } from '../shared/state-cell.ts'
import type { CephMonitors } from './monitors.ts'
import type { CephClientRow } from './report.ts'

/** What is wrong with the key of each client. */
export const clientProblems = (clients: readonly CephClientRow[]): readonly Cell[] =>
  clients.map((client) => ({ text: `${client.name}: ${reasonsOf(client)}`, tone: TONES[client.judged] }))

/** The findings; without any, the problems of its Secrets, its own state and its pools. */
function reasonsOf({ findings, copies, key, caps, message, reason, own }: CephClientRow): string {
  if (findings.length > 0) return findings.map((one) => `${nameOfSubject(one.subject)}: ${findingText(one)}`).join('; ')
  const problems = [
    ...(key.message ? [`Secret ${key.name}: ${key.message}`] : []),
    ...copies
      .filter(({ judged }) => judged !== 'healthy')
      .map((copy) => `Secret ${copy.namespace}/${copy.name} @${copy.cluster}: ${copy.message ?? copy.state}`),
    ...(isFine(own) ? [] : [message || reason || own]),
    ...caps.filter(({ granted }) => !granted).map(({ pool }) => `it may not use pool ${pool}`),
  ]
  return problems.join('; ')
}

/** KIND NAME without namespace and cluster, which the suggested command names. */
function nameOfSubject(subject: string): string {
  const [path = subject] = subject.split('@')
  return [path.split('/')[0], path.split('/').at(-1)].join(' ')
}

/** Control planes with the same problem share a line. */
export function monitorProblems(rows: readonly CephMonitors[]): readonly Cell[] {
  const byText = Map.groupBy(rows, (row) => `${row.judged} ${textOf(row)}`)
  return [...byText.values()].flatMap((set) => {
    const [first] = set
    if (!first) return []
    const names = set.map(({ name }) => name).join(', ')
    return [{ text: `monitor addresses of ${names}: ${textOf(first)}`, tone: TONES[first.judged] }]
  })
}

function textOf({ findings, message, asked, known }: CephMonitors): string {
  if (findings.length === 0) return `unknown: ${message ?? 'not readable'}`
  return `${findings.map(findingText).join('; ')} (configured ${asked.join(', ')}; actual ${known.join(', ') || '-'})`
}
