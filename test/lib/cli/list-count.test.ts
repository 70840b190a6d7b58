// SPDX-License-Identifier: Apache-2.0
// The number of list requests depends on the served kinds, not on the number of objects.
import { describe, expect, it } from 'vitest'
import type { FleetFolder } from '../../../src/lib/embedded/scenario/fleet-folder.ts'
import { controlPlane } from '../../../src/lib/kinds/c5c3-operator/control-plane.ts'
import { object } from '../../../src/lib/kinds/crossplane/object.ts'
import { mariaDb } from '../../../src/lib/kinds/mariadb/maria-db.ts'
import { keystone } from '../../../src/lib/kinds/openstack/keystone.ts'
import { nova } from '../../../src/lib/kinds/openstack/nova.ts'
import { cephCluster } from '../../../src/lib/kinds/rook/ceph-cluster.ts'
import type { KindSpec } from '../../../src/lib/model/graph/kind.ts'
import { scenarioNames } from '../../fleets/fleet.ts'
import { observeScenario } from '../../harness/observed.ts'

/** Lists beyond one per kind: links to other clusters are resolved before everything is read. */
const MORE = 4
const PAGE = 500

const SCENARIOS = ['healthy', 'one-cluster', 'crossplane-v2'].filter((name) => scenarioNames().includes(name))

/** Lists such as /api/v1/nodes or /apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL, no single objects. */
const LIST = /^GET \/(?:api\/v1|apis\/[^/]+\/[^/]+)(?:\/namespaces\/[^/]+)?\/[^/]+$/

async function lists(scenario: string, change?: (fleet: FleetFolder) => FleetFolder, only?: readonly KindSpec[]) {
  const { requests, snapshot } = await observeScenario(scenario, change, only ? { only } : {})
  return snapshot.clusters.map(({ label }) => {
    const served = snapshot.readings.filter(({ cluster, outcome }) => cluster === label && outcome === 'read')
    const sent = (requests.get(label.replace('/', '.')) ?? []).filter((request) => LIST.test(request))
    return { label, served: served.length, sent }
  })
}

describe('lists per cluster', () => {
  it.each(SCENARIOS)('are at most the number of served kinds plus four: %s', async (scenario) => {
    for (const { label, served, sent } of await lists(scenario)) {
      expect(served, label).toBeGreaterThan(1)
      expect(sent.length, `${label}: ${sent.join('\n')}`).toBeGreaterThanOrEqual(served)
      expect(sent.length, `${label}: ${sent.join('\n')}`).toBeLessThanOrEqual(served + MORE)
    }
  })

  it('do not grow with the number of objects, except for further pages', async () => {
    const before = await lists('healthy')
    const after = await lists('healthy', (fleet) => ({ ...fleet, members: fleet.members.map(withMoreNodes) }))
    for (const [i, { label, sent }] of after.entries()) {
      const more = label === 'hypervisor/hv-pool-a' ? Math.ceil((50 + NEW) / PAGE) - 1 : 0
      expect(sent.length, label).toBe((before[i]?.sent.length ?? 0) + more)
    }
  })
})

describe('lists of a few kinds', () => {
  it('are one per kind and cluster, without further requests', async () => {
    const sent = (await lists('healthy', undefined, [mariaDb, cephCluster])).map(({ label, sent }) => ({
      label,
      sent,
    }))
    expect(sent.filter((each) => each.sent.length > 0)).toEqual([
      { label: 'control-plane/eu-de-1', sent: ['GET /apis/k8s.mariadb.com/v1alpha1/mariadbs'] },
      { label: 'control-plane/us-east-1', sent: ['GET /apis/k8s.mariadb.com/v1alpha1/mariadbs'] },
      { label: 'storage/st-pool-a', sent: ['GET /apis/ceph.rook.io/v1/cephclusters'] },
      { label: 'storage/st-pool-b', sent: ['GET /apis/ceph.rook.io/v1/cephclusters'] },
    ])
  })

  it('contain no other kinds, and resolve the dependencies among them', async () => {
    const { assessment, requests } = await observeScenario('healthy', undefined, { only: [nova, keystone] })
    const { nodes } = assessment.graph
    expect(new Set([...nodes.values()].map(({ kind }) => kind))).toEqual(new Set(['Nova', 'Keystone']))
    expect([...nodes.values()].filter(({ source }) => source !== 'live')).toEqual([])
    const sent = [...requests.values()].flat().filter((request) => LIST.test(request))
    expect(
      sent.every((request) => /\/(novas|keystones)$/.test(request)),
      sent.join('\n'),
    ).toBe(true)
  })

  it('resolve cross-cluster links only if there are any', async () => {
    const { assessment } = await observeScenario('healthy', undefined, { only: [object, controlPlane] })
    const claimed = assessment.graph.of('ControlPlane.c5c3.io').filter(({ id }) => assessment.graph.into(id).length > 0)
    expect(claimed.length).toBeGreaterThan(0)
  })
})

const NEW = 1200

/** The same cluster with this many more Nodes in one pool. */
function withMoreNodes(member: FleetFolder['members'][number]): FleetFolder['members'][number] {
  const node = member.objects.find(({ kind }) => kind === 'Node')
  if (member.key !== 'hypervisor.hv-pool-a' || !node) return member
  const nodes = Array.from({ length: NEW }, (_, i) => ({
    ...node,
    metadata: { ...node.metadata, name: `another-${i}`, uid: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}` },
  }))
  return { ...member, objects: [...member.objects, ...nodes] }
}
