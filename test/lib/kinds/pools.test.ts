// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import { hypervisorCluster } from '../../../src/lib/kinds/claims/hypervisor-cluster.ts'
import { storageCluster } from '../../../src/lib/kinds/claims/storage-cluster.ts'
import { xHypervisorCluster } from '../../../src/lib/kinds/claims/x-hypervisor-cluster.ts'
import { xOpenStackCluster } from '../../../src/lib/kinds/claims/x-openstack-cluster.ts'
import { xStorageCluster } from '../../../src/lib/kinds/claims/x-storage-cluster.ts'
import { shoot } from '../../../src/lib/kinds/gardener/shoot.ts'
import { c5c3Eviction } from '../../../src/lib/kinds/hypervisor-operator/c5c3-eviction.ts'
import { c5c3Hypervisor } from '../../../src/lib/kinds/hypervisor-operator/c5c3-hypervisor.ts'
import { c5c3Migration } from '../../../src/lib/kinds/hypervisor-operator/c5c3-migration.ts'
import { eviction } from '../../../src/lib/kinds/hypervisor-operator/eviction.ts'
import { hypervisor } from '../../../src/lib/kinds/hypervisor-operator/hypervisor.ts'
import { migration } from '../../../src/lib/kinds/hypervisor-operator/migration.ts'
import { KINDS } from '../../../src/lib/kinds/index.ts'
import { bmc } from '../../../src/lib/kinds/ironcore/bmc.ts'
import { machinePool } from '../../../src/lib/kinds/ironcore/machine-pool.ts'
import { server } from '../../../src/lib/kinds/ironcore/server.ts'
import { serverClaim } from '../../../src/lib/kinds/ironcore/server-claim.ts'
import { node } from '../../../src/lib/kinds/kubernetes/node.ts'
import { ovnChassis } from '../../../src/lib/kinds/ovn/chassis.ts'
import { ovnCluster } from '../../../src/lib/kinds/ovn/cluster.ts'
import { ovsNode } from '../../../src/lib/kinds/ovn/ovs-node.ts'
import type { KindSpec } from '../../../src/lib/model/graph/kind.ts'
import { type Small, snapshotOf, standsOn } from '../graph/small.ts'
import { health, links, quorum, sample } from './sample.ts'

const condition = (type: string, status: string, reason = '', message = '') =>
  `{ type: ${type}, status: '${status}', reason: '${reason}', message: '${message}' }`
const status = (...all: string[]) => `status: { conditions: [${all.join(', ')}] }`
const DELETED = 'metadata: { deletionTimestamp: 2026-11-16T11:00:00Z }'

describe('a hypervisor pool', () => {
  const text = 'spec: { name: hv-a, workers: 3, ironcore: { machinePool: rack-1 } }'

  it('links to the members of its cluster, by the name of the pool', () => {
    const members = [
      'depends-on Node * @hypervisor/hv-a (counted)',
      'depends-on Hypervisor.kvm.cloud.sap * @hypervisor/hv-a (counted) (optional)',
      'depends-on OVNChassis.ovn.c5c3.io * @hypervisor/hv-a (counted) (optional)',
      'consumes MachinePool.compute.ironcore.dev rack-1 @garden (degraded) (optional)',
    ]
    expect(links(hypervisorCluster, text).slice(1)).toEqual(members)
    expect(links(xHypervisorCluster, text).slice(1)).toEqual(members)
    expect(links(xHypervisorCluster, 'spec: { name: hv-a, claimRef: { name: hv-a } }')).toHaveLength(1)
  })

  it('has spec.name as alias', () => {
    expect(hypervisorCluster.aliases?.(sample(hypervisorCluster, text))).toEqual(['hv-a'])
    expect(hypervisorCluster.aliases?.(sample(hypervisorCluster, 'spec: 1'))).toEqual(['x'])
  })

  it('is found by its tenants also where Crossplane has no claims', () => {
    const [composites, claims] = [/^X(OpenStack|Hypervisor|Storage)Cluster$/, /^(OpenStack|Hypervisor|Storage)Cluster$/]
    const tenant = 'spec: { hypervisorClusters: [hv-a], storageClusters: [st-a] }'
    const objects = [
      sample(xOpenStackCluster, tenant),
      sample(xHypervisorCluster, 'metadata: { name: hv-a-7xk2p }\nspec: { name: hv-a }'),
      sample(xStorageCluster, 'metadata: { name: st-a-9bq4m }\nspec: { name: st-a }'),
    ]
    const kinds = KINDS.filter(({ kind }) => composites.test(kind) || claims.test(kind))
    const readings: Small['readings'] = (r) =>
      claims.test(r.kind.split('.')[0] ?? '') ? { ...r, outcome: 'notinstalled' } : r
    const graph = buildGraph(snapshotOf({ kinds, readings, clusters: { management: { objects } } }), kinds)
    expect(standsOn(graph, 'management:XOpenStackCluster.c5c3.io:x')).toEqual([
      'live management:XHypervisorCluster.crossplane.c5c3.io:hv-a-7xk2p',
      'live management:XStorageCluster.crossplane.c5c3.io:st-a-9bq4m',
    ])
  })

  it.each<[string, Record<string, [number, number]>]>([
    ['fine', { Node: [3, 0] }],
    ['fine', { Node: [4, 0], 'Hypervisor.kvm.cloud.sap': [3, 0] }],
    ['fine', {}],
    ['degraded TooFew', { Node: [2, 0] }],
    ['failed TooFew', { Node: [0, 0] }],
    ['unknown NotSeen', { Node: [2, 1] }],
    ['degraded TooFew', { Node: [1, 1] }],
    ['degraded TooFew', { Node: [0, 1] }],
    ['degraded TooFew', { Node: [3, 0], 'Hypervisor.kvm.cloud.sap': [2, 0] }],
    ['degraded TooFew', { Node: [3, 0], 'Hypervisor.hypervisor.c5c3.io': [2, 0] }],
    ['unknown NotSeen', { Node: [3, 0], 'OVNChassis.ovn.c5c3.io': [2, 1] }],
  ])('is %s with %o of 3', (expected, counts) => expect(quorum(hypervisorCluster, text, counts)).toBe(expected))

  it('that is new is still growing', () => {
    const createdAt = (when: string) => `{ metadata: { creationTimestamp: ${when} }, ${text} }`
    expect(quorum(hypervisorCluster, createdAt('2026-11-16T11:30:00Z'), { Node: [0, 0] })).toBe('progressing TooFew')
    expect(quorum(hypervisorCluster, createdAt('2026-11-16T10:59:00Z'), { Node: [0, 0] })).toBe('failed TooFew')
    expect(quorum(hypervisorCluster, createdAt('lately'), { Node: [0, 0] })).toBe('failed TooFew')
  })

  it('without a desired node count is not assessed by its nodes', () => {
    expect(quorum(hypervisorCluster, 'spec: { workers: many }', { Node: [0, 0] })).toBe('fine')
  })
})

describe('a storage pool', () => {
  const text = 'spec: { name: st-a, workers: 5, arbiterCluster: arb, ceph: { replicationFactor: 3 } }'

  it('links to its nodes, its Ceph cluster and its arbiter', () => {
    const members = [
      'depends-on Node * @storage/st-a (counted)',
      'depends-on CephCluster.ceph.rook.io * @storage/st-a',
      'depends-on RemoteArbiter.ceph.cobaltcore.sap.com * @storage/st-a (counted) (optional)',
      'depends-on RemoteCluster.ceph.cobaltcore.sap.com arb @storage/st-a (counted)',
    ]
    expect(links(storageCluster, text).slice(1)).toEqual(members)
    expect(links(xStorageCluster, text).slice(1)).toEqual(members)
  })

  it.each<[string, Record<string, [number, number]>]>([
    ['fine', { Node: [5, 0], 'RemoteCluster.ceph.cobaltcore.sap.com': [1, 0] }],
    ['degraded TooFew', { Node: [2, 0] }],
    ['failed TooFew', { Node: [1, 0] }],
    ['unknown NotSeen', { Node: [1, 4] }],
    ['degraded TooFew', { Node: [5, 0], 'RemoteCluster.ceph.cobaltcore.sap.com': [0, 0] }],
    ['unknown NotSeen', { Node: [5, 0], 'RemoteCluster.ceph.c5c3.io': [0, 1] }],
  ])('is %s with %o of 5', (expected, counts) => expect(quorum(storageCluster, text, counts)).toBe(expected))
})

describe('a Shoot', () => {
  const good = ['APIServerAvailable', 'ControlPlaneHealthy', 'EveryNodeReady'].map((type) =>
    condition(type, 'True', 'Fine'),
  )
  const at = (operation: string, conditions: readonly string[] = good, more = '') =>
    `status: { lastOperation: ${operation}, conditions: [${conditions.join(', ')}]${more} }`
  const DONE = '{ type: Reconcile, state: Succeeded }'

  it.each([
    ['healthy ReconcileSucceeded', at(DONE)],
    ['progressing CreateProcessing', at('{ type: Create, state: Processing }', [])],
    ['progressing ReconcileProcessing', at('{ type: Reconcile, state: Processing }')],
    ['failed CreateError', at('{ type: Create, state: Error }', [])],
    ['degraded ReconcileError', at('{ type: Reconcile, state: Error }')],
    [
      'failed ERR_INFRA_QUOTA_EXCEEDED',
      at(
        '{ type: Create, state: Failed }',
        [],
        ', lastErrors: [{ codes: [ERR_INFRA_QUOTA_EXCEEDED], description: no }]',
      ),
    ],
    ['progressing Flaky', at(DONE, [...good, condition('SystemComponentsHealthy', 'Progressing', 'Flaky')])],
    ['failed Down', at(DONE, [...good, condition('APIServerAvailable', 'False', 'Down')])],
    ['degraded NodeNotReady', at(DONE, [...good, condition('EveryNodeReady', 'False', 'NodeNotReady')])],
    ['unknown NoData', at(DONE, [...good, condition('EveryNodeReady', 'Unknown', 'NoData')])],
    ['unknown NotObserved', at(DONE, [])],
    ['unknown NotObserved', `status: { conditions: [${good.join(', ')}] }`],
    ['unknown NotObserved', ''],
    ['unknown CreateOdd', at('{ type: Create, state: Odd }')],
    ['unknown Stale', `{ metadata: { generation: 2 }, ${at(DONE, good, ', observedGeneration: 1')} }`],
    ['suspended Hibernated', `{ spec: { hibernation: { enabled: true } }, ${at(DONE, good, ', hibernated: true')} }`],
    ['progressing WakingUp', `{ spec: { hibernation: { enabled: false } }, ${at(DONE, good, ', hibernated: true')} }`],
    ['progressing FallingAsleep', `{ spec: { hibernation: { enabled: true } }, ${at(DONE)} }`],
    ['progressing Deleting', `{ ${DELETED}, ${at(DONE)} }`],
  ])('is %s', (expected, text) => expect(health(shoot, text)).toBe(expected))

  const workers = 'provider: { workers: [{ name: w, minimum: 2, maximum: 4 }, { name: v, minimum: 1 }] }'

  it('links to its machines and to its nodes by their label', () => {
    expect(links(shoot, `{ spec: { ${workers} }, status: { technicalID: shoot--c5c3--x } }`)).toEqual([
      'owns ServerClaim.metal.ironcore.dev shoot--c5c3--x/* @here (counted) (optional)',
      ...['hypervisor', 'storage'].flatMap((role) =>
        ['w', 'v'].map(
          (pool) => `owns Node * {"worker.gardener.cloud/pool":"${pool}"} @${role}/x (counted) (optional)`,
        ),
      ),
    ])
  })

  it('has fewer nodes than its minimum', () => {
    expect(quorum(shoot, `spec: { ${workers} }`, { Node: [3, 0] })).toBe('fine')
    expect(quorum(shoot, `spec: { ${workers} }`, { Node: [2, 0] })).toBe('degraded TooFew')
    expect(quorum(shoot, `spec: { ${workers} }`, {})).toBe('fine')
  })
})

describe('machines', () => {
  it.each<[KindSpec, string, string]>([
    [server, 'healthy Reserved', 'status: { state: Reserved, powerState: "On" }'],
    [server, 'failed PoweredOff', '{ spec: { power: "On" }, status: { state: Reserved, powerState: "Off" } }'],
    [server, 'healthy Available', '{ spec: { power: "On" }, status: { state: Available, powerState: "Off" } }'],
    [server, 'maintenance Parked', 'status: { state: Parked }'],
    [server, 'progressing Discovery', 'status: { state: Discovery }'],
    [server, 'failed Error', 'status: { state: Error }'],
    [server, 'unknown Odd', 'status: { state: Odd }'],
    [serverClaim, 'healthy Bound', 'status: { phase: Bound }'],
    [serverClaim, 'progressing Unbound', 'status: { phase: Unbound }'],
    [bmc, 'degraded Error', 'status: { state: Error }'],
    [bmc, 'healthy Enabled', 'status: { state: Enabled }'],
    [machinePool, 'healthy Ready', 'status: { state: Ready }'],
    [
      machinePool,
      'failed NoHeart',
      `status: { state: Ready, conditions: [${condition('Ready', 'False', 'NoHeart')}] }`,
    ],
    [machinePool, 'failed Offline', 'status: { state: Offline }'],
    [machinePool, 'unknown NotObserved', ''],
  ])('$kind is %s', (kind, expected, text) => expect(health(kind, text)).toBe(expected))

  it('link to each other, and a Node to its ServerClaim', () => {
    const text = 'spec: { bmcRef: { name: b }, serverClaimRef: { name: c, namespace: n } }'
    expect(links(server, text)).toEqual([
      'depends-on BMC.metal.ironcore.dev b @here',
      'consumes ServerClaim.metal.ironcore.dev n/c @here (optional) (reverse)',
    ])
    expect(links(serverClaim, 'spec: { serverRef: { name: s } }')).toEqual([
      'consumes Server.metal.ironcore.dev s @here',
    ])
    expect(links(node, 'spec: { providerID: metal://n/c }')).toEqual([
      'depends-on ServerClaim.metal.ironcore.dev n/c @garden (optional)',
    ])
    expect(links(node, 'spec: { providerID: aws:///zone/i-1 }')).toEqual([])
  })
})

describe('a node', () => {
  const ready = condition('Ready', 'True', 'KubeletReady')

  it.each([
    ['healthy KubeletReady', status(ready)],
    ['failed KubeletNotReady', status(condition('Ready', 'False', 'KubeletNotReady'))],
    ['failed NodeStatusUnknown', status(condition('Ready', 'Unknown', 'NodeStatusUnknown'))],
    [
      'failed KubeletNotReady',
      `{ spec: { unschedulable: true }, ${status(condition('Ready', 'False', 'KubeletNotReady'))} }`,
    ],
    ['maintenance Cordoned', `{ spec: { unschedulable: true }, ${status(ready)} }`],
    ['maintenance Offboarding', `{ spec: { taints: [{ key: kvm.cloud.sap/offboarding }] }, ${status(ready)} }`],
    ['maintenance Removed', status(ready, condition('Terminating', 'True', 'Removed'))],
    ['degraded Full', status(ready, condition('DiskPressure', 'True', 'Full'))],
    ['healthy KubeletReady', status(ready, condition('DiskPressure', 'False', 'Enough'))],
    ['progressing Deleting', `{ ${DELETED}, ${status(ready)} }`],
    ['unknown NotObserved', ''],
  ])('is %s', (expected, text) => expect(health(node, text)).toBe(expected))
})

describe('a hypervisor', () => {
  const ready = condition('Ready', 'True', 'Ready')
  const away = (reason: string) => status(condition('Ready', 'False', reason))

  it.each([
    ['healthy Ready', status(ready, condition('Onboarding', 'False', 'Succeeded'))],
    ['progressing Testing', status(ready, condition('Onboarding', 'True', 'Testing'))],
    ['failed Aborted', status(ready, condition('Onboarding', 'False', 'Aborted'))],
    ['maintenance Node', status(ready, condition('Terminating', 'True', 'Node'))],
    ['off Gone', status(ready, condition('Offboarded', 'True', 'Gone'))],
    [
      'maintenance Maintenance:manual',
      `{ spec: { maintenance: manual, maintenanceReason: disk }, ${away('Maintenance')} }`,
    ],
    ['failed Maintenance:ha', `{ spec: { maintenance: ha }, ${away('Evicting')} }`],
    ['maintenance Evicting', away('Evicting')],
    ['failed Broken', away('Broken')],
    ['degraded Failed', status(ready, condition('TraitsUpdated', 'False', 'Failed'))],
    ['healthy Ready', status(ready, condition('AggregatesUpdated', 'False', 'WaitingForTraits'))],
    ['degraded Off', status(ready, condition('HypervisorDisabled', 'True', 'Off'))],
    ['degraded No', status(ready, condition('HaEnabled', 'False', 'No'))],
    ['healthy Ready', `{ spec: { highAvailability: false }, ${status(ready, condition('HaEnabled', 'False', 'No'))} }`],
    ['unknown NotObserved', ''],
    ['progressing Deleting', `{ ${DELETED}, ${status(ready)} }`],
  ])('is %s', (expected, text) => {
    for (const kind of [hypervisor, c5c3Hypervisor]) expect(health(kind, text)).toBe(expected)
  })

  it('that was changed manually has a note', () => {
    const tainted = sample(hypervisor, status(ready, condition('Tainted', 'True', 'Kubectl', 'edited')))
    expect(hypervisor.health?.(tainted, 0).notes).toEqual(['edited'])
  })

  it('depends on the node of the same name', () => {
    expect(links(hypervisor, '')).toEqual(['owns Node x @here (optional) (reverse)'])
  })
})

describe('evictions and migrations', () => {
  const running = condition('Evicting', 'True', 'Running')

  it.each([
    ['progressing Running', status(running)],
    ['healthy Succeeded', status(condition('Evicting', 'False', 'Succeeded'))],
    ['failed Failed', status(condition('Evicting', 'False', 'Failed'))],
    ['failed Failed', status(running, condition('MigratingInstance', 'False', 'Failed'))],
    ['failed Failed', status(condition('PreflightChecksSucceeded', 'False', 'Failed'))],
    [
      'healthy Succeeded',
      status(condition('Evicting', 'False', 'Succeeded'), condition('MigratingInstance', 'False', 'Failed')),
    ],
    ['unknown NotObserved', ''],
  ])('an eviction is %s', (expected, text) => {
    for (const kind of [eviction, c5c3Eviction]) expect(health(kind, text)).toBe(expected)
  })

  it.each([
    ['progressing unbounded', 'status: { type: unbounded }'],
    ['healthy completed', 'status: { type: completed }'],
    ['degraded failed', 'status: { type: failed }'],
    ['degraded Failed', 'status: { type: unbounded, errMsg: no route }'],
    ['unknown NotObserved', ''],
    ['unknown odd', 'status: { type: odd }'],
  ])('a migration is %s', (expected, text) => {
    for (const kind of [migration, c5c3Migration]) expect(health(kind, text)).toBe(expected)
  })

  it('belong to a hypervisor, and an eviction waits for its remaining instances', () => {
    expect(links(eviction, '{ spec: { hypervisor: hv-1 }, status: { outstandingInstances: [u-1] } }')).toEqual([
      'depends-on Hypervisor.kvm.cloud.sap hv-1 @here (optional) (reverse)',
      'creates Migration.kvm.cloud.sap u-1 @here (degraded) (optional)',
    ])
    expect(links(migration, 'status: { origin: hv-1, destination: hv-2 }')).toEqual([
      'depends-on Hypervisor.kvm.cloud.sap hv-1 @here (degraded) (optional) (reverse)',
    ])
  })
})

describe('OVN', () => {
  const ready = condition('Ready', 'True', 'AllReady')

  it.each<[KindSpec, string, string]>([
    [ovnCluster, 'healthy AllReady', `status: { chassisCount: 3, activeControllers: 3, conditions: [${ready}] }`],
    [
      ovnCluster,
      'degraded ControllersMissing',
      `status: { chassisCount: 3, activeControllers: 2, conditions: [${ready}] }`,
    ],
    [ovnCluster, 'failed NoQuorum', status(condition('Ready', 'False', 'NoQuorum'))],
    [ovnChassis, 'healthy AllReady', `status: { lastHeartbeat: 2026-11-16T11:56:00Z, conditions: [${ready}] }`],
    [ovnChassis, 'unknown Stale', `status: { lastHeartbeat: 2026-11-16T11:54:00Z, conditions: [${ready}] }`],
    [ovnChassis, 'unknown Malformed', `status: { lastHeartbeat: lately, conditions: [${ready}] }`],
    [ovnChassis, 'failed Lost', status(condition('Ready', 'False', 'Lost'))],
    [ovsNode, 'healthy AllReady', status(ready)],
    [ovsNode, 'degraded Bond', status(ready, condition('AllBondsHealthy', 'False', 'Bond'))],
    [ovsNode, 'unknown NotObserved', ''],
  ])('$kind is %s', (kind, expected, text) => expect(health(kind, text)).toBe(expected))

  it('belongs to a node', () => {
    expect(links(ovnChassis, 'spec: { hostname: hv-1 }')).toEqual(['owns Node hv-1 @hypervisor (optional) (reverse)'])
    const owned = 'metadata: { ownerReferences: [{ apiVersion: v1, kind: Node, name: hv-1, uid: u }] }'
    expect(links(ovnChassis, `{ ${owned}, spec: { hostname: hv-1 } }`)).toEqual([])
    expect(links(ovsNode, 'spec: { nodeRef: { name: hv-1 } }')).toEqual(['owns Node hv-1 @here (optional) (reverse)'])
    expect(links(ovnCluster, 'spec: { tls: { certSecretRef: { name: s } } }')).toEqual(['consumes Secret ns/s @here'])
  })
})
