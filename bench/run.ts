// SPDX-License-Identifier: Apache-2.0
// npm run bench [-- NAME…]: measures and prints one table. Ends with 1 when a target is missed.
import { spawnSync } from 'node:child_process'
import { bigLists } from './big-lists.ts'
import { coldStart } from './cold-start.ts'
import { darkCluster } from './dark-cluster.ts'
import { hypervisorView } from './hypervisor-view.ts'
import { judgement } from './judgement.ts'
import { manyClusters } from './many-clusters.ts'
import type { Measured } from './measured.ts'
import { sequentialGets } from './sequential-gets.ts'
import { statusAway } from './status-away.ts'

const kubectl = process.env['KUBECTL'] ?? 'kubectl'

const MEASUREMENTS: Readonly<Record<string, () => Measured[] | Promise<Measured[]>>> = {
  'cold-start': () => coldStart(kubectl),
  'sequential-gets': sequentialGets,
  'many-clusters': manyClusters,
  'dark-cluster': darkCluster,
  judgement,
  'hypervisor-view': hypervisorView,
  'status-away': statusAway,
  'big-lists': () => bigLists(kubectl),
}

function verdict({ met }: Measured): string {
  if (met === undefined) return 'report'
  return met ? 'pass' : 'MISS'
}

function print(rows: readonly Measured[]): void {
  const cells = rows.map((row) => [verdict(row), row.value, row.target, row.what, row.detail])
  const all = [['', 'MEASURED', 'TARGET', 'WHAT', 'FIGURES'], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  for (const row of all) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !Object.hasOwn(MEASUREMENTS, name))
if (unknown !== undefined) {
  console.error(`no measurement ${unknown}; there are ${Object.keys(MEASUREMENTS).join(', ')}`)
  process.exit(2)
}
const { stdout, error } = spawnSync(kubectl, ['version', '--client'], { encoding: 'utf8' })
if (error !== undefined) {
  console.error('kubectl is needed to compare with: put it on the PATH or name it in KUBECTL')
  process.exit(2)
}
const client = /Client Version: (\S+)/.exec(stdout)?.[1] ?? 'of unknown version'
console.log(`node ${process.version}, kubectl ${client}, ${process.platform}-${process.arch}\n`)

const rows: Measured[] = []
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (names.length > 0 && !names.includes(name)) continue
  console.error(`measuring ${name} …`)
  rows.push(...(await measure()))
}
print(rows)
process.exit(rows.some(({ met }) => met === false) ? 1 : 0)
