// SPDX-License-Identifier: Apache-2.0
// The impact of the loss or drain of a pool or a machine.
import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../../src/lib/model/object/resource.ts'
import { poolImpactReport } from '../../../../src/lib/reports/pools/impact.ts'
import { forbidden, type SmallCluster } from '../../graph/small.ts'
import {
  arbiter,
  blockPool,
  cephCluster,
  claim,
  composed,
  hypervisor,
  hypervisorPool,
  monitor,
  node,
  read,
  storagePool,
  withComposite,
} from '../pool-landscape.ts'

type Objects = NonNullable<SmallCluster['objects']>

function impact(name: string, clusters: Parameters<typeof read>[0], gaps: Parameters<typeof read>[1] = []) {
  const { snapshot, assessment } = read(clusters, gaps)
  return poolImpactReport(snapshot, assessment, { name, allowIncomplete: false })
}

describe('a hypervisor pool', () => {
  const a = { objects: [node('n1'), node('n2'), hypervisor('n1'), hypervisor('n2')] }
  const b = { objects: [node('n3'), node('n4'), hypervisor('n3'), hypervisor('n4')] }
  const pools = [hypervisorPool('a'), hypervisorPool('b')]
  const clusters = (...claims: Objects) => ({
    management: { objects: [...pools, ...claims] },
    'hypervisor/a': a,
    'hypervisor/b': b,
  })

  it('that is the only one of a tenant stops it, and its instances are counted', () => {
    const { tenants, load, notes } = impact('a', clusters(claim('t/x', ['a'], [])))
    expect(load).toEqual({ nodes: 2, instances: 6, vcpus: 10, memoryBytes: 80 * 2 ** 30 })
    expect(tenants).toMatchObject([
      { name: 'x', drained: { effect: 'stops' }, lost: { effect: 'stops' }, otherPools: [], instances: 6 },
    ])
    expect(notes).toEqual([])
  })

  it('beside another one reduces it, and reports the free capacity of the other', () => {
    const { tenants } = impact('a', clusters(claim('t/x', ['a', 'b'], [])))
    expect(tenants).toMatchObject([{ drained: { effect: 'reduced' }, lost: { effect: 'reduced' }, otherPools: ['b'] }])
    expect(tenants[0]?.drained.why).toContain('b: 30 vCPU free')
  })

  it('beside one that was never created stops it too', () => {
    const { tenants } = impact('a', clusters(claim('t/x', ['a', 'gone'], [])))
    expect(tenants).toMatchObject([{ lost: { effect: 'stops' }, otherPools: [] }])
    expect(tenants[0]?.drained.why).toBe('gone cannot replace it now')
  })

  it('of several tenants has instances that cannot be attributed', () => {
    const { tenants, notes } = impact('a', clusters(claim('t/x', ['a'], []), claim('t/y', ['a'], [])))
    expect(tenants.map(({ instances }) => instances)).toEqual([undefined, undefined])
    expect(notes).toEqual(['instances per tenant: not exposed by the API'])
  })

  it('without tenants affects no tenant', () => {
    expect(impact('b', clusters(claim('t/x', ['a'], []))).tenants).toEqual([])
  })

  it('may have more tenants if claims were not read', () => {
    const { notes, exitCode } = impact('a', clusters(), [forbidden('management', 'OpenStackCluster.c5c3.io')])
    expect(notes).toEqual(['there may be more tenants: forbidden: list OpenStackCluster.c5c3.io'])
    expect(exitCode).toBe(3)
  })
})

describe('a hypervisor', () => {
  const lost = (objects: Objects, name = 'n1', claims: Objects = [claim('t/x', ['a'], [])]) =>
    impact(name, {
      management: { objects: [hypervisorPool('a'), ...claims] },
      'hypervisor/a': { objects: [node('n1'), node('n2'), ...objects] },
    })

  it('whose instances fit on the others can be drained; if it is lost they are restarted', () => {
    const { tenants, subject } = lost([hypervisor('n1'), hypervisor('n2')])
    expect(subject).toMatchObject({ kind: 'node', name: 'n1', pool: 'a', state: 'healthy' })
    expect(tenants).toMatchObject([{ drained: { effect: 'nothing' }, lost: { effect: 'reduced' }, instances: 3 }])
    expect(tenants[0]?.drained.why).toContain('15 vCPU and 60 GiB are free on 1 other')
  })

  it.each([
    ['too little CPU', { allocation: { cpu: '16', memory: '1Gi' } }],
    ['too little memory', { allocation: { cpu: '1', memory: '90Gi' } }],
  ])('there is %s on the others', (_, full) => {
    expect(lost([hypervisor('n1'), hypervisor('n2', full)]).tenants).toMatchObject([{ drained: { effect: 'reduced' } }])
  })

  it.each([
    ['in maintenance', hypervisor('n2', {}, { maintenance: 'manual' })],
    ['not ready', hypervisor('n2', { conditions: [{ type: 'Ready', status: 'False', reason: 'Broken' }] })],
  ])('is the only one if the other one is %s', (_, other) => {
    const { tenants } = lost([hypervisor('n1'), other])
    expect(tenants).toMatchObject([{ drained: { effect: 'stops' }, lost: { effect: 'stops' } }])
  })

  it('without high availability leaves its instances down', () => {
    const { tenants } = lost([hypervisor('n1', {}, { highAvailability: false }), hypervisor('n2')])
    expect(tenants).toMatchObject([{ lost: { effect: 'stops' } }])
    expect(tenants[0]?.lost.why).toContain('HA is disabled')
  })

  it('without instances can be removed', () => {
    const { tenants } = lost([hypervisor('n1', { numInstances: 0 }), hypervisor('n2')])
    expect(tenants).toMatchObject([{ drained: { effect: 'nothing' }, lost: { effect: 'nothing' }, services: [] }])
  })

  it('without a status is not known to be empty', () => {
    for (const own of [[], [hypervisor('n1', { numInstances: 'some' })]] as const)
      expect(lost([...own, hypervisor('n2')]).tenants).toMatchObject([
        { drained: { effect: 'unknown' }, lost: { effect: 'unknown' } },
      ])
  })

  it('affects only tenants whose host aggregates contain it, and those without aggregates', () => {
    const aggregates = (...names: string[]) => ({ aggregates: names.map((name) => ({ name })) })
    const claims = ['x', 'y', 'z'].map((name) => claim(`t/${name}`, ['a'], []))
    const { tenants } = lost(
      [hypervisor('n1', aggregates('x', 'zone')), hypervisor('n2', aggregates('x', 'y'))],
      'n1',
      claims,
    )
    expect(tenants.map(({ name }) => name)).toEqual(['x', 'z'])
  })
})

describe('a storage pool', () => {
  const tenant = withComposite(claim('t/x', [], ['s', 'u']), 'x-1')
  const nodes = ['n1', 'n2', 'n3'].map((name) => node(name))
  const ceph = (...more: readonly KubeObject[]) => ({
    objects: [...nodes, cephCluster(), monitor('a', 'n1'), monitor('b', 'n2'), monitor('c', 'n3'), ...more],
  })
  const clusters = (s: readonly KubeObject[], u: readonly KubeObject[] = []) => ({
    management: {
      objects: [
        storagePool('s'),
        storagePool('u'),
        tenant,
        ...composed('x-1', { s: s.map(({ metadata }) => metadata.name), u: u.map(({ metadata }) => metadata.name) }),
      ],
    },
    'storage/s': ceph(...s),
    'storage/u': ceph(...u),
  })

  it('takes the data of its RBD pools and its quorum with it', () => {
    const { tenants, quorum } = impact('s', clusters([blockPool('x-volumes'), blockPool('x-images')]))
    expect(tenants).toMatchObject([
      { lost: { effect: 'stops' }, notReplicated: ['x-images', 'x-volumes'], otherPools: ['u'] },
    ])
    expect(quorum).toEqual({ total: 3, needed: 2, before: 3, after: 0, kept: false })
  })

  it('names only pools that are not mirrored', () => {
    const { tenants } = impact('s', clusters([blockPool('m', { mirroring: { enabled: true } }), blockPool('n')]))
    expect(tenants).toMatchObject([{ notReplicated: ['n'] }])
    expect(tenants[0]?.lost.why).toContain('1 mirrored')
  })

  it('with all pools mirrored requires a failover', () => {
    const { tenants } = impact('s', clusters([blockPool('m', { mirroring: { enabled: true } })]))
    expect(tenants).toMatchObject([{ lost: { effect: 'reduced' }, notReplicated: [] }])
  })

  it('in which a tenant has nothing has no effect on it, unless that could not be read', () => {
    const empty = clusters([], [blockPool('x-volumes')])
    expect(impact('s', empty).tenants).toMatchObject([{ lost: { effect: 'nothing' } }])
    const hidden = impact('s', empty, [forbidden('storage/s', 'CephBlockPool.ceph.rook.io')])
    expect(hidden.tenants).toMatchObject([{ lost: { effect: 'unknown' } }])
  })

  it('leaves its arbiter, which is no majority', () => {
    const { management, ...rest } = clusters([blockPool('v')])
    const objects = [cephCluster({}, { mon: { count: 2 } }), monitor('a'), monitor('b'), arbiter(), blockPool('v')]
    const { quorum } = impact('s', { management, ...rest, 'storage/s': { objects } })
    expect(quorum).toEqual({ total: 3, needed: 2, before: 3, after: 1, kept: false })
  })
})

describe('a storage node', () => {
  const lost = (
    name: string,
    objects: readonly KubeObject[],
    nodes = [node('n1'), node('n2'), node('n3'), node('n4')],
  ) => {
    const pools = objects.filter(({ kind }) => kind === 'CephBlockPool').map(({ metadata }) => metadata.name)
    const tenant = withComposite(claim('t/x', [], ['s']), 'x-1')
    return impact(name, {
      management: { objects: [storagePool('s', {}, { workers: 4 }), tenant, ...composed('x-1', { s: pools })] },
      'storage/s': { objects: [...nodes, ...objects] },
    })
  }
  const three = [cephCluster(), monitor('a', 'n1'), monitor('b', 'n2'), monitor('c', 'n3')]

  it('can be drained while the others hold all replicas; its loss costs a replica', () => {
    const { tenants, quorum } = lost('n1', [...three, blockPool('v')])
    expect(quorum).toEqual({ total: 3, needed: 2, before: 3, after: 2, kept: true })
    expect(tenants).toMatchObject([{ drained: { effect: 'nothing' }, lost: { effect: 'reduced' } }])
    expect(tenants[0]?.drained.why).toContain('33% full')
  })

  it('without a monitor does not affect the quorum', () => {
    expect(lost('n4', [...three, blockPool('v')]).quorum).toMatchObject({ after: 3, kept: true })
  })

  it('that the quorum requires stops everything', () => {
    const objects = [cephCluster(), monitor('a', 'n1'), monitor('b', 'n2'), monitor('c', 'n3', 0), blockPool('v')]
    const { tenants, quorum } = lost('n1', objects)
    expect(quorum).toMatchObject({ before: 2, after: 1, kept: false })
    expect(tenants).toMatchObject([{ lost: { effect: 'stops' } }])
    expect(lost('n3', objects).quorum).toMatchObject({ before: 2, after: 2, kept: true })
  })

  it('is assumed to have a monitor if no monitor reports its node', () => {
    const { quorum } = lost('n4', [cephCluster(), monitor('a'), monitor('b'), monitor('c'), blockPool('v')])
    expect(quorum).toMatchObject({
      after: 2,
      assumed: expect.stringContaining('the machines of the monitors are unknown'),
    })
  })

  it.each([
    ['the only copy', blockPool('v', { replicated: { size: 1 } }), {}, 'stops'],
    ['one of two copies', blockPool('v', { replicated: { size: 2 } }), {}, 'reduced'],
    ['one of three copies, one node is down already', blockPool('v'), { ready: false }, 'stops'],
    ['copies on disks, not machines', blockPool('v', { failureDomain: 'osd' }), {}, 'unknown'],
    ['the number of replicas is unknown', blockPool('v', { replicated: {} }), {}, 'unknown'],
  ] as const)('%s: %o', (_, pool, last, effect) => {
    const nodes = [node('n1'), node('n2'), node('n3'), node('n4', last)]
    expect(lost('n1', [...three, pool], nodes).tenants).toMatchObject([{ lost: { effect } }])
  })

  it.each([
    ['too few nodes are left for all copies', [node('n1'), node('n2'), node('n3')], {}, 'reduced'],
    ['the others would be nearly full', undefined, { capacity: { bytesTotal: 100, bytesUsed: 70 } }, 'reduced'],
    ['the used capacity is unknown', undefined, { capacity: {} }, 'unknown'],
  ] as const)('drained while %s', (_, nodes, ceph, effect) => {
    const objects = [cephCluster(ceph), ...three.slice(1), blockPool('v')]
    expect(lost('n1', objects, nodes && [...nodes]).tenants).toMatchObject([{ drained: { effect } }])
  })
})
