// SPDX-License-Identifier: Apache-2.0
// A condition that reports a problem and that no rule of its kind reads is never dropped.
import { describe, expect, it } from 'vitest'
import { assess } from '../../../src/lib/assess/assess.ts'
import { unjudgedFindings } from '../../../src/lib/assess/unjudged-conditions.ts'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import { KINDS } from '../../../src/lib/kinds/index.ts'
import { problemStatus } from '../../../src/lib/model/object/condition-polarity.ts'
import { snapshotOf } from '../graph/small.ts'
import { conditions, made, NOW } from '../kinds/told.ts'

function judged(kind: string, ...told: readonly string[]) {
  const objects = [made(kind, conditions(...told))]
  const snapshot = snapshotOf({ kinds: KINDS, clusters: { 'control-plane/cp': { objects } } })
  const assessment = assess(buildGraph(snapshot, KINDS), { now: NOW })
  const node = [...assessment.graph.nodes.values()].find((one) => one.object?.kind === objects[0]?.kind)
  if (!node) throw new Error('no node')
  return { own: assessment.own(node.id), findings: unjudgedFindings(assessment).map(({ message }) => message) }
}

const KEYSTONE = 'Keystone.keystone.openstack.c5c3.io'
const CINDER = 'Cinder.cinder.openstack.c5c3.io'

describe('a condition that no rule knows', () => {
  it.each([
    ['False of a positive type', 'ExtraConfigHealthy=False/OwnedKeysOverridden keys were overridden'],
    ['True of a negative type', 'ConfigurationDegraded=True/OwnedKeysOverridden keys were overridden'],
  ])('%s is a note and a finding, and changes no state', (_, told) => {
    const { own, findings } = judged(KEYSTONE, 'Ready=True/AllReady', told)
    expect(own.state).toBe('healthy')
    expect(own.notes).toEqual([told.replace(/=(\w+)\/(\w+) .*/, ' is $1 ($2)')])
    expect(findings).toEqual(['keys were overridden'])
  })

  it('that is negative and False, or of no polarity, is silent', () => {
    const legal = ['Degraded=False/AsExpected', 'Stalled=False/No', 'Paused=False/No', 'ConfigDrifted=False/No']
    const { own, findings } = judged(KEYSTONE, 'Ready=True/AllReady', ...legal, 'Reconciling=False/Done')
    expect(own).toMatchObject({ state: 'healthy' })
    expect(own.notes).toBeUndefined()
    expect(findings).toEqual([])
  })

  it('that is in progress is a note, and no finding', () => {
    const { own, findings } = judged(KEYSTONE, 'Ready=True/AllReady', 'MetricsReady=False/Pending')
    expect(own.notes).toEqual(['MetricsReady is False (Pending)'])
    expect(findings).toEqual([])
  })

  it('supplies the reason where Ready only says that something is not ready', () => {
    const ready = 'Ready=False/NotAllReady one or more sub-conditions are not ready'
    const { own } = judged(CINDER, 'DatabaseReady=True', ready, 'APIReady=False/AuthenticationFailed got 401')
    expect(own).toMatchObject({ state: 'failed', reason: 'AuthenticationFailed', message: 'got 401' })
    const broken = 'KernelModulesHealthy=False/Missing no openvswitch'
    expect(judged('OVNChassis.ovn.c5c3.io', 'Ready=False/NotReady', broken).own).toMatchObject({
      state: 'failed',
      message: 'no openvswitch',
    })
  })

  it('does not replace the reason of a Ready that names one', () => {
    const { own } = judged(
      'OVNChassis.ovn.c5c3.io',
      'Ready=False/NoTunnel cannot reach south',
      'SyncHealthy=False/Old x',
    )
    expect(own).toMatchObject({ reason: 'NoTunnel', notes: ['SyncHealthy is False (Old)'] })
  })

  it('of a kind of Kubernetes itself is left to its rules', () => {
    const { own } = judged('Node', 'Ready=True/KubeletReady', 'NetworkUnavailable=False/Routed')
    expect(own.notes).toBeUndefined()
  })
})

it.each([
  ['Ready', 'False'],
  ['APIReady', 'False'],
  ['libvirtd.service', 'False'],
  ['Degraded', 'True'],
  ['ReconcileFailed', 'True'],
  ['NotReady', 'True'],
  ['Unavailable', 'True'],
  ['DiskPressure', 'True'],
  ['Progressing', undefined],
  ['Paused', undefined],
  ['Evicting', undefined],
])('%s reports a problem when it is %s', (type, status) => expect(problemStatus(type)).toBe(status))
