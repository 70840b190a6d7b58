// SPDX-License-Identifier: Apache-2.0
// A tenant with a Composition as in the specification, on a control plane of the released operators: the ControlPlane
// is rejected (F127), counts are strings (F10), the capabilities of the Ceph client are a broken template (F11), and
// the requested quota has no effect (F18). The messages are those of a real Crossplane and provider-kubernetes.

import { namespace, secret } from '../core.ts'
import { healthy } from '../healthy.ts'
import { Incident } from '../incident.ts'
import { after, ago, type Obj, objectsOf, startOf, withBody } from '../kube.ts'
import { SITES } from '../landscape.ts'
import { BY_EXISTENCE, type Claim, render } from '../management/claim.ts'
import { cephxKey, kubeconfigOf } from '../openstack/secret-values.ts'

const AGE = '26h'
const [CLAIM, NS, XR] = ['customer-c-prod', 'tenant-customer-c', 'customer-c-prod-w9d3k']
const COMPOSITION = 'openstack-cluster-production'
const REVISION = `${COMPOSITION}-5b7c1d9`
const PROVIDER = 'control-plane-cluster'
const ST = 'storage.st-pool-a'
const BROKEN = `profile rbd pool=${XR}-volumes, profile rbd pool=%!s(MISSING)-images, profile rbd pool=%!s(MISSING)-ephemeral`

export function seedComposition(): Incident {
  const CP = SITES[1]?.cluster
  if (!CP) throw new Error('a control plane of the released operators is needed')
  const incident = new Incident(healthy())
  const make = objectsOf('management')

  incident
    .chapter('the Composition, and the one control plane it knows')
    .add('management', ...composition(), ...provider(CP))
    .chapter('the tenant: claim, composite resource, Objects')
    .add('management', namespace(make, NS, AGE), ...render(claim(CP)).map(asComposed))
  incident.chapter('what was applied: a namespace').add(CP, home(CP))
  incident
    .chapter('what was applied: pools, a client, a file system nobody asked for')
    .add(ST, ...applied(), clientSecret())
  return incident
}

function claim(cluster: string): Claim {
  const st = (template: string, remote: Obj) => ({
    template,
    providerConfig: 'st-pool-a',
    remote,
    policy: BY_EXISTENCE,
  })
  const [volumes, images, ephemeral, client, filesystem] = applied()
  if (!volumes || !images || !ephemeral || !client || !filesystem) throw new Error('five objects are applied')
  return {
    apiVersion: 'c5c3.io/v1alpha1',
    kind: 'OpenStackCluster',
    name: CLAIM,
    namespace: NS,
    xr: XR,
    composition: 'openstack-cluster',
    age: AGE,
    spec: {
      region: 'eu-de-1',
      size: 'large',
      hypervisorClusters: ['hv-pool-a'],
      storageClusters: ['st-pool-a'],
      services: { nova: true, neutron: true, cinder: true, glance: true, octavia: false, manila: false },
      storage: {
        ceph: {
          volumePool: { replication: 3, compression: 'aggressive', quotaGB: 10000 },
          imagePool: { replication: 3, compression: 'aggressive' },
          ephemeralPool: { enabled: true, replication: 2 },
          filesystem: { enabled: false, dataPoolReplication: 3, metadataPoolReplication: 3 },
        },
      },
    },
    status: {},
    composed: [
      { template: 'namespace', providerConfig: PROVIDER, remote: home(cluster), policy: BY_EXISTENCE },
      {
        template: 'controlplane',
        providerConfig: PROVIDER,
        remote: renderedControlPlane(cluster),
        policy: BY_EXISTENCE,
      },
      st('ceph-blockpool-volumes', volumes),
      st('ceph-blockpool-images', images),
      st('ceph-blockpool-ephemeral', ephemeral),
      st('ceph-client-openstack', client),
      st('ceph-filesystem', filesystem),
    ],
  }
}

/** The ControlPlane that the Composition renders and the released CRD rejects. */
function renderedControlPlane(cluster: string): Obj {
  const o = objectsOf(cluster)('c5c3.io/v1alpha1', 'ControlPlane', { name: XR, namespace: `openstack-${XR}`, age: AGE })
  return withBody(o, {
    spec: {
      compute: { hypervisorClusters: ['hv-pool-a'] },
      cortex: { enabled: true },
      infrastructure: {
        mariadb: { replicas: '3', storageSize: '100Gi' },
        rabbitmq: { replicas: 3 },
        valkey: { replicas: 3, sentinel: { enabled: true } },
        memcached: { replicas: 3 },
      },
      openstack: {
        keystone: { replicas: '3' },
        glance: { replicas: 2 },
        nova: { api: { replicas: '5' }, scheduler: { replicas: 2 }, conductor: { replicas: 3 } },
        neutron: { api: { replicas: 3 }, server: { replicas: 3 } },
        cinder: { api: { replicas: 2 }, scheduler: { replicas: 2 } },
        manila: { enabled: false },
        octavia: { enabled: false },
      },
      storage: { storageClusters: ['st-pool-a'] },
      tls: { enabled: true },
    },
  })
}

const REFUSED = [
  'create failed: cannot create object: cannot create object: failed to create typed patch object',
  `(openstack-${XR}/${XR}; c5c3.io/v1alpha1, Kind=ControlPlane): errors:\n  .spec.infrastructure.mariadb: field not`,
  'declared in schema\n  .spec.openstack: field not declared in schema',
].join(' ')

/** Another Composition than that of the fleet, no phase in the claim, and one rejected Object. */
function asComposed(o: Obj): Obj {
  const spec = o['spec'] as Record<string, unknown>
  const machinery = { compositionRef: { name: COMPOSITION }, compositionRevisionRef: { name: REVISION } }
  const born = o.metadata.creationTimestamp
  const synced = { type: 'Synced', status: 'True', reason: 'ReconcileSuccess', lastTransitionTime: after(born, 1) }
  const waits = (reason: string, message: string) => ({
    conditions: [synced, { type: 'Ready', status: 'False', reason, message, lastTransitionTime: after(born, 2) }],
  })
  if (o.kind === 'OpenStackCluster')
    return withBody(o, {
      spec: { ...spec, ...machinery },
      status: waits('Waiting', 'Claim is waiting for composite resource to become Ready'),
    })
  if (o.kind === 'XOpenStackCluster')
    return withBody(o, {
      spec: { ...spec, ...machinery },
      status: waits('Creating', 'Unready resources: controlplane'),
    })
  if (o.metadata.annotations?.['crossplane.io/composition-resource-name'] !== 'controlplane') return o
  const observedGeneration = o.metadata.generation
  const failed = { status: 'False', observedGeneration }
  const { 'crossplane.io/external-create-succeeded': _, ...annotations } = o.metadata.annotations
  return {
    ...o,
    metadata: { ...o.metadata, annotations: { ...annotations, 'crossplane.io/external-create-failed': ago('4m') } },
    status: {
      atProvider: {},
      conditions: [
        { type: 'Ready', ...failed, reason: 'Creating', lastTransitionTime: after(born, 1) },
        { type: 'Synced', ...failed, reason: 'ReconcileError', message: REFUSED, lastTransitionTime: after(born, 2) },
      ],
    },
  }
}

function home(cluster: string): Obj {
  const labels = { 'c5c3.io/openstack-cluster': 'true' }
  return namespace(objectsOf(cluster), `openstack-${XR}`, AGE, labels, after(startOf(AGE), 3))
}

/** Volumes, images, ephemeral, the client, the file system: fixed by the Composition, whatever the claim requests. */
function applied(): Obj[] {
  const make = objectsOf(ST)
  const rook = (kind: string, name: string) => ({
    name,
    namespace: 'rook-ceph',
    age: AGE,
    generation: 1,
    finalizers: [`${kind.toLowerCase()}.ceph.rook.io`],
  })
  const pool = (use: string, size: number) =>
    make('ceph.rook.io/v1', 'CephBlockPool', rook('CephBlockPool', `${XR}-${use}`), {
      spec: {
        failureDomain: 'host',
        replicated: { size },
        parameters: { compression_mode: use === 'ephemeral' ? 'none' : 'aggressive' },
      },
      status: { phase: 'Ready', observedGeneration: 1, info: { failureDomain: 'host', type: 'Replicated' } },
    })
  return [
    pool('volumes', 3),
    pool('images', 3),
    pool('ephemeral', 2),
    make('ceph.rook.io/v1', 'CephClient', rook('CephClient', `openstack-${XR}`), {
      spec: { caps: { mon: 'profile rbd', mgr: 'profile rbd', osd: BROKEN } },
      status: { phase: 'Ready', observedGeneration: 1, info: { secretName: `rook-ceph-client-openstack-${XR}` } },
    }),
    make('ceph.rook.io/v1', 'CephFilesystem', rook('CephFilesystem', `${XR}-cephfs`), {
      spec: {
        metadataPool: { replicated: { size: 3 } },
        dataPools: [{ name: 'data0', replicated: { size: 3 } }],
        metadataServer: { activeCount: 1, activeStandby: true },
      },
      status: { phase: 'Ready', observedGeneration: 1 },
    }),
  ]
}

function clientSecret(): Obj {
  const client = `openstack-${XR}`
  const key = cephxKey(`st-pool-a/${client}`)
  const owner = applied()[3]
  const id = { name: `rook-ceph-client-${client}`, namespace: 'rook-ceph', age: AGE, ...(owner && { owner }) }
  return secret(objectsOf(ST), id, { [client]: key, userID: client, userKey: key }, 'kubernetes.io/rook')
}

function provider(cluster: string): Obj[] {
  const make = objectsOf('management')
  const secretRef = { namespace: 'crossplane-system', name: `${PROVIDER}-kubeconfig`, key: 'kubeconfig' }
  const id = { name: secretRef.name, namespace: secretRef.namespace, age: AGE }
  return [
    make(
      'kubernetes.crossplane.io/v1alpha1',
      'ProviderConfig',
      { name: PROVIDER, age: AGE, generation: 1, finalizers: ['in-use.crossplane.io'] },
      { spec: { credentials: { source: 'Secret', secretRef } }, status: { users: 2 } },
    ),
    secret(make, id, { kubeconfig: kubeconfigOf(cluster) }),
  ]
}

/** Patch and transform, reduced to the parts that fail. */
function composition(): Obj[] {
  const make = objectsOf('management')
  const object = (name: string, providerConfig: string, manifest: object, patches: readonly object[]) => ({
    name,
    base: {
      apiVersion: 'kubernetes.crossplane.io/v1alpha2',
      kind: 'Object',
      spec: { providerConfigRef: { name: providerConfig }, forProvider: { manifest } },
    },
    patches,
  })
  const from = (fromFieldPath: string, to: string, transforms?: readonly object[]) => ({
    type: 'FromCompositeFieldPath',
    fromFieldPath,
    toFieldPath: `spec.forProvider.manifest.${to}`,
    ...(transforms && { transforms }),
  })
  const bySize = { type: 'map', map: { small: '1', medium: '3', large: '3', xlarge: '5' } }
  const caps = 'profile rbd pool=%s-volumes, profile rbd pool=%s-images, profile rbd pool=%s-ephemeral'
  const spec = {
    compositeTypeRef: { apiVersion: 'c5c3.io/v1alpha1', kind: 'XOpenStackCluster' },
    mode: 'Resources',
    resources: [
      object('controlplane', PROVIDER, { apiVersion: 'c5c3.io/v1alpha1', kind: 'ControlPlane' }, [
        from('metadata.name', 'metadata.name'),
        from('spec.size', 'spec.infrastructure.mariadb.replicas', [bySize]),
        from('spec.size', 'spec.openstack.keystone.replicas', [bySize]),
      ]),
      object('ceph-client-openstack', 'st-pool-a', { apiVersion: 'ceph.rook.io/v1', kind: 'CephClient' }, [
        from('metadata.name', 'spec.caps.osd', [{ type: 'string', string: { type: 'Format', fmt: caps } }]),
      ]),
    ],
  }
  const labels = { environment: 'production' }
  const id = { age: AGE, generation: 1 }
  const own = make('apiextensions.crossplane.io/v1', 'Composition', { ...id, name: COMPOSITION, labels }, { spec })
  return [
    own,
    make(
      'apiextensions.crossplane.io/v1',
      'CompositionRevision',
      { ...id, name: REVISION, owner: own, labels: { ...labels, 'crossplane.io/composition-name': COMPOSITION } },
      { spec: { ...spec, revision: 1 } },
    ),
  ]
}
