// SPDX-License-Identifier: Apache-2.0
import { fileURLToPath } from 'node:url'
import { assess } from '../src/lib/assess/assess.ts'
import { buildGraph } from '../src/lib/graph/build.ts'
import { withCopiedAddresses } from '../src/lib/graph/copied-addresses.ts'
import { toHtml } from '../src/lib/render/html/document.ts'
import { pageOf } from '../src/lib/reports/html/page.ts'
import { landscapeRoots } from '../src/lib/reports/html/roots.ts'
import { overviewSubjects } from '../src/lib/reports/shared/find-subject.ts'
import { statusReport } from '../src/lib/reports/status/report.ts'
import { statusView } from '../src/lib/reports/status/view.ts'
import { LANDSCAPE_KINDS, landscapeOf } from './fixtures/landscape.ts'
import { type Measured, median, spread } from './measured.ts'

const ROUNDS = 5
const MEGABYTES = 1.5

/** An HTML page with 10,000 objects in its graph: its size and the cost of creating it. */
export async function htmlPage(): Promise<Measured[]> {
  const folder = fileURLToPath(new URL('../fleets/database-down', import.meta.url))
  const snapshot = withCopiedAddresses(await landscapeOf(10_000, folder), LANDSCAPE_KINDS)
  const assessment = assess(buildGraph(snapshot, LANDSCAPE_KINDS), { now: snapshot.takenAt })
  const subjects = overviewSubjects(assessment.graph, {})
  const report = statusReport(snapshot, assessment, { subjects, causes: [], allowIncomplete: false, scope: {} })
  const about = { title: 'Status', words: ['status'], takenAt: snapshot.takenAt }
  const pageOptions = { assessment, roots: landscapeRoots(assessment.graph), all: true }
  let [size, objects] = [0, 0]
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    const page = pageOf(report, statusView(report), about, pageOptions)
    size = (await toHtml(page)).length / 1e6
    objects = page.graph?.nodes.length ?? 0
    times.push(performance.now() - begun)
  }
  const words = `${objects.toLocaleString('en')} objects on one HTML page`
  return [
    {
      what: words,
      value: `${size.toFixed(2)} MB`,
      target: `≤ ${MEGABYTES} MB`,
      met: size <= MEGABYTES,
      detail: 'script, style and data',
    },
    {
      what: `${words}: making it after the report`,
      value: `${median(times).toFixed(0)} ms`,
      target: '',
      detail: `${spread(times, 'ms', 0)}; n=${ROUNDS}`,
    },
  ]
}
