// SPDX-License-Identifier: Apache-2.0
// npm run bench [-- NAME…] [--results]: measures and prints one table. Exits with 1 if a target is missed.
import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { bigLists } from './big-lists.ts'
import { bigListsReal } from './big-lists-real.ts'
import { coldStart } from './cold-start.ts'
import { darkCluster } from './dark-cluster.ts'
import { growth } from './growth.ts'
import { htmlPage } from './html-page.ts'
import { hypervisorView } from './hypervisor-view.ts'
import { judgement } from './judgement.ts'
import { live } from './live.ts'
import { manyClusters } from './many-clusters.ts'
import { type Measured, verdictOf } from './measured.ts'
import { peerProgram } from './peers/build.ts'
import { peers } from './peers.ts'
import { writeResults } from './results.ts'
import { sequentialGets } from './sequential-gets.ts'
import { statusAway } from './status-away.ts'
import { sync } from './sync.ts'
import { tempestLog } from './tempest-log.ts'
import { tui } from './tui.ts'

const forResults = process.argv.includes('--results')
const kubectl = process.env['KUBECTL'] ?? (forResults ? peerProgram('kubectl') : 'kubectl')

const MEASUREMENTS: Readonly<Record<string, () => Measured[] | Promise<Measured[]>>> = {
  'cold-start': () => coldStart(kubectl),
  'sequential-gets': sequentialGets,
  'many-clusters': manyClusters,
  'dark-cluster': darkCluster,
  judgement,
  live,
  'hypervisor-view': hypervisorView,
  'html-page': htmlPage,
  'status-away': statusAway,
  'tempest-log': tempestLog,
  tui,
  'big-lists': () => bigLists(kubectl),
  growth,
  peers,
  'big-lists-real': bigListsReal,
  sync,
}

/** The measurements in RESULTS.md. */
const RESULTS = ['peers', 'big-lists', 'big-lists-real', 'growth', 'judgement']
/** Only by name: real API servers and peers need Go, and minutes to build. */
const WITH_GO = new Set(['peers', 'big-lists-real', 'sync'])

function print(rows: readonly Measured[]): void {
  const cells = rows.map((row) => [verdictOf(row), row.value, row.target, row.what, row.detail])
  const all = [['', 'MEASURED', 'TARGET', 'WHAT', 'FIGURES'], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  for (const row of all) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}

const typed = process.argv.slice(2).filter((name) => name !== '--results')
const usual = Object.keys(MEASUREMENTS).filter((name) => !WITH_GO.has(name))
const names = typed.length > 0 ? typed : forResults ? RESULTS : usual
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

const load = loadavg()
const rows: Measured[] = []
for (const name of names) {
  console.error(`measuring ${name} …`)
  rows.push(...((await MEASUREMENTS[name]?.()) ?? []))
}
print(rows)
if (forResults) writeResults(rows, load)
process.exit(rows.some(({ met }) => met === false) ? 1 : 0)
