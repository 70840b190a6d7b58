// SPDX-License-Identifier: Apache-2.0
// The scenarios in which something happens: one file of incidents/ each, written as an overlay of another landscape.
import type { Incident } from './incident.ts'
import { databaseDown } from './incidents/database-down.ts'

export interface Overlay {
  readonly name: string
  readonly base: 'healthy' | 'one-cluster'
  readonly title: string
  readonly teaches: string
  readonly try: readonly string[]
  readonly incident: () => Incident
}

export const OVERLAYS: readonly Overlay[] = [
  {
    name: 'database-down',
    base: 'healthy',
    title: 'The database of one tenant is down',
    teaches: 'One cause and a dozen consequences: the first blocker is the MariaDB, everything after it only waits.',
    try: ['status', 'status customer-a-prod', 'tree customer-a-prod --only-problems'],
    incident: databaseDown,
  },
]

/** fleet.yaml of an overlay, without its header. */
export function overlayFleet({ name, base, title, teaches, try: commands }: Overlay, incident: Incident): string {
  const rules = [...incident.rules()].map(([key, rule]) => `  ${key}: ${JSON.stringify(rule)}\n`)
  return [
    `title: ${JSON.stringify(title)}\n`,
    `teaches: ${JSON.stringify(teaches)}\n`,
    'try:\n',
    ...commands.map((command) => `  - kubectl c5c3 ${command} --demo ${name}\n`),
    `extends: ${base}\n`,
    ...(rules.length > 0 ? ['clusters:\n', ...rules] : []),
  ].join('')
}
