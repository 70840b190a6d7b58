// SPDX-License-Identifier: Apache-2.0
// Runs every read command on a fleet in memory, from the snapshot to the printed text.
import { assess } from '../../src/lib/assess/assess.ts'
import { CHECKS } from '../../src/lib/checks/index.ts'
import { buildGraph } from '../../src/lib/graph/build.ts'
import type { Assessment } from '../../src/lib/model/graph/assessment.ts'
import type { GraphNode } from '../../src/lib/model/graph/graph.ts'
import type { KindSpec } from '../../src/lib/model/graph/kind.ts'
import type { Snapshot } from '../../src/lib/model/landscape/snapshot.ts'
import type { Presentation } from '../../src/lib/model/report/presentation.ts'
import type { Report } from '../../src/lib/model/report/report.ts'
import { drawnOf, firstFolds } from '../../src/lib/page/collapse.ts'
import { landscapeOf } from '../../src/lib/page/landscape.ts'
import { type Judgement, judge } from '../../src/lib/pipeline/judge.ts'
import { type RenderedText, render, type Style } from '../../src/lib/render/index.ts'
import { checkForms } from '../../src/lib/reports/check/formats.ts'
import { checkPage } from '../../src/lib/reports/check/html.ts'
import { checkReport } from '../../src/lib/reports/check/report.ts'
import { poolCapacityReport } from '../../src/lib/reports/pools/capacity.ts'
import { poolCapacityView } from '../../src/lib/reports/pools/capacity-view.ts'
import { poolImpactReport } from '../../src/lib/reports/pools/impact.ts'
import { poolImpactView } from '../../src/lib/reports/pools/impact-view.ts'
import { poolsReport } from '../../src/lib/reports/pools/report.ts'
import { poolReport } from '../../src/lib/reports/pools/show.ts'
import { poolShowView } from '../../src/lib/reports/pools/show-view.ts'
import { poolsView } from '../../src/lib/reports/pools/view.ts'
import { overviewSubjects } from '../../src/lib/reports/shared/find-subject.ts'
import { statusPageReport } from '../../src/lib/reports/status/detail.ts'
import { statusPageView } from '../../src/lib/reports/status/detail-view.ts'
import { statusForms } from '../../src/lib/reports/status/formats.ts'
import { statusReport } from '../../src/lib/reports/status/report.ts'
import { statusView } from '../../src/lib/reports/status/view.ts'
import { type TreeOptions, treeReport } from '../../src/lib/reports/tree/report.ts'
import { treeView } from '../../src/lib/reports/tree/view.ts'
import { whyReport } from '../../src/lib/reports/why/report.ts'
import { whyView } from '../../src/lib/reports/why/view.ts'
import { VIEWS } from './views.ts'

export interface Landscape {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  /** One of the OpenStack clusters, if there is one. */
  readonly subject: GraphNode | undefined
  readonly kinds: readonly KindSpec[]
}

export function joined(snapshot: Snapshot, kinds: readonly KindSpec[], now: number): Landscape {
  const assessment = assess(buildGraph(snapshot, kinds), { now })
  return { snapshot, assessment, kinds, subject: overviewSubjects(assessment.graph, {})[0] }
}

const STYLE: Omit<Style, 'format'> = { headers: true, ascii: false, color: false, columns: 100 }
const LENIENT = { allowIncomplete: false, scope: {} } as const

async function shown<R extends Report>(report: R, show: Presentation<R>): Promise<readonly RenderedText[]> {
  return [
    await render(report, show, { ...STYLE, format: 'table' }),
    await render(report, show, { ...STYLE, format: 'json' }),
  ]
}

/** The output of a command, as text and as JSON. */
type Command = (landscape: Landscape) => Promise<readonly RenderedText[]>

const POOLS = ['hv-pool-a', 'st-pool-a']

const INSPECTED = new WeakMap<Landscape, Judgement>()

/** Runs all checks once. A check that throws is unknown for users; here it fails the test. */
function inspected(landscape: Landscape) {
  const known = INSPECTED.get(landscape) ?? inspection(landscape)
  INSPECTED.set(landscape, known)
  return known
}

function inspection({ snapshot, assessment: { graph, now }, kinds }: Landscape): Judgement {
  const judgement = judge({ snapshot, kinds, graph, checks: CHECKS }, { now })
  const { results } = judgement
  const stumbled = results.flatMap(({ hidden }) => hidden.filter(({ fault }) => fault === 'internal'))
  if (stumbled.length > 0) throw new Error(stumbled.map(({ message }) => message).join())
  return judgement
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  check: async (landscape) => {
    const { snapshot } = landscape
    const input = { ...inspected(landscape), failOn: 'warning', suppressions: [], allowIncomplete: false } as const
    return shown(checkReport({ snapshot, ...input }), checkForms(CHECKS, 0))
  },
  'check -o html': async (landscape) => {
    const { snapshot } = landscape
    const found = inspected(landscape)
    const report = checkReport({
      snapshot,
      ...found,
      failOn: 'warning',
      suppressions: [],
      allowIncomplete: false,
    })
    const page = checkPage(report, checkForms(CHECKS, 0).view(report), landscape, found.causes)
    // Also runs the code of the browser.
    const pageLandscape = page.graph && landscapeOf(page.graph)
    const first = pageLandscape && drawnOf(pageLandscape, firstFolds(pageLandscape)).nodes
    return [{ data: `${JSON.stringify([page, first])}\n`, notes: '' }]
  },
  why: async (landscape) => {
    const { snapshot, assessment, subject } = landscape
    if (!subject) return []
    const { causes } = inspected(landscape)
    return shown(whyReport({ snapshot, assessment, causes, subject, allowIncomplete: false }), { view: whyView })
  },
  status: async (landscape) => {
    const { snapshot } = landscape
    const { assessment, causes } = inspected(landscape)
    const subjects = overviewSubjects(assessment.graph, {})
    const report = statusReport(snapshot, assessment, { subjects, causes, ...LENIENT })
    return shown(report, { ...statusForms(snapshot, assessment, subjects), view: statusView })
  },
  'status NAME': async (landscape) => {
    const { snapshot, subject } = landscape
    if (!subject) return []
    const { assessment, causes } = inspected(landscape)
    const report = statusPageReport(snapshot, assessment, subject, { causes, allowIncomplete: false })
    return shown(report, { ...statusForms(snapshot, assessment, [subject]), view: statusPageView })
  },
  tree: (landscape) => tree(landscape, {}),
  'tree --only-problems': (landscape) => tree(landscape, { onlyProblems: true }),
  'tree --reverse': (landscape) => tree(landscape, { reverse: true, group: false }),
  pools: async ({ snapshot, assessment }) => shown(poolsReport(snapshot, assessment, LENIENT), { view: poolsView }),
  'pools capacity': async ({ snapshot, assessment }) =>
    shown(poolCapacityReport(snapshot, assessment, LENIENT), { view: poolCapacityView }),
  'pools show': ({ snapshot, assessment }) =>
    each(POOLS, (name) => shown(poolReport(snapshot, assessment, { name, ...LENIENT }), { view: poolShowView })),
  'pools impact': ({ snapshot, assessment }) =>
    each(POOLS, (name) =>
      shown(poolImpactReport(snapshot, assessment, { name, ...LENIENT }), { view: poolImpactView }),
    ),
  ...Object.fromEntries(
    Object.entries(VIEWS).map(([name, view]): [string, Command] => [
      name,
      (landscape) => each([name], () => view({ ...landscape, ...inspected(landscape), scope: {} }, shown)),
    ]),
  ),
}

async function tree({ snapshot, assessment }: Landscape, more: Partial<TreeOptions>): Promise<readonly RenderedText[]> {
  const { graph } = assessment
  const roots = more.reverse ? [...graph.nodes.values()].slice(-3) : overviewSubjects(graph, {})
  const options = { reverse: false, depth: 100, kinds: [], onlyProblems: false, group: true, allowIncomplete: false }
  return shown(treeReport(snapshot, assessment, { ...options, ...more, roots }), { view: treeView })
}

/** Runs every name: an absent pool or unreadable clients are valid results too. */
async function each<T>(names: readonly string[], run: (name: string) => Promise<readonly T[]>): Promise<readonly T[]> {
  const found: T[] = []
  for (const name of names) {
    try {
      found.push(...(await run(name)))
    } catch (error) {
      if (!(error instanceof Error && error.name === 'C5c3Error')) throw error
    }
  }
  return found
}
