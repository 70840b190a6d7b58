// SPDX-License-Identifier: Apache-2.0
// Eleven recorded moments of a real control plane, from its first minute to Ready and into an upgrade, and one on a
// second cluster. The root cause must be the deepest object that shows the problem the file is named after.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assess } from '../../../src/lib/assess/assess.ts'
import { rootCausePath } from '../../../src/lib/assess/root-cause-path.ts'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import { KINDS } from '../../../src/lib/kinds/index.ts'
import type { Graph, GraphNode, NodeId } from '../../../src/lib/model/graph/graph.ts'
import { isFine } from '../../../src/lib/model/graph/health.ts'
import { sharedFolder } from '../../fleets/fleet.ts'
import { readObjects, recordedAt, STATUS_KINDS, snapshotOf } from './recorded.ts'

const shared = sharedFolder('recorded')

const say = ({ kind, namespace, name, cluster }: GraphNode) => `${kind} ${namespace}/${name} @${cluster.label}`

function assessSnapshot(snapshot: ReturnType<typeof snapshotOf>, now = snapshot.takenAt) {
  const graph = buildGraph(snapshot, KINDS)
  const [root] = graph.of('ControlPlane.c5c3.io')
  if (!root) throw new Error('no ControlPlane was recorded')
  const assessment = assess(graph, { now })
  const path = rootCausePath(assessment, root.id) ?? []
  const own = (node: GraphNode) => assessment.own(node.id)
  return { graph, root, assessment, own, path, blocker: path.at(-1) }
}

function reachable(graph: Graph, start: NodeId): readonly GraphNode[] {
  const seen = new Set([start])
  for (const id of seen) for (const { to } of graph.out(id)) seen.add(to)
  return [...seen].flatMap((id) => graph.nodes.get(id) ?? [])
}

function moment(file: string, kinds = STATUS_KINDS) {
  const objects = readObjects(join(shared ?? '', 'cobaltcore', `${file}.yaml`))
  const roles = [{ role: 'control-plane', name: 'local' } as const]
  return snapshotOf([{ label: 'local', roles, objects }], recordedAt(objects), { kinds })
}

const NAME = 'controlplane-keystone'

describe.skipIf(!shared)('recorded control plane', () => {
  it.each([
    ['01-waiting-for-database', 'MariaDB openstack/openstack-db', 'progressing', 'WaitingForDatabase'],
    ['02-secretstore-not-ready', 'SecretStore openstack/openbao-tenant-store', 'progressing', 'SecretStoreNotReady'],
    ['03-keystone-waits-for-database-cr', `Database openstack/${NAME}-keystone`, 'progressing', 'WaitingForKeystone'],
    [
      '04-keystone-schema-check-running',
      `Job openstack/${NAME}-keystone-schema-check`,
      'progressing',
      'WaitingForKeystone',
    ],
    [
      '05-keystone-deployment-rolling-out',
      `Deployment openstack/${NAME}-keystone`,
      'progressing',
      'WaitingForKeystone',
    ],
    ['06-keystone-endpoint-not-resolvable', `Keystone openstack/${NAME}-keystone`, 'progressing', 'WaitingForKeystone'],
    [
      '07-korc-waits-for-credential',
      `ApplicationCredential openstack/${NAME}-admin-app-credential`,
      'progressing',
      'WaitingForApplicationCredential',
    ],
    [
      '08-service-accounts-await-secret-store',
      `PushSecret openstack/${NAME}-glance-0b63a91f-registration-backup`,
      'progressing',
      'WaitingForServiceAccounts',
    ],
    ['09-barbican-openbao-error', `ControlPlane openstack/${NAME}`, 'failed', 'BarbicanOpenBaoError'],
    ['11-upgrade-under-way', `Job openstack/${NAME}-keystone-db-expand`, 'progressing', 'WaitingForKeystone'],
  ])('%s: %s is the root cause', (file, blocker, state, reason) => {
    const snapshot = moment(file)
    const { path, blocker: found, root, own, assessment } = assessSnapshot(snapshot)
    expect(path.map(say).join('\n  '), 'the way down').toContain(`${blocker} @local`)
    expect(found && say(found)).toBe(`${blocker} @local`)
    expect(own(root)).toMatchObject({ state, reason })
    expect(isFine(assessment.state(root.id))).toBe(false)
    // A day later without changes, the root cause is the same.
    const later = assessSnapshot(snapshot, snapshot.takenAt + 24 * 3600_000).blocker
    expect(later && say(later)).toBe(`${blocker} @local`)
  })

  it('10-ready: all its dependencies are healthy or disabled, Secrets included', () => {
    for (const kinds of [STATUS_KINDS, KINDS]) {
      const { graph, root, own, path } = assessSnapshot(moment('10-ready', kinds))
      const all = reachable(graph, root.id)
      expect(all.filter((node) => !isFine(own(node).state)).map((node) => [say(node), own(node)])).toEqual([])
      expect(path).toEqual([])
      expect(all.length).toBeGreaterThan(60)
    }
  })

  it('10-ready: children are found by references, and every service by its database and cache', () => {
    const { graph, root } = assessSnapshot(moment('10-ready'))
    const edges = reachable(graph, root.id).flatMap((node) => graph.out(node.id))
    expect(edges.filter(({ path }) => path.endsWith('(by name)'))).toEqual([])
    const targets = (kind: string) => {
      const node = graph.of(kind).find(({ name }) => name.startsWith(NAME))
      return graph.out(node?.id ?? ('' as NodeId)).map(({ to, rel }) => `${rel} ${graph.nodes.get(to)?.kind}`)
    }
    for (const kind of ['Keystone.keystone.openstack.c5c3.io', 'Glance.glance.openstack.c5c3.io'])
      expect(targets(kind)).toEqual(
        expect.arrayContaining([
          'depends-on MariaDB',
          'depends-on Memcached',
          'depends-on SecretStore',
          'owns Database',
        ]),
      )
    expect(targets('Glance.glance.openstack.c5c3.io')).toEqual(
      expect.arrayContaining(['owns GlanceBackend', 'depends-on Keystone', 'depends-on KeystoneService']),
    )
  })

  it('11-upgrade-under-way: the children report the upgrade, the control plane does not', () => {
    const { graph, own } = assessSnapshot(moment('11-upgrade-under-way'))
    const states = ['Keystone', 'Glance', 'Placement'].map((kind) => {
      const [node] = graph.of(`${kind}.${kind.toLowerCase()}.openstack.c5c3.io`)
      return node && [kind, own(node).state, own(node).reason, own(node).notes]
    })
    expect(states).toEqual([
      ['Keystone', 'progressing', 'ExpandInProgress', ['upgrade 2025.2 → 2026.1']],
      ['Glance', 'progressing', 'ExpandInProgress', ['upgrade 2025.2 → 2026.1']],
      ['Placement', 'progressing', 'DBSyncInProgress', ['upgrade 2025.2 → 2026.1']],
    ])
  })

  it('a child whose operator is down is unknown below a Ready control plane', () => {
    const snapshot = moment('10-ready')
    const resources = snapshot.resources.map((resource) =>
      resource.object.kind === 'Keystone'
        ? { ...resource, object: { ...resource.object, metadata: { ...resource.object.metadata, generation: 2 } } }
        : resource,
    )
    const { root, own, assessment, blocker } = assessSnapshot({ ...snapshot, resources })
    expect(own(root).state).toBe('healthy')
    expect(assessment.state(root.id)).toBe('unknown')
    expect(blocker && [say(blocker), own(blocker).reason]).toEqual([
      `Keystone openstack/${NAME}-keystone @local`,
      'Stale',
    ])
  })

  it('placed services: the missing database in the target cluster is the root cause, not the Ready one beside it', () => {
    const folder = join(shared ?? '', 'cobaltcore-target')
    const [here, there] = [
      readObjects(join(folder, 'management.yaml')),
      readObjects(join(folder, 'control-plane.edge-1.yaml')),
    ]
    const clusters = [
      {
        label: 'management',
        roles: [{ role: 'management', name: '' } as const, { role: 'control-plane', name: 'local' } as const],
        objects: here,
      },
      { label: 'control-plane/edge-1', roles: [{ role: 'control-plane', name: 'edge-1' } as const], objects: there },
    ]
    const addresses = new Map([['registration edge-1', 'control-plane/edge-1']])
    const { graph, root, blocker, own } = assessSnapshot(
      snapshotOf(clusters, Date.parse('2026-11-16T02:52:00Z'), { addresses }),
    )
    expect(blocker && [say(blocker), blocker.source, own(blocker).state]).toEqual([
      'MariaDB openstack-b/openstack-db @control-plane/edge-1',
      'missing',
      'failed',
    ])
    const ready = graph.of('MariaDB.k8s.mariadb.com').map((node) => [say(node), own(node).state])
    expect(ready).toEqual([['MariaDB openstack-b/openstack-db @management', 'healthy']])
    // Objects in the target cluster belong to the service placed there, by their labels.
    const jobs = reachable(graph, root.id).filter(
      ({ kind, cluster }) => kind === 'CronJob' && cluster.label !== 'management',
    )
    expect(jobs).toHaveLength(2)
  })
})
