// SPDX-License-Identifier: Apache-2.0
// One object has one status in every view.
import { describe, expect, it } from 'vitest'
import { assess } from '../../../../src/lib/assess/assess.ts'
import { buildGraph } from '../../../../src/lib/graph/build.ts'
import type { State, Status } from '../../../../src/lib/model/report/report.ts'
import { toAscii } from '../../../../src/lib/render/ascii.ts'
import { nodeReport } from '../../../../src/lib/reports/shared/object-row.ts'
import { stateCell } from '../../../../src/lib/reports/shared/state-cell.ts'
import { link, NOW, smallKind, snapshotOf, thing } from '../../graph/small.ts'

const KINDS = ['A.t.test', 'B.t.test', 'OpenStackCluster.c5c3.io'].map((name) => smallKind(name))

/** An object of a kind in a state that depends on B in another. */
function reportOf(own: State, dependency: State, kind = 'A.t.test') {
  const b = thing('B.t.test', 'ns/b', { state: dependency })
  const a = thing(kind, 'ns/a', { state: own, links: [link({ namespace: 'ns', name: 'b' })] })
  const snapshot = snapshotOf({ kinds: KINDS, clusters: { management: { objects: [a, b] } } })
  const assessment = assess(buildGraph(snapshot, KINDS), { now: NOW })
  const [node] = assessment.graph.of(kind)
  if (!node) throw new Error('no node')
  return nodeReport(assessment, node)
}

describe('status', () => {
  it.each<[State, State, Status]>([
    ['healthy', 'healthy', 'healthy'],
    ['healthy', 'failed', 'blocked'],
    ['failed', 'failed', 'blocked'],
    ['progressing', 'failed', 'blocked'],
    ['stalled', 'stalled', 'blocked'],
    ['failed', 'healthy', 'failed'],
    ['stalled', 'healthy', 'stalled'],
    ['healthy', 'degraded', 'degraded'],
    ['healthy', 'progressing', 'progressing'],
    ['maintenance', 'progressing', 'maintenance'],
    ['maintenance', 'failed', 'blocked'],
    ['healthy', 'unknown', 'unknown'],
    ['unknown', 'failed', 'unknown'],
    ['off', 'healthy', 'off'],
  ])('%s, depends on something %s: %s', (own, dependency, status) => {
    expect(reportOf(own, dependency).status).toBe(status)
  })

  it('names what blocks it', () => {
    expect(reportOf('failed', 'failed').blockedBy).toBe('B/ns/b@management')
    expect(reportOf('failed', 'healthy').blockedBy).toBeUndefined()
  })

  it('of an OpenStack cluster is that of all it consists of, with the root cause', () => {
    const { status, blockedBy } = reportOf('progressing', 'failed', 'OpenStackCluster.c5c3.io')
    expect([status, blockedBy]).toEqual(['failed', 'B/ns/b@management'])
  })

  it.each<[Status, string, string]>([
    ['off', '· disabled', '- disabled'],
    ['blocked', '⏸ blocked', '^ blocked'],
    ['stalled', '✖ stalled', 'x stalled'],
  ])('%s reads %s', (status, text, ascii) => {
    expect(stateCell(status).text).toBe(text)
    expect(toAscii(text)).toBe(ascii)
  })
})
