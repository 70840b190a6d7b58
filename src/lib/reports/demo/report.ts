// SPDX-License-Identifier: Apache-2.0
import { EXIT } from '../../model/report/errors.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import type { Cell, View } from '../../model/report/view.ts'

export interface Scenario {
  readonly name: string
  readonly title: string
  readonly teaches: string
  readonly try: readonly string[]
}

export interface DemoReport extends Report {
  readonly kind: 'Demo'
  readonly scenarios: readonly Scenario[]
}

export function demoReport(scenarios: readonly Scenario[]): DemoReport {
  return {
    apiVersion: API_VERSION,
    kind: 'Demo',
    verdict: 'healthy',
    exitCode: EXIT.ok,
    completeness: { complete: true, clusters: [], gaps: [] },
    scenarios,
  }
}

export function demoView({ scenarios }: DemoReport): View {
  return {
    blocks: [
      {
        type: 'lines',
        lines: [
          { text: 'A landscape of CobaltCore clusters runs inside this tool: every command works on it with --demo.' },
          { text: '' },
          ...scenarios.flatMap(linesOf),
          { text: 'Your own: --demo FOLDER with one <role>[.<name>].yaml or .json per cluster.' },
          { text: 'With kubectl or k9s: kubectl c5c3 demo serve' },
        ],
      },
    ],
  }
}

function linesOf({ name, title, teaches, try: commands }: Scenario): Cell[] {
  return [
    { text: `${name}: ${title}` },
    { text: `  ${teaches}` },
    ...commands.map((command) => ({ text: `  $ ${command}`, tone: 'dim' as const })),
    { text: '' },
  ]
}

export function demoNames({ scenarios }: DemoReport): readonly string[] {
  return scenarios.map(({ name }) => name)
}
