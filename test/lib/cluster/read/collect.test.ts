// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, test } from 'vitest'
import { ClusterError } from '../../../../src/lib/cluster/failure.ts'
import { collect, type ReadableMember } from '../../../../src/lib/cluster/read/collect.ts'
import type { ClusterClient, Listing } from '../../../../src/lib/cluster/types.ts'
import type { KindSpec } from '../../../../src/lib/model/graph/kind.ts'
import type { Fault } from '../../../../src/lib/model/landscape/fault.ts'
import type { Role } from '../../../../src/lib/model/landscape/role.ts'
import { CEPH, cephKind, cephs, nodeKind, objectKind, secretKind } from '../sample-kinds.ts'
import { refused, type Script, type ScriptedApi, startApi, told } from '../scripted-api.ts'

const opened: { api: ScriptedApi; client: ClusterClient }[] = []
afterEach(async () => {
  for (const { api, client } of opened.splice(0)) {
    client.close()
    await api.close()
  }
})

const clock = { now: () => Date.now(), random: () => 0, sleep: async () => {} }
const clusterOf = (name: string, ...roles: Role[]) => ({
  uid: `uid-${name}`,
  name,
  roles: roles.map((role) => ({ role, name })),
})

async function member(
  name: string,
  roles: Role[],
  script: Script,
  served: KindSpec[] = [nodeKind, cephKind],
): Promise<ReadableMember> {
  const api = await startApi(served, script)
  const client = api.client({ clock })
  opened.push({ api, client })
  return { cluster: clusterOf(name, ...roles), label: `${roles[0]}/${name}`, client }
}

const nodes = told({ kind: 'NodeList', metadata: {}, items: [{ metadata: { name: 'n1' } }] })
const healthy: Script = ({ path }) => (path === CEPH ? cephs(['a', 'b']) : path === '/api/v1/nodes' ? nodes : undefined)

describe('collect', () => {
  test('reads each cluster for the kinds of its roles; a kind that is not installed is no gap', async () => {
    const storage = await member('st', ['storage'], healthy, [cephKind])
    const both = await member('one', ['hypervisor', 'storage', 'management'], healthy)
    const { objects, gaps, read } = await collect([storage, both], [cephKind, nodeKind, objectKind])
    expect(objects.map(({ cluster, object }) => `${cluster.name} ${object.kind} ${object.metadata.name}`)).toEqual([
      'st CephCluster a',
      'st CephCluster b',
      'one CephCluster a',
      'one CephCluster b',
      'one Node n1',
    ])
    expect(gaps).toEqual([])
    expect(read.map(({ cluster, kind, outcome, count }) => `${cluster} ${kind} ${outcome} ${count}`)).toEqual([
      'storage/st CephCluster.ceph.rook.io read 2',
      'hypervisor/one CephCluster.ceph.rook.io read 2',
      'hypervisor/one Node read 1',
      'hypervisor/one Object.kubernetes.crossplane.io notinstalled 0',
    ])
  })

  test('a forbidden kind is one gap that lists the attempts; the others are read', async () => {
    const script: Script = (request) => (request.path === CEPH ? refused(403, 'Forbidden', 'no') : healthy(request))
    const one = await member('one', ['hypervisor', 'storage'], script)
    const { objects, gaps } = await collect([one], [cephKind, nodeKind])
    expect(objects).toHaveLength(1)
    expect(gaps).toEqual([
      {
        cluster: 'hypervisor/one',
        kind: 'CephCluster.ceph.rook.io',
        fault: 'forbidden',
        message: 'forbidden: list cephclusters.ceph.rook.io',
      },
    ])
  })

  test('namespaces read instead of the cluster leave a gap', async () => {
    const inA = CEPH.replace('v1/', 'v1/namespaces/a/')
    const script: Script = ({ path }) =>
      path === CEPH ? refused(403, 'Forbidden') : path === inA ? cephs(['x']) : undefined
    const { objects, gaps, read } = await collect([await member('st', ['storage'], script)], [cephKind], {
      fallbackNamespaces: ['a'],
    })
    expect(objects).toHaveLength(1)
    expect(gaps).toMatchObject([{ fault: 'forbidden' }])
    expect(read).toMatchObject([{ outcome: 'read', onlyNamespaces: ['a'] }])
  })

  test('an invalid item leaves a gap, and the other items are read', async () => {
    const script: Script = ({ path }) =>
      path === CEPH ? told({ kind: 'List', metadata: {}, items: [null] }) : undefined
    const { gaps } = await collect([await member('st', ['storage'], script)], [cephKind])
    expect(gaps).toMatchObject([{ fault: 'malformed', kind: 'CephCluster.ceph.rook.io' }])
  })

  test('an unreachable cluster is one gap without a kind, and the others are complete', async () => {
    const dead = await member('dead', ['storage', 'hypervisor'], healthy)
    await opened.at(-1)?.api.close()
    const good = await member('good', ['storage'], healthy)
    const { objects, gaps, read } = await collect([dead, good], [cephKind, nodeKind, secretKind])
    expect(gaps).toEqual([
      { cluster: 'storage/dead', fault: 'unreachable', message: expect.stringContaining('ECONNREFUSED') },
    ])
    expect(objects).toHaveLength(2)
    expect(read.filter(({ cluster }) => cluster === 'storage/dead').map(({ outcome }) => outcome)).toEqual([
      'failed',
      'failed',
      'failed',
    ])
  })

  test('a cluster with implausible discovery is unreachable too, and gets no further request', async () => {
    const script: Script = ({ path }) => (path === '/apis' ? { type: 'text/html', body: '<html>' } : undefined)
    const { gaps } = await collect([await member('st', ['storage', 'hypervisor'], script)], [cephKind, nodeKind])
    expect(gaps).toMatchObject([{ cluster: 'storage/st', fault: 'malformed' }])
    expect(gaps).toHaveLength(1)
    expect(
      opened
        .at(-1)
        ?.api.asked.map(({ path }) => path)
        .sort(),
    ).toEqual(['/api', '/apis'])
  })

  const failing = (fault: Fault) => new ClusterError({ fault, message: `it is ${fault}`, verb: 'list' })
  const fake = (list: (kind: KindSpec) => Promise<Listing>): ReadableMember => ({
    cluster: clusterOf('fake', 'storage'),
    label: 'storage/fake',
    client: {
      served: async () => ({ resources: [], failedGroups: new Map(), versionsOf: () => [] }),
      list,
    },
  })
  const kinds = Array.from({ length: 30 }, (_, i) => ({ ...cephKind, kind: `Kind${i}`, plural: `kind${i}` }))
  const empty: Listing = { items: [], apiVersion: 'v1', verified: true, resourceVersion: '1', failures: [] }

  test('a cluster that fails after discovery gets no further request and is one gap', async () => {
    let requestCount = 0
    const dying = fake(async () => {
      requestCount += 1
      throw failing('unreachable')
    })
    const many = [...kinds, ...kinds, ...kinds, ...kinds, ...kinds]
    const { gaps } = await collect([dying], many)
    expect(gaps).toEqual([{ cluster: 'storage/fake', fault: 'unreachable', message: 'it is unreachable' }])
    expect(requestCount).toBeLessThanOrEqual(100)
  })

  test('a cluster that fails half-way keeps what was read and has a gap for every kind that was not', async () => {
    const dying = fake(async (kind) => {
      if (kind.kind === 'Kind0') return empty
      throw failing('unauthorized')
    })
    const { gaps, read } = await collect([dying], kinds)
    expect(read.filter(({ outcome }) => outcome === 'read')).toHaveLength(1)
    expect(gaps).toHaveLength(29)
    expect(gaps.every(({ kind, fault }) => kind !== undefined && fault === 'unauthorized')).toBe(true)
  })

  test('one slow kind does not make its cluster unreachable', async () => {
    const slow = fake(async (kind) => {
      if (kind.kind !== 'Kind3') return empty
      throw failing('timeout')
    })
    expect((await collect([slow], kinds)).gaps).toMatchObject([{ kind: 'Kind3.ceph.rook.io', fault: 'timeout' }])
  })

  test('never throws: a bug is a gap, and its message is not shown', async () => {
    const buggy = fake(async () => {
      throw new TypeError('secret stuff')
    })
    const broken: ReadableMember = {
      ...buggy,
      client: { ...buggy.client, served: () => Promise.reject(new Error('secret')) },
    }
    const { gaps } = await collect([buggy, broken], [cephKind])
    expect(gaps.map(({ fault }) => fault)).toEqual(['internal', 'internal'])
    expect(JSON.stringify(gaps)).not.toContain('secret')
  })

  test('a cancelled command ends with gaps', async () => {
    const stop = new AbortController()
    const script: Script = ({ path }) => {
      if (path !== CEPH) return undefined
      stop.abort()
      return { chunks: [], ending: 'hang' }
    }
    const { gaps } = await collect([await member('st', ['storage'], script)], [cephKind], { signal: stop.signal })
    expect(gaps).toMatchObject([{ fault: 'cancelled' }])
  })
})
