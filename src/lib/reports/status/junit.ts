// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { TestCase, TestRun, TestSuite } from '../../model/report/test-run.ts'
import { type NodeReport, nameOf } from '../shared/object-row.ts'
import type { PhaseReport, StatusReport, StatusRow } from './report.ts'

/**
 * The status as a CI server reads it: a suite per OpenStack cluster with a case per phase, and one for completeness.
 * All green exactly when the exit code is 0.
 */
export function statusTests(report: StatusReport, now: number): TestRun {
  const lenient = report.exitCode === 0
  return {
    name: 'kubectl c5c3 status',
    time: new Date(now).toISOString(),
    suites: [...report.clusters.map((row) => suiteOf(row, lenient)), completenessSuite(report, lenient)],
  }
}

function suiteOf(row: StatusRow, lenient: boolean): TestSuite {
  const cases = row.phases.map((phase) => phaseCase(phase, row, lenient))
  // what is wrong with the whole must be red somewhere
  const explained = isFine(row.state) || lenient || cases.some(({ outcome }) => isRed(outcome))
  return {
    name: `${row.namespace === undefined ? '' : `${row.namespace}/`}${row.name}`,
    properties: { cluster: row.cluster, state: row.state, ...(row.region ? { region: row.region } : {}) },
    cases: explained ? cases : [...cases, { name: 'state', outcome: outcomeOf(row.state, lenient), ...blame(row) }],
  }
}

const isRed = (outcome: TestCase['outcome']) => outcome === 'failed' || outcome === 'error'

function phaseCase(phase: PhaseReport, row: StatusRow, lenient: boolean): TestCase {
  const name = `${phase.id} ${phase.title}`
  if (phase.state === 'healthy') return { name, outcome: 'passed' }
  if (phase.state === 'waiting')
    return { name, outcome: 'skipped', message: `waits for phase ${phase.waitsFor ?? 'before it'}` }
  if (isFine(phase.state)) return { name, outcome: 'skipped', message: phase.state }
  const [first] = phase.members
  const message = first ? `${phase.state}: ${sentence(first)}` : phase.state
  return { name, outcome: outcomeOf(phase.state, lenient), message, detail: detailOf(phase, row) }
}

/** unknown is an error, not a failure: it could not be told. When the answer may be incomplete it is skipped. */
function outcomeOf(state: PhaseReport['state'], lenient: boolean): TestCase['outcome'] {
  if (state !== 'unknown') return 'failed'
  return lenient ? 'skipped' : 'error'
}

function detailOf({ members }: PhaseReport, { blocker }: StatusRow): string {
  return [
    ...(blocker ? [`first blocker: ${sentence(blocker)}`] : []),
    ...members.map((node) => `${node.own}: ${sentence(node)}`),
  ].join('\n')
}

const blame = ({ state, blocker }: StatusRow) => ({ message: blocker ? `${state}: ${sentence(blocker)}` : state })

function sentence(node: NodeReport): string {
  const why = [node.reason, node.message].filter(Boolean).join(': ')
  return `${nameOf(node)} @${node.cluster}${why ? `: ${why}` : ''}`
}

/** A case per Kubernetes cluster: what was not read is red, unless that was allowed. */
function completenessSuite({ completeness, verdict, exitCode, clusters }: StatusReport, lenient: boolean): TestSuite {
  const outcome = lenient ? 'skipped' : 'error'
  const cases = completeness.clusters.map(({ name, complete }): TestCase => {
    if (complete) return { name, outcome: 'passed' }
    const gaps = completeness.gaps.filter((gap) => gap.cluster === name)
    const lines = gaps.map(({ kind, message }) => (kind ? `${kind}: ${message}` : message))
    return { name, outcome, message: lines[0] ?? 'not read in full', detail: lines.join('\n') }
  })
  const nothing: TestCase = { name: 'anything to judge', outcome, message: 'no OpenStack cluster was found' }
  return {
    name: 'completeness',
    properties: { verdict, exitCode: String(exitCode) },
    cases: clusters.length === 0 ? [...cases, nothing] : cases,
  }
}
