// SPDX-License-Identifier: Apache-2.0
// A cluster that could not be read is a cause of its own: nothing is known of the objects in it.
import { beforeAll, describe, expect, it } from 'vitest'
import { overviewSubjects } from '../../../../src/lib/reports/shared/find-subject.ts'
import { statusReport } from '../../../../src/lib/reports/status/report.ts'
import { statusView } from '../../../../src/lib/reports/status/view.ts'
import { whyReport } from '../../../../src/lib/reports/why/report.ts'
import { whyView } from '../../../../src/lib/reports/why/view.ts'
import { type Observed, observeScenario } from '../../../harness/observed.ts'

let seen: Observed
beforeAll(async () => {
  seen = await observeScenario('management-only')
})

const claim = () => {
  const node = overviewSubjects(seen.assessment.graph, {}).find(({ name }) => name === 'customer-a-prod')
  if (!node) throw new Error('no claim')
  return node
}

describe('only the management cluster answers', () => {
  it('why names the cluster, not an object that could not be read', () => {
    const report = whyReport({ ...seen, subject: claim(), allowIncomplete: false })
    expect(report.exitCode).toBe(3)
    expect(report.causes.map(({ unreachable }) => unreachable?.cluster)).toEqual(['control-plane/eu-de-1'])
    expect(report.causes[0]?.unreachable?.reason).toMatch(/^unreachable \(/)
    expect(report.causes[0]?.subject.cluster).toBe('control-plane/eu-de-1')
    const [headline] = whyView(report).blocks.flatMap((block) => (block.type === 'lines' ? block.lines : []))
    expect(headline?.text).toBe(
      '? customer-a-prod is unknown. Cannot tell: control-plane/eu-de-1 is unreachable. ' +
        'Last known (cached, last change 41d ago): Ready=True.',
    )
    expect(report.lastKnown).toMatchObject({ ready: 'True', age: '41d' })
  })

  it('status says the same, and lists what an unreachable control plane may hold', () => {
    const { snapshot, assessment, causes } = seen
    const subjects = overviewSubjects(assessment.graph, {})
    const report = statusReport(snapshot, assessment, { subjects, causes, allowIncomplete: false, scope: {} })
    const rows = report.clusters.map(({ name, region, state, unreachable }) => [
      name,
      region,
      state,
      unreachable?.cluster,
    ])
    expect(rows).toContainEqual(['customer-a-prod', 'eu-de-1', 'unknown', 'control-plane/eu-de-1'])
    expect(rows).toContainEqual(['*', 'us-east-1', 'unknown', 'control-plane/us-east-1'])
    expect(report.mayHoldMore).toEqual(['control-plane/eu-de-1'])
    const cells = statusView(report).blocks.flatMap((block) => (block.type === 'table' ? block.rows.flat() : []))
    expect(cells.map(({ text }) => text)).toContain('control-plane/us-east-1 is unreachable')
    expect(cells.map(({ text }) => text)).toContain('(any) @control-plane/us-east-1')
  })
})

it('one unreachable pool: the cause is the pool’s cluster', async () => {
  seen = await observeScenario('pool-unreachable')
  const report = whyReport({ ...seen, subject: claim(), allowIncomplete: false })
  expect(report.causes.map(({ unreachable }) => unreachable?.cluster)).toEqual(['storage/st-pool-a'])
})
