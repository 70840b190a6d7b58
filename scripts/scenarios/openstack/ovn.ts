// SPDX-License-Identifier: Apache-2.0
// OVN: the databases in the control plane cluster, one chassis per hypervisor node.
import { deployment, secret, statefulSet } from '../core.ts'
import { after, conditions, type Obj, type ObjectMaker, uuid, withBody } from '../kube.ts'
import { HYPERVISOR_POOLS, SITES } from '../landscape.ts'
import { FAKE_TLS } from './secret-values.ts'

export const OVN_ENDPOINTS = {
  northbound: 'ssl:ovn-nb.ovn-system.svc.cluster.local:6641',
  southbound: 'ssl:ovn-sb.ovn-system.svc.cluster.local:6642',
}

export const OVN_VERSION = '24.03.4'
export const OVS_VERSION = '3.4.1'

/** The OVNCluster of a region and the StatefulSets of its two databases. */
export function ovnCluster(make: ObjectMaker, region: string): Obj[] {
  const site = SITES.find((s) => s.region === region)
  const age = site?.age ?? '30d'
  const chassis = HYPERVISOR_POOLS.filter((p) => p.region === region).reduce((n, p) => n + p.nodes, 0)
  const o = make('ovn.c5c3.io/v1alpha1', 'OVNCluster', { name: 'ovn', namespace: 'ovn-system', age, generation: 1 })
  const db = { replicas: 3, storage: { size: '10Gi', storageClass: 'local-path' } }
  const hypervisors = { nodeSelector: { 'node-role.kubernetes.io/hypervisor': '' } }
  const cluster = withBody(o, {
    spec: {
      ovnImage: { repository: 'ghcr.io/c5c3/ovn', tag: OVN_VERSION },
      ovsImage: { repository: 'ghcr.io/c5c3/ovs', tag: OVS_VERSION },
      northbound: db,
      southbound: db,
      controller: hypervisors,
      ovs: hypervisors,
      neutronIntegration: {
        nbConnection: { service: { name: 'ovn-nb', port: 6641 } },
        sbConnection: { service: { name: 'ovn-sb', port: 6642 } },
      },
      tls: { enabled: true, certSecretRef: { name: 'ovn-tls-certs' } },
    },
    status: {
      observedGeneration: 1,
      endpoints: OVN_ENDPOINTS,
      chassisCount: chassis,
      activeControllers: chassis,
      conditions: conditions(o, [
        { type: 'NorthboundReady', reason: 'RaftQuorum', message: '3 of 3 members are up' },
        { type: 'SouthboundReady', reason: 'RaftQuorum', message: '3 of 3 members are up' },
        {
          type: 'ControllersReady',
          reason: 'AllControllersConnected',
          message: `${chassis} of ${chassis} controllers are connected`,
        },
        { type: 'Ready', reason: 'AllReady', message: 'All sub-conditions are ready' },
      ]),
    },
  })
  const image = `ghcr.io/c5c3/ovn:${OVN_VERSION}`
  const id = { namespace: 'ovn-system', age, owner: cluster }
  return [
    cluster,
    ...['ovn-nb', 'ovn-sb'].map((name) =>
      statefulSet(make, { ...id, name }, { image, replicas: 3, labels: { 'app.kubernetes.io/name': name } }),
    ),
    secret(make, { name: 'ovn-tls-certs', namespace: 'ovn-system', age }, FAKE_TLS, 'kubernetes.io/tls'),
    deployment(
      make,
      { ...id, name: 'ovn-northd' },
      { image, replicas: 2, labels: { 'app.kubernetes.io/name': 'ovn-northd' } },
    ),
  ]
}

/** The chassis of a node, in the same cluster as the Node that owns it. */
export function ovnChassis(make: ObjectMaker, node: Obj, ip: string, age: string): Obj {
  const { name } = node.metadata
  const o = make('ovn.c5c3.io/v1alpha1', 'OVNChassis', {
    name,
    namespace: 'ovn-system',
    age,
    owner: node,
    generation: 1,
  })
  return withBody(o, {
    spec: {
      hostname: name,
      systemId: uuid(`chassis:${node.metadata.uid}`),
      bridgeMappings: [{ physicalNetwork: 'external', bridge: 'br-external' }],
      encapsulation: { type: 'geneve', ip },
    },
    status: {
      observedGeneration: 1,
      registeredAt: after(o.metadata.creationTimestamp, 90),
      lastHeartbeat: '2026-11-16T11:59:41Z',
      conditions: conditions(o, [
        { type: 'OVSConnected', reason: 'Connected', message: 'Open vSwitch is connected' },
        { type: 'Ready', reason: 'Registered', message: 'Chassis is registered in the southbound database' },
      ]),
    },
  })
}
