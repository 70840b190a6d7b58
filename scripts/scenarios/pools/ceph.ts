// SPDX-License-Identifier: Apache-2.0
// Resources of a tenant on a storage pool, and the transport of its key to the control plane.
import { configMap, secret } from '../core.ts'
import { type Obj, type ObjectMaker, objectsOf, sha256, withBody } from '../kube.ts'
import { type CephAccess, nodeNames, openstackNamespace, type StoragePool, type Tenant } from '../landscape.ts'
import { cephxKey } from '../openstack/secret-values.ts'
import { externalSecret, pushSecret } from '../openstack/secrets.ts'

export const NAMESPACE = 'rook-ceph'

/** The ExternalSecret in the control plane that pulls a Ceph key, and its Secret. */
export function cephSecretOf(make: ObjectMaker, tenant: Tenant, ceph: CephAccess): [Obj, Obj] {
  const id = { name: ceph.secret, namespace: openstackNamespace(tenant), age: tenant.age }
  return externalSecret(make, id, { path: ceph.path, values: clientKey(ceph) })
}

function clientKey(ceph: CephAccess): { userID: string; userKey: string } {
  return { userID: ceph.client, userKey: cephxKey(`${ceph.pool.name}/${ceph.client}`) }
}

/** The objects Crossplane applies for a tenant on one storage pool, by template name. */
export function appliedOnStorage(tenant: Tenant, ceph: CephAccess): Record<string, Obj> {
  const make = objectsOf(ceph.pool.cluster)
  const tail = ceph.first ? '' : `-${ceph.pool.name}`
  const id = { namespace: NAMESPACE, age: tenant.age }
  const applied: Record<string, Obj> = {}
  for (const [use, name] of Object.entries(ceph.pools)) {
    applied[`ceph-blockpool-${use}${tail}`] = blockPool(make, tenant, ceph.pool, use, name)
  }
  applied[`ceph-client-openstack${tail}`] = cephClient(make, tenant, ceph)
  applied[`ceph-pushsecret${tail}`] = pushSecret(
    make,
    { ...id, name: ceph.secret },
    {
      secret: `rook-ceph-client-${ceph.client}`,
      path: ceph.path,
      keys: ['userID', 'userKey'],
    },
  )
  return applied
}

function blockPool(make: ObjectMaker, tenant: Tenant, pool: StoragePool, use: string, name: string): Obj {
  const o = make('ceph.rook.io/v1', 'CephBlockPool', {
    name,
    namespace: NAMESPACE,
    age: tenant.age,
    generation: 1,
    finalizers: ['cephblockpool.ceph.rook.io'],
  })
  const volumes = use === 'volumes'
  const ephemeral = use === 'ephemeral'
  return withBody(o, {
    spec: {
      failureDomain: 'host',
      deviceClass: pool.deviceClass,
      replicated: { size: ephemeral ? 2 : 3, requireSafeReplicaSize: !ephemeral },
      parameters: { compression_mode: ephemeral ? 'none' : 'aggressive' },
      ...(volumes && { quotas: { maxSize: `${tenant.quotaGB}G` } }),
    },
    status: {
      phase: 'Ready',
      observedGeneration: 1,
      poolID: (Number.parseInt(sha256(name).slice(0, 4), 16) % 90) + 10,
      info: { failureDomain: 'host', type: 'Replicated' },
    },
  })
}

function cephClient(make: ObjectMaker, tenant: Tenant, ceph: CephAccess): Obj {
  const o = make('ceph.rook.io/v1', 'CephClient', {
    name: ceph.client,
    namespace: NAMESPACE,
    age: tenant.age,
    generation: 1,
    finalizers: ['cephclient.ceph.rook.io'],
  })
  return withBody(o, {
    spec: {
      caps: {
        mon: 'profile rbd',
        mgr: 'profile rbd',
        osd: Object.values(ceph.pools)
          .map((p) => `profile rbd pool=${p}`)
          .join(', '),
      },
    },
    status: {
      phase: 'Ready',
      observedGeneration: 1,
      info: { secretName: `rook-ceph-client-${ceph.client}` },
      cephx: { keyGeneration: 1, keyCephVersion: '19.2.3-0', keyType: 'aes' },
    },
  })
}

/** The ConfigMap with the addresses of the monitors; the control planes must use the same ones. */
export function monEndpoints(pool: StoragePool): Obj {
  const own = pool.monitors.filter((m) => !m.external)
  const nodes = nodeNames(pool)
  const mapping = Object.fromEntries(own.map((m, i) => [m.id, { Name: nodes[i], Hostname: nodes[i], Address: m.ip }]))
  const addresses = pool.monitors.map((m) => `${m.ip}:6789`)
  return configMap(
    objectsOf(pool.cluster),
    {
      name: 'rook-ceph-mon-endpoints',
      namespace: NAMESPACE,
      age: pool.age,
      finalizers: ['ceph.rook.io/disaster-protection'],
    },
    {
      data: pool.monitors.map((m) => `${m.id}=${m.ip}:6789`).join(','),
      mapping: JSON.stringify({ node: mapping }),
      maxMonId: String(own.length - 1),
      outOfQuorum: '',
      externalMons: pool.monitors
        .filter((m) => m.external)
        .map((m) => m.id)
        .join(','),
      'csi-cluster-config-json': JSON.stringify([{ clusterID: NAMESPACE, monitors: addresses, namespace: '' }]),
    },
  )
}

/** The Secret that Rook creates for a client: the bare key, under its own name and as user and key. */
export function clientSecret(make: ObjectMaker, tenant: Tenant, ceph: CephAccess): Obj {
  const owner = cephClient(make, tenant, ceph)
  const key = clientKey(ceph)
  const id = { name: `rook-ceph-client-${ceph.client}`, namespace: NAMESPACE, age: tenant.age, owner }
  return secret(make, id, { [ceph.client]: key.userKey, ...key }, 'kubernetes.io/rook')
}
