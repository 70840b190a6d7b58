// SPDX-License-Identifier: Apache-2.0
// Links, assesses and reports a snapshot of this many objects once, as a command does after reading, and reports the
// cost. Creating the snapshot counts only for the memory.
import { assess } from '../../src/lib/assess/assess.ts'
import { buildGraph } from '../../src/lib/graph/build.ts'
import { withCopiedAddresses } from '../../src/lib/graph/copied-addresses.ts'
import type { Report } from '../../src/lib/model/report/report.ts'
import { judge } from '../../src/lib/pipeline/judge.ts'
import { render } from '../../src/lib/render/index.ts'
import { overviewSubjects } from '../../src/lib/reports/shared/find-subject.ts'
import { statusForms } from '../../src/lib/reports/status/formats.ts'
import { statusReport } from '../../src/lib/reports/status/report.ts'
import { statusView } from '../../src/lib/reports/status/view.ts'
import { LANDSCAPE_KINDS, landscapeOf } from '../fixtures/landscape.ts'
import { peakMemory } from './peak.ts'

export interface Judgement {
  readonly objects: number
  readonly rows: number
  readonly verdict: string
  /** Wall time and processor time of each stage, in ms. */
  readonly stages: Readonly<Record<string, { readonly wall: number; readonly cpu: number }>>
  /** Peak memory of the process, in MB. */
  readonly peak: number
  /** The number of root causes found by all checks. */
  readonly causes: number
}

const stages: Record<string, { wall: number; cpu: number }> = {}

async function timed<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  stages[name] = { wall: performance.now() - begun, cpu: (user + system) / 1000 }
  return result
}

const read = await landscapeOf(Number(process.argv[2]), process.argv[3] ?? '')
const snapshot = await timed('addresses', () => withCopiedAddresses(read, LANDSCAPE_KINDS))
const graph = await timed('graph', () => buildGraph(snapshot, LANDSCAPE_KINDS))
await timed('assessment', () => assess(graph, { now: snapshot.takenAt }))
const kinds = LANDSCAPE_KINDS
const judgement = await timed('judgement', () => judge({ snapshot, kinds, graph }, { now: snapshot.takenAt }))
const { assessment, causes } = judgement
const [report, shown] = await timed('report', () => {
  const subjects = overviewSubjects(graph, {})
  const made = statusReport(snapshot, assessment, { subjects, causes, allowIncomplete: false, scope: {} })
  return [made, { ...statusForms(snapshot, assessment, subjects), view: statusView }] as const
})
const style = { headers: true, ascii: false, color: false, columns: 160 }
await timed('text', () => render(report, shown, { ...style, format: 'table' }))
await timed('json', () => render(report, shown, { ...style, format: 'json' }))
const peak = peakMemory()
const { verdict } = report satisfies Report
console.log(
  JSON.stringify({
    objects: snapshot.resources.length,
    rows: report.clusters.length,
    verdict,
    stages,
    peak,
    causes: causes.length,
  } satisfies Judgement),
)
