// SPDX-License-Identifier: Apache-2.0
// A CI server that reads only the XML must come to the verdict of the exit code.
import { describe, expect, it } from 'vitest'
import { STATES } from '../../../../src/lib/model/graph/health.ts'
import { API_VERSION, type State } from '../../../../src/lib/model/report/report.ts'
import type { NodeReport } from '../../../../src/lib/reports/shared/object-row.ts'
import { statusTests } from '../../../../src/lib/reports/status/junit.ts'
import type { PhaseReport, StatusReport, StatusRow } from '../../../../src/lib/reports/status/report.ts'

const node = (own: State): NodeReport => ({
  cluster: 'control-plane/eu',
  role: 'control-plane',
  apiVersion: 'v1',
  kind: 'MariaDB',
  namespace: 'openstack',
  name: 'db',
  state: own,
  own,
  status: own,
  reason: 'GaleraNotReady',
  message: '0 of 3',
  source: 'live',
})

const phase = (state: PhaseReport['state'], more: Partial<PhaseReport> = {}): PhaseReport => ({
  id: '1',
  title: 'Infrastructure',
  state,
  members: state === 'healthy' || state === 'waiting' ? [] : [node(state)],
  count: 1,
  status: state === 'waiting' ? 'blocked' : state,
  ...more,
})

const row = (state: State, phases: readonly PhaseReport[]): StatusRow => ({
  ...node(state),
  kind: 'OpenStackCluster',
  namespace: 'tenant',
  name: 'a',
  phases,
  ...(state === 'healthy' ? {} : { blocker: node('failed') }),
})

const status = (exitCode: number, clusters: readonly StatusRow[], complete = true): StatusReport => ({
  apiVersion: API_VERSION,
  kind: 'Status',
  verdict: 'healthy',
  exitCode,
  completeness: {
    complete,
    clusters: [{ name: 'management', complete }],
    gaps: complete ? [] : [{ cluster: 'management', kind: 'Shoot', fault: 'forbidden', message: 'may not list' }],
  },
  clusters,
  pools: [],
  keysCompared: true,
})

const cases = (report: StatusReport) => statusTests(report, 0).suites.flatMap((suite) => suite.cases)
const outcomes = (report: StatusReport) => cases(report).map(({ outcome }) => outcome)

describe('a phase', () => {
  it.each([
    ['healthy', 'passed'],
    ['off', 'skipped'],
    ['not installed', 'skipped'],
    ['suspended', 'skipped'],
    ['maintenance', 'skipped'],
    ['waiting', 'skipped'],
    ['progressing', 'failed'],
    ['unknown', 'error'],
    ['degraded', 'failed'],
    ['failed', 'failed'],
  ] as const)('that is %s has %s', (state, outcome) => {
    const whole: State = state === 'waiting' ? 'failed' : state
    expect(cases(status(1, [row(whole, [phase(state)])]))[0]).toMatchObject({ name: '1 Infrastructure', outcome })
  })

  it('that failed has the reason, and the root cause', () => {
    const [failed] = cases(status(1, [row('failed', [phase('failed')])]))
    expect(failed).toMatchObject({
      message: 'failed: MariaDB openstack/db @control-plane/eu: GaleraNotReady: 0 of 3',
      detail: expect.stringMatching(/^first blocker: MariaDB openstack\/db @control-plane\/eu: .*\nfailed: MariaDB/),
    })
  })

  it('that is blocked names the blocking phase', () => {
    const report = status(1, [row('failed', [phase('failed'), phase('waiting', { id: '2', waitsFor: '1' })])])
    expect(cases(report)[1]).toMatchObject({ outcome: 'skipped', message: 'blocked by phase 1' })
  })
})

describe('is red exactly when the exit code is not 0', () => {
  const isRed = (report: StatusReport) => outcomes(report).some((each) => each === 'failed' || each === 'error')

  it.each(STATES)('for a cluster that is %s although no phase says so', (state) => {
    const fine = ['healthy', 'off', 'not installed', 'suspended', 'maintenance'].includes(state)
    expect(isRed(status(fine ? 0 : 1, [row(state, [phase('healthy')])]))).toBe(!fine)
  })

  it('if something was not read', () => {
    const gap = [row('healthy', [phase('healthy')])]
    expect(isRed(status(3, gap, false))).toBe(true)
    expect(cases(status(3, gap, false)).at(-1)).toMatchObject({ outcome: 'error', message: 'Shoot: may not list' })
    // --allow-incomplete
    expect(isRed(status(0, [row('unknown', [phase('unknown')])], false))).toBe(false)
    expect(outcomes(status(0, [row('unknown', [phase('unknown')])], false))).toEqual(['skipped', 'skipped'])
  })

  it('if there is nothing to assess', () => {
    expect(isRed(status(3, []))).toBe(true)
    expect(cases(status(3, [])).at(-1)).toMatchObject({ message: 'no OpenStack cluster was found' })
  })
})
