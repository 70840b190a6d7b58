// SPDX-License-Identifier: Apache-2.0
// Which pools exist, their capacity and tenants, and whether their isolation is kept.
import { describe, expect, it } from 'vitest'
import { amountsOf } from '../../../../src/lib/reports/pools/amounts.ts'
import { poolCapacityReport } from '../../../../src/lib/reports/pools/capacity.ts'
import { findPool, findPoolOrNode } from '../../../../src/lib/reports/pools/find-pool.ts'
import { type MonitorQuorum, monitorQuorum } from '../../../../src/lib/reports/pools/monitors.ts'
import { poolsReport } from '../../../../src/lib/reports/pools/report.ts'
import type { PoolSite } from '../../../../src/lib/reports/pools/sites.ts'
import { darkness, forbidden, type SmallCluster } from '../../graph/small.ts'
import {
  arbiter,
  cephCluster,
  claim,
  hypervisor,
  hypervisorPool,
  monitor,
  node,
  type Read,
  read,
  storagePool,
} from '../pool-landscape.ts'

const ALL = { scope: {}, allowIncomplete: false }

const site = ({ view }: Read, name: string) => view.sites.find((each) => each.name === name) as PoolSite
const rows = ({ snapshot, assessment }: Read) =>
  poolsReport(snapshot, assessment, ALL).regions.flatMap(({ pools }) => pools)
const row = (seen: Read, name: string) => rows(seen).find((each) => each.name === name)

const management = (...objects: NonNullable<SmallCluster['objects']>) => ({ management: { objects } })

describe('the list of pools', () => {
  it('names a pool by spec.name, not by the name of its claim', () => {
    const seen = read(management({ ...hypervisorPool('a'), metadata: { name: 'a-x7k2p', namespace: 'infra' } }))
    expect(seen.view.sites.map(({ name, type }) => `${type}/${name}`)).toEqual(['hypervisor/a'])
  })

  it('contains a pool that a claim names and that does not exist, as failed', () => {
    const seen = read(management(claim('t/x', ['a'], [])))
    expect(row(seen, 'a')).toMatchObject({ type: 'hypervisor', state: 'failed', reason: 'Missing', tenants: ['t/x'] })
    expect(poolsReport(seen.snapshot, seen.assessment, ALL).exitCode).toBe(1)
  })

  it('contains a cluster without a claim as a pool by its role, with the region of its nodes', () => {
    const region = { 'topology.kubernetes.io/region': 'r9' }
    const seen = read({
      ...management(),
      'hypervisor/bare': { objects: [node('n1', { labels: region }), node('n2', { labels: region, ready: false })] },
    })
    expect(row(seen, 'bare')).toMatchObject({ region: 'r9', state: 'degraded', nodes: { ready: 1, seen: 2 } })
  })

  it('contains a pool of an unreachable cluster as unknown, without invented zeros', () => {
    const seen = read({ ...management(storagePool('s')), 'storage/s': { dark: true } })
    const pool = row(seen, 's')
    expect(pool).toMatchObject({ state: 'unknown', nodes: { hidden: 'does not answer' } })
    expect(pool?.amounts.cephBytes).toEqual({ unavailable: 'does not answer' })
    expect(poolsReport(seen.snapshot, seen.assessment, ALL)).toMatchObject({ verdict: 'unknown', exitCode: 3 })
  })

  it('does not depend on the order of objects', () => {
    const objects = [hypervisorPool('b'), storagePool('a'), hypervisorPool('a'), claim('t/x', ['a', 'b'], ['a'])]
    const forth = read(management(...objects))
    const back = read(management(...objects.toReversed()))
    expect(rows(back)).toEqual(rows(forth))
    expect(rows(forth).map(({ type, name }) => `${type}/${name}`)).toEqual([
      'hypervisor/a',
      'hypervisor/b',
      'storage/a',
    ])
  })
})

describe('isolation of a pool', () => {
  const labels = { dedicated: 'true' }
  const x = claim('t/x', ['a'], [])
  const y = claim('t/y', ['a'], [])
  const z = claim('other/x', ['a'], [])

  it.each([
    ['it has no tenants', [hypervisorPool('a')], 'unused', undefined],
    ['one tenant uses it', [hypervisorPool('a'), x], 'dedicated', true],
    ['two tenants use it', [hypervisorPool('a'), x, y], 'shared', undefined],
    ['two tenants of one name use it', [hypervisorPool('a'), x, z], 'shared', undefined],
    ['it is labelled, without tenants', [hypervisorPool('a', { labels })], 'dedicated', true],
    ['it is labelled, one uses it', [hypervisorPool('a', { labels }), x], 'dedicated', true],
    ['it is labelled, two use it', [hypervisorPool('a', { labels }), x, y], 'dedicated', false],
    ['compliance is a label too', [hypervisorPool('a', { labels: { compliance: 'sox' } }), x, y], 'dedicated', false],
    ['it is labelled not to be', [hypervisorPool('a', { labels: { dedicated: 'false' } }), x, y], 'shared', undefined],
  ] as const)('%s', (_, objects, strategy, kept) => {
    const { isolation } = row(read(management(...objects)), 'a') ?? {}
    expect(isolation?.strategy).toBe(strategy)
    expect(isolation?.kept).toBe(kept)
  })

  it('that is violated names the other tenants, and is a finding', () => {
    const seen = read({ ...management(hypervisorPool('a', { labels, workers: 0 }), x, y), 'hypervisor/a': {} })
    expect(row(seen, 'a')?.isolation.reasons).toEqual(['2 tenants use it: t/x, t/y'])
    expect(poolsReport(seen.snapshot, seen.assessment, ALL)).toMatchObject({ exitCode: 1 })
  })

  it('is nominal if its machines are in the rack of another pool', () => {
    const ironcore = { machinePool: 'rack-1' }
    const seen = read(management(hypervisorPool('a', { labels, ironcore }), hypervisorPool('b', { ironcore }), x))
    expect(row(seen, 'a')?.isolation).toMatchObject({
      kept: false,
      reasons: ['its machines come from rack-1, like those of b'],
    })
    expect(row(seen, 'b')?.isolation.kept).toBeUndefined()
  })

  it('is nominal if its nodes lack the label', () => {
    const nodes = [node('n1', { labels }), node('n2')]
    const seen = read({ ...management(hypervisorPool('a', { labels }), x), 'hypervisor/a': { objects: nodes } })
    expect(row(seen, 'a')?.isolation.reasons).toEqual(['1 of 2 nodes lack the label dedicated=true'])
  })

  it.each([
    ['the claims may not be listed', [forbidden('management', 'OpenStackCluster.c5c3.io')]],
    ['management is unreachable', [darkness('management')]],
  ])('cannot be confirmed if %s', (_, gaps) => {
    const seen = read({ ...management(hypervisorPool('a', { labels }), hypervisorPool('b')) }, gaps)
    for (const name of ['a', 'b']) expect(row(seen, name)?.isolation.kept).toBeUndefined()
    expect(row(seen, 'b')?.isolation).toMatchObject({ strategy: 'unknown' })
    expect(row(seen, 'a')?.isolation.reasons[0]).toContain('its tenants are unknown')
  })
})

describe('isolation of a tenant', () => {
  const both = claim('t/x', ['a', 'b'], [])
  const other = claim('t/y', ['a'], [])

  it.each([
    ['only shared pools', [hypervisorPool('a'), claim('t/x', ['a'], []), other], ['shared']],
    ['only pools of its own', [hypervisorPool('a'), claim('t/x', ['a'], [])], ['dedicated']],
    ['a shared one and one of its own', [hypervisorPool('a'), hypervisorPool('b'), both, other], ['hybrid']],
    [
      'storage of two classes',
      [
        storagePool('s', { deviceClass: 'nvme' }),
        storagePool('t', { deviceClass: 'hdd' }),
        claim('t/x', [], ['s', 't']),
      ],
      ['dedicated', 'tiered'],
    ],
    [
      'storage of one class',
      [
        storagePool('s', { deviceClass: 'hdd' }),
        storagePool('t', { deviceClass: 'hdd' }),
        claim('t/x', [], ['s', 't']),
      ],
      ['dedicated'],
    ],
    [
      'hypervisors of two tiers',
      [
        hypervisorPool('a', { labels: { tier: 'standard' } }),
        hypervisorPool('b', { labels: { tier: 'premium' } }),
        both,
      ],
      ['dedicated', 'tiered'],
    ],
    [
      'storage and hypervisors of different class: they are not to be compared',
      [
        hypervisorPool('a', { labels: { tier: 'standard' } }),
        storagePool('s', { deviceClass: 'nvme' }),
        claim('t/x', ['a'], ['s']),
      ],
      ['dedicated'],
    ],
    ['no pools at all', [claim('t/x', [], [])], []],
  ] as const)('%s', (_, objects, strategies) => {
    const { snapshot, assessment } = read(management(...objects))
    const tenant = poolsReport(snapshot, assessment, ALL).tenants.find(({ name }) => name === 'x')
    expect(tenant?.strategies).toEqual(strategies)
  })
})

describe('the capacity of a pool', () => {
  const pool = hypervisorPool('a')
  const amounts = (objects: NonNullable<SmallCluster['objects']>, gaps: Parameters<typeof read>[1] = []) => {
    const seen = read({ ...management(pool), 'hypervisor/a': { objects } }, gaps)
    return amountsOf(seen.assessment, seen.view.world, site(seen, 'a'))
  }

  it('is the sum of its hypervisors, with their overcommit', () => {
    const GIB = 2 ** 30
    expect(amounts([hypervisor('n1'), hypervisor('n2')])).toEqual({
      vcpus: { total: 40, used: 10, free: 30 },
      memoryBytes: { total: 200 * GIB, used: 80 * GIB, free: 120 * GIB },
      instances: 6,
    })
  })

  it('is not free on a hypervisor in maintenance, or disabled in Nova', () => {
    const disabled = [
      { type: 'Ready', status: 'True', reason: 'Ready' },
      { type: 'HypervisorDisabled', status: 'True', reason: 'Manual' },
    ]
    const seen = amounts([
      hypervisor('n1'),
      hypervisor('n2', {}, { maintenance: 'manual' }),
      hypervisor('n3', { conditions: disabled }),
    ])
    expect(seen).toMatchObject({ vcpus: { total: 60, used: 15, free: 15 }, outOfService: 2 })
  })

  it('reports how many hypervisors have no numbers', () => {
    const { vcpus, instances } = amounts([hypervisor('n1'), hypervisor('n2', { allocation: {}, numInstances: null })])
    expect(vcpus).toEqual({
      total: 40,
      used: 5,
      free: 15,
      unavailable: '1 of 2 hypervisors report no capacity',
    })
    expect(instances).toBeUndefined()
  })

  it('is that of its nodes without hypervisors, and its use is unknown, not 0', () => {
    const { vcpus } = amounts([node('n1'), node('n2')])
    expect(vcpus).toEqual({ total: 20, unavailable: 'usage unknown: no Hypervisor object reports it' })
  })

  it('is unknown where hypervisors are forbidden', () => {
    const { vcpus } = amounts([], [forbidden('hypervisor/a', 'Hypervisor.kvm.cloud.sap')])
    expect(vcpus).toEqual({ unavailable: 'forbidden: list Hypervisor.kvm.cloud.sap' })
  })

  it.each([
    ['Ceph reported nothing yet', cephCluster({ capacity: {} })],
    ['Ceph reported no numbers', cephCluster({ capacity: { bytesTotal: 'much', bytesUsed: [] } })],
  ])('%s: text, no number', (_, ceph) => {
    const seen = read({ ...management(storagePool('s')), 'storage/s': { objects: [ceph] } })
    const { cephBytes } = amountsOf(seen.assessment, seen.view.world, site(seen, 's'))
    expect(cephBytes).toEqual({ unavailable: 'Ceph has not reported its capacity yet' })
  })

  it('is summed by region without pools of unknown use, with a note', () => {
    const seen = read({
      ...management(hypervisorPool('a'), hypervisorPool('b')),
      'hypervisor/a': { objects: [hypervisor('n1')] },
      'hypervisor/b': { objects: [node('n2')] },
    })
    const { regions } = poolCapacityReport(seen.snapshot, seen.assessment, ALL)
    expect(regions[0]?.total.vcpus).toEqual({ total: 20, used: 5, free: 15, unavailable: 'b is not counted' })
  })
})

describe('monitors', () => {
  const three = [monitor('a'), monitor('b'), monitor('c')]
  const quorum = (objects: NonNullable<SmallCluster['objects']>): MonitorQuorum | undefined => {
    const seen = read({ ...management(storagePool('s')), 'storage/s': { objects } })
    return monitorQuorum(seen.assessment, seen.view.world, site(seen, 's'))
  }

  it.each([
    ['three of three', [cephCluster(), ...three], [3, 3, 2, 1]],
    ['one is down', [cephCluster(), monitor('a'), monitor('b'), monitor('c', undefined, 0)], [3, 2, 2, 0]],
    [
      'two are down: no quorum',
      [cephCluster(), monitor('a'), monitor('b', undefined, 0), monitor('c', undefined, 0)],
      [3, 1, 2, -1],
    ],
    [
      'an arbiter counts',
      [cephCluster({}, { mon: { count: 2 } }), monitor('a'), monitor('b'), arbiter()],
      [3, 3, 2, 1],
    ],
    [
      'an arbiter that is lost does not',
      [cephCluster({}, { mon: { count: 2 } }), monitor('a'), monitor('b'), arbiter('Error')],
      [3, 2, 2, 0],
    ],
    [
      'Ceph counts fewer than run',
      [cephCluster({ details: { MON_DOWN: { message: '1/3 mons down, quorum a,b' } } }), ...three],
      [3, 2, 2, 0],
    ],
    ['no Deployment was seen: by what Ceph says', [cephCluster({ versions: { mon: { v19: 2 } } })], [3, 2, 2, 0]],
  ] as const)('%s', (_, objects, [total, up, needed, tolerates]) => {
    expect(quorum(objects)).toMatchObject({ total, up, needed, tolerates })
  })

  it('are not counted if their status is not readable', () => {
    expect(quorum([cephCluster()])).toEqual({
      total: 3,
      needed: 2,
      monitors: [],
      unavailable: 'Ceph does not report its monitors',
    })
  })
})

describe('a name on the command line', () => {
  const clusters = { ...management(hypervisorPool('a'), storagePool('a'), storagePool('s')), 'hypervisor/a': {} }
  const found = (text: string, seen: Read = read(clusters)) => findPool(seen.view, seen.snapshot, text)
  const failure = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      return error
    }
    throw new Error('nothing was refused')
  }

  it('is a pool by name, or by type and name', () => {
    expect(found('s')).toMatchObject({ type: 'storage', name: 's' })
    expect(found('storage/a')).toMatchObject({ type: 'storage', name: 'a' })
  })

  it('of two pools is refused with both', () => {
    expect(failure(() => found('a'))).toMatchObject({ exit: 'usage', hints: ['hypervisor/a', 'storage/a'] })
  })

  it.each([
    ['8 when all was read', [], 'notFound', 'NOT_FOUND'],
    ['8 when something else was not read', [forbidden('management', 'Composition.x')], 'notFound', 'NOT_FOUND'],
    [
      '3 when a pool may be hidden',
      [forbidden('management', 'StorageCluster.crossplane.c5c3.io')],
      'incomplete',
      'NOT_FOUND',
    ],
    ['7 when management is unreachable', [darkness('management')], 'noAccess', 'NO_CLUSTER_REACHABLE'],
  ] as const)('of no pool is exit %s', (_, gaps, exit, code) => {
    const seen = read({ ...management(storagePool('st-pool-a')) }, gaps)
    expect(failure(() => found('st-pol-a', seen))).toMatchObject({
      exit,
      code,
      hints: expect.arrayContaining(['did you mean: st-pool-a?']),
    })
  })

  it('is a node if no pool has that name; of two nodes both are listed', () => {
    const seen = read({
      ...management(hypervisorPool('a'), hypervisorPool('b')),
      'hypervisor/a': { objects: [node('n1'), node('n2')] },
      'hypervisor/b': { objects: [node('n1')] },
    })
    const find = (text: string) => findPoolOrNode(seen.view, seen.snapshot, text)
    expect(find('n2')).toMatchObject({ node: { name: 'n2' }, site: { name: 'a' } })
    expect(find('node/n1@b')).toMatchObject({ node: { name: 'n1' }, site: { name: 'b' } })
    expect(failure(() => find('n1'))).toMatchObject({
      exit: 'usage',
      hints: ['node/n1@hypervisor/a', 'node/n1@hypervisor/b'],
    })
    expect(failure(() => find('n3'))).toMatchObject({ exit: 'notFound' })
  })
})
