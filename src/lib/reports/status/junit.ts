// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { TestCase, TestRun, TestSuite } from '../../model/report/test-run.ts'
import { type NodeReport, nameOf } from '../shared/object-row.ts'
import { cannotTell } from '../shared/unreachable.ts'
import type { PhaseReport, StatusReport, StatusRow } from './report.ts'

/**
 * JUnit: one suite per OpenStack cluster with one case per phase, and one suite for completeness. All cases pass or are
 * skipped exactly when the exit code is 0.
 */
export function statusTests(report: StatusReport, now: number): TestRun {
  const isLenient = report.exitCode === 0
  return {
    name: 'kubectl c5c3 status',
    time: new Date(now).toISOString(),
    suites: [...report.clusters.map((row) => suiteOf(row, isLenient)), completenessSuite(report, isLenient)],
  }
}

function suiteOf(row: StatusRow, isLenient: boolean): TestSuite {
  const cases = row.phases.map((phase) => phaseCase(phase, row, isLenient))
  // an unhealthy row needs at least one failing case
  const isExplained = isFine(row.state) || isLenient || cases.some(({ outcome }) => isRed(outcome))
  return {
    name: `${row.namespace === undefined ? '' : `${row.namespace}/`}${row.name}`,
    properties: { cluster: row.cluster, state: row.state, ...(row.region ? { region: row.region } : {}) },
    cases: isExplained
      ? cases
      : [...cases, { name: 'state', outcome: outcomeOf(row.state, isLenient), ...blockerMessage(row) }],
  }
}

const isRed = (outcome: TestCase['outcome']) => outcome === 'failed' || outcome === 'error'

function phaseCase(phase: PhaseReport, row: StatusRow, isLenient: boolean): TestCase {
  const name = `${phase.id} ${phase.title}`
  if (phase.state === 'healthy') return { name, outcome: 'passed' }
  if (phase.state === 'waiting')
    return { name, outcome: 'skipped', message: `blocked by phase ${phase.waitsFor ?? 'before it'}` }
  if (isFine(phase.state)) return { name, outcome: 'skipped', message: phase.state }
  const [first] = phase.members
  const message = first ? `${phase.state}: ${sentence(first)}` : phase.state
  return { name, outcome: outcomeOf(phase.state, isLenient), message, detail: detailOf(phase, row) }
}

/** unknown is an error, not a failure; with --allow-incomplete it is skipped. */
function outcomeOf(state: PhaseReport['state'], isLenient: boolean): TestCase['outcome'] {
  if (state !== 'unknown') return 'failed'
  return isLenient ? 'skipped' : 'error'
}

function detailOf({ members }: PhaseReport, row: StatusRow): string {
  return [
    ...(row.blocker ? [`first blocker: ${blockerSentence(row, row.blocker)}`] : []),
    ...members.map((node) => `${node.own}: ${sentence(node)}`),
  ].join('\n')
}

const blockerMessage = (row: StatusRow) => ({
  message: row.blocker ? `${row.state}: ${blockerSentence(row, row.blocker)}` : row.state,
})

const blockerSentence = ({ unreachable }: StatusRow, blocker: NodeReport) =>
  unreachable ? cannotTell(unreachable) : sentence(blocker)

function sentence(node: NodeReport): string {
  const why = [node.reason, node.message].filter(Boolean).join(': ')
  return `${nameOf(node)} @${node.cluster}${why ? `: ${why}` : ''}`
}

/** One case per Kubernetes cluster; incomplete ones fail unless that is allowed. */
function completenessSuite({ completeness, verdict, exitCode, clusters }: StatusReport, isLenient: boolean): TestSuite {
  const outcome = isLenient ? 'skipped' : 'error'
  const cases = completeness.clusters.map(({ name, complete }): TestCase => {
    if (complete) return { name, outcome: 'passed' }
    const gaps = completeness.gaps.filter((gap) => gap.cluster === name)
    const lines = gaps.map(({ kind, message }) => (kind ? `${kind}: ${message}` : message))
    return { name, outcome, message: lines[0] ?? 'not read in full', detail: lines.join('\n') }
  })
  const noClusters: TestCase = { name: 'anything to judge', outcome, message: 'no OpenStack cluster was found' }
  return {
    name: 'completeness',
    properties: { verdict, exitCode: String(exitCode) },
    cases: clusters.length === 0 ? [...cases, noClusters] : cases,
  }
}
