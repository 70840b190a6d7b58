// SPDX-License-Identifier: Apache-2.0
// Consistency of the healthy fleet across its clusters: requested and actual objects on both sides.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Manifest } from '../../src/lib/embedded/json.ts'
import { loadScenario, say } from './fleet.ts'
import { at, decoded, fingerprint, groupOf, Index, type Json, list, ownersOf } from './references.ts'

describe('healthy: from a claim to the last object', () => {
  let index: Index
  beforeAll(async () => {
    index = new Index(await loadScenario('healthy'))
  })

  const claimKinds = ['OpenStackCluster', 'ControlPlaneCluster', 'HypervisorCluster', 'StorageCluster']

  /** The cluster of a ProviderConfig, from the placeholder in its kubeconfig Secret. */
  function clusterOf(providerConfig: unknown): string {
    const config = index.get('management', 'kubernetes.crossplane.io', 'ProviderConfig', undefined, providerConfig)
    const ref = at(config, 'spec.credentials.secretRef') as Json
    const secret = index.get('management', '', 'Secret', String(ref?.['namespace']), ref?.['name'])
    return (
      decoded(secret, String(ref?.['key']))?.replace('c5c3-demo-kubeconfig: ', '') ?? `no cluster for ${providerConfig}`
    )
  }

  it('claims, composite resources and Objects refer to each other', () => {
    const claims = claimKinds.flatMap((kind) => index.all(kind))
    expect(claims.length).toBe(10)
    for (const { o: claim } of claims) {
      const xr = index.get(
        'management',
        groupOf(claim),
        `X${claim.kind}`,
        undefined,
        at(claim, 'spec.resourceRef.name'),
      )
      expect(xr, say(claim)).toBeDefined()
      expect(xr?.metadata.name).toMatch(new RegExp(`^${claim.metadata.name}-[a-z0-9]{5}$`))
      expect(at(xr, 'spec.claimRef')).toEqual({
        apiVersion: claim.apiVersion,
        kind: claim.kind,
        name: claim.metadata.name,
        namespace: claim.metadata.namespace,
      })
      const refs = list(xr, 'spec.resourceRefs')
      const objects = refs.map((r) =>
        index.get('management', 'kubernetes.crossplane.io', 'Object', undefined, r['name']),
      )
      expect(objects.filter((o) => o === undefined)).toEqual([])
      expect(objects.every((o) => o?.metadata.labels?.['crossplane.io/composite'] === xr?.metadata.name)).toBe(true)
      const composition = index.get(
        'management',
        'apiextensions.crossplane.io',
        'Composition',
        undefined,
        at(xr, 'spec.compositionRef.name'),
      )
      expect(at(composition, 'spec.compositeTypeRef.kind')).toBe(xr?.kind)
      const revision = index.get(
        'management',
        'apiextensions.crossplane.io',
        'CompositionRevision',
        undefined,
        at(xr, 'spec.compositionRevisionRef.name'),
      )
      expect(at(revision, 'spec.pipeline')).toEqual(at(composition, 'spec.pipeline'))
    }
  })

  it('the remote object of every Object exists in the cluster of its ProviderConfig, and equals the observed copy', () => {
    const objects = index.all('Object')
    expect(objects.length).toBeGreaterThan(40)
    for (const { o } of objects) {
      const cluster = clusterOf(at(o, 'spec.providerConfigRef.name'))
      const desired = at(o, 'spec.forProvider.manifest') as Manifest
      const remote = index.get(
        cluster,
        groupOf(desired),
        desired.kind,
        desired.metadata.namespace,
        desired.metadata.name,
      )
      expect(remote, `${say(o)} → ${say(desired)} @${cluster}`).toBeDefined()
      expect(at(o, 'status.atProvider.manifest'), say(o)).toEqual(remote)
      const spec = at(desired, 'spec') as Json | undefined
      if (spec) expect(remote?.['spec'], say(o)).toMatchObject(spec)
      // A claim that is Ready because something was applied proves nothing.
      const exists = ['Namespace', 'ConfigMap'].includes(desired.kind)
      expect(at(o, 'spec.readiness.policy') === 'SuccessfulCreate', say(o)).toBe(exists)
      expect(desired.kind).not.toBe('Secret')
    }
  })

  it('ProviderConfigs count their users, Flux targets existing clusters', () => {
    for (const { o } of index.all('ProviderConfig')) {
      const users = index.all('Object').filter((x) => at(x.o, 'spec.providerConfigRef.name') === o.metadata.name).length
      expect(at(o, 'status.users'), say(o)).toBe(users)
      expect(index.all('Namespace', clusterOf(o.metadata.name)).length, say(o)).toBeGreaterThan(0)
    }
    const remote = [...index.all('Kustomization'), ...index.all('HelmRelease')].filter(
      ({ o }) => at(o, 'spec.kubeConfig') !== undefined,
    )
    expect(remote.length).toBe(8)
    for (const { cluster, o } of remote) {
      const ref = at(o, 'spec.kubeConfig.secretRef') as Json
      const target = decoded(index.get(cluster, '', 'Secret', o.metadata.namespace, ref['name']), String(ref['key']))
      expect(index.all('Namespace', target?.replace('c5c3-demo-kubeconfig: ', '')).length, say(o)).toBeGreaterThan(0)
    }
    for (const { o } of index.all('Kustomization')) {
      for (const d of list(o, 'spec.dependsOn'))
        expect(
          index.get('management', 'kustomize.toolkit.fluxcd.io', 'Kustomization', 'flux-system', d['name']),
        ).toBeDefined()
    }
  })

  it('the pools of a tenant exist in its region, with the requested nodes', () => {
    const pools = new Map(
      [...index.all('HypervisorCluster'), ...index.all('StorageCluster')].map(({ o }) => [at(o, 'spec.name'), o]),
    )
    expect(
      index
        .all('OpenStackCluster')
        .map(({ o }) => o.metadata.name)
        .sort(),
    ).toEqual(['customer-a-prod', 'customer-b-staging', 'finance-prod', 'internal-prod'])
    for (const { o: claim } of index.all('OpenStackCluster')) {
      for (const field of ['hypervisorClusters', 'storageClusters']) {
        for (const pool of at(claim, `spec.${field}`) as string[]) {
          expect(at(pools.get(pool), 'spec.region'), `${say(claim)} ${pool}`).toBe(at(claim, 'spec.region'))
        }
      }
    }
    for (const [name, o] of pools) {
      const cluster = `${o.kind === 'HypervisorCluster' ? 'hypervisor' : 'storage'}.${name}`
      const nodes = index.all('Node', cluster)
      expect(nodes.length, cluster).toBe(at(o, 'spec.workers'))
      const shoot = index.get('garden', 'core.gardener.cloud', 'Shoot', 'garden-c5c3', name)
      const [worker] = list(shoot, 'spec.provider.workers')
      expect(worker?.['minimum']).toBe(nodes.length)
      for (const { o: node } of nodes) {
        expect(node.metadata.labels?.['worker.gardener.cloud/pool']).toBe(worker?.['name'])
        const [, namespace, claimName] = /^metal:\/\/([^/]+)\/(.+)$/.exec(String(at(node, 'spec.providerID'))) ?? []
        const serverClaim = index.get('garden', 'metal.ironcore.dev', 'ServerClaim', namespace, claimName)
        const server = index.get(
          'garden',
          'metal.ironcore.dev',
          'Server',
          undefined,
          at(serverClaim, 'spec.serverRef.name'),
        )
        expect(at(server, 'status.state'), say(node)).toBe('Reserved')
        expect(at(server, 'spec.serverClaimRef')).toEqual({ name: claimName, namespace })
        expect(
          index.get('garden', 'metal.ironcore.dev', 'BMC', undefined, at(server, 'spec.bmcRef.name')),
          say(node),
        ).toBeDefined()
      }
      const machinePool = index.get(
        'garden',
        'compute.ironcore.dev',
        'MachinePool',
        undefined,
        at(o, 'spec.ironcore.machinePool'),
      )
      expect(machinePool, String(name)).toBeDefined()
    }
    const machinePools = [...pools.values()].map((o) => at(o, 'spec.ironcore.machinePool'))
    expect(new Set(machinePools).size).toBe(machinePools.length)
  })

  it('70 hypervisors: Node, Hypervisor, chassis, drain gate and agents agree', () => {
    const clusters = ['hypervisor.hv-pool-a', 'hypervisor.hv-pool-compliance']
    const counts = clusters.map((cluster) => {
      const nodes = index.all('Node', cluster)
      for (const { o: node } of nodes) {
        const name = node.metadata.name
        const hypervisor = index.get(cluster, 'kvm.cloud.sap', 'Hypervisor', undefined, name)
        expect(ownersOf(hypervisor)[0]?.uid).toBe(node.metadata.uid)
        for (const [label, value] of Object.entries(hypervisor?.metadata.labels ?? {}))
          expect(node.metadata.labels?.[label]).toBe(value)
        expect(at(index.get(cluster, 'ovn.c5c3.io', 'OVNChassis', 'ovn-system', name), 'spec.hostname')).toBe(name)
        expect(index.get(cluster, 'policy', 'PodDisruptionBudget', 'kube-system', `maint-${name}`)).toBeDefined()
      }
      const agents = index.all('DaemonSet', cluster)
      expect(agents.length).toBe(6)
      for (const { o } of agents)
        expect([at(o, 'status.desiredNumberScheduled'), at(o, 'status.numberReady')]).toEqual([
          nodes.length,
          nodes.length,
        ])
      return nodes.length
    })
    expect(counts).toEqual([50, 20])
    const [ovn] = index.all('OVNCluster')
    expect([at(ovn?.o, 'status.chassisCount'), at(ovn?.o, 'status.activeControllers')]).toEqual([70, 70])
    for (const { o } of index.all('Neutron')) {
      expect(at(o, 'spec.ovn.nbConnection')).toBe(at(ovn?.o, 'status.endpoints.northbound'))
      expect(at(o, 'spec.ovn.sbConnection')).toBe(at(ovn?.o, 'status.endpoints.southbound'))
    }
  })

  it('every isolation strategy occurs: shared, dedicated, hybrid, tiered', () => {
    const claims = index.all('OpenStackCluster').map(({ o }) => o)
    const poolsOf = (o: Manifest) => [
      ...(at(o, 'spec.hypervisorClusters') as string[]),
      ...(at(o, 'spec.storageClusters') as string[]),
    ]
    const users = (pool: string) => claims.filter((c) => poolsOf(c).includes(pool)).length
    const kinds = claims.map((c) => new Set(poolsOf(c).map((p) => (users(p) > 1 ? 'shared' : 'dedicated'))))
    expect(kinds.some((k) => k.size === 1 && k.has('shared'))).toBe(true)
    expect(kinds.some((k) => k.size === 2)).toBe(true)
    const dedicated = index.all('HypervisorCluster').filter(({ o }) => at(o, 'spec.labels.dedicated') === 'true')
    expect(dedicated.map(({ o }) => users(o.metadata.name))).toEqual([1])
    const classOf = new Map(
      index.all('StorageCluster').map(({ o }) => [o.metadata.name, at(o, 'spec.ceph.deviceClass')]),
    )
    expect(
      claims.some((c) => new Set((at(c, 'spec.storageClusters') as string[]).map((p) => classOf.get(p))).size > 1),
    ).toBe(true)
  })

  it('the requested size, services, network, quotas and storage pools of a claim are running', () => {
    const sizes: Record<string, [number, number]> = { small: [1, 1], medium: [3, 3], large: [3, 5] }
    for (const { o: claim } of index.all('OpenStackCluster')) {
      const xr = String(at(claim, 'spec.resourceRef.name'))
      const ns = `openstack-${xr}`
      const get = (group: string, kind: string, name: string) =>
        index.get('control-plane.eu-de-1', group, kind, ns, name)
      const [db, api] = sizes[String(at(claim, 'spec.size'))] ?? [0, 0]
      const cp = get('c5c3.io', 'ControlPlane', xr)
      expect(at(cp, 'spec.compute.hypervisorClusters')).toEqual(at(claim, 'spec.hypervisorClusters'))
      expect(at(cp, 'spec.storage.storageClusters')).toEqual(at(claim, 'spec.storageClusters'))
      expect(at(cp, 'spec.cortex')).toEqual(at(claim, 'spec.cortex'))
      expect(at(cp, 'spec.openstack.neutron.externalNetwork')).toBe(at(claim, 'spec.network.externalNetwork'))
      for (const [service, on] of Object.entries(at(claim, 'spec.services') as Json))
        expect(at(cp, `spec.openstack.${service}.enabled`), service).toBe(on)
      expect(at(get('k8s.mariadb.com', 'MariaDB', 'openstack-db'), 'spec.replicas')).toBe(db)
      expect(at(get('keystone.openstack.c5c3.io', 'Keystone', 'keystone'), 'spec.deployment.replicas')).toBe(db)
      expect(at(get('apps', 'Deployment', 'keystone'), 'status.readyReplicas')).toBe(db)
      expect(at(get('nova.openstack.c5c3.io', 'Nova', 'nova'), 'spec.api.replicas')).toBe(api)
      expect(at(get('apps', 'Deployment', 'nova-api'), 'status.readyReplicas')).toBe(api)
      const cells = list(get('nova.openstack.c5c3.io', 'Nova', 'nova'), 'status.cells')
      expect(cells.map((c) => c['computeNodes'])).toEqual(
        (at(claim, 'spec.hypervisorClusters') as string[]).map((p) => index.all('Node', `hypervisor.${p}`).length),
      )
      for (const pool of at(claim, 'spec.storageClusters') as string[]) {
        const volumes = index
          .all('CephBlockPool', `storage.${pool}`)
          .filter(({ o }) => o.metadata.name.startsWith(xr) && o.metadata.name.endsWith('-volumes'))
        expect(volumes.length, `${xr} on ${pool}`).toBe(1)
        expect(at(volumes[0]?.o, 'spec.quotas.maxSize')).toBe(`${at(claim, 'spec.storage.ceph.volumePool.quotaGB')}G`)
      }
    }
  })

  it('a Ceph key is the same from the Secret of Rook to those of Cinder, Glance and Nova, and covers their pools', () => {
    const clients = index.all('CephClient')
    expect(clients.length).toBe(5)
    const copies = index
      .all('Secret', 'control-plane.eu-de-1')
      .filter(({ o }) => o.metadata.name.startsWith('ceph-client-'))
    expect(copies.length).toBe(5)
    for (const { cluster, o: client } of clients) {
      const source = index.get(cluster, '', 'Secret', client.metadata.namespace, at(client, 'status.info.secretName'))
      const copy = copies.find(({ o }) => decoded(o, 'userID') === client.metadata.name)
      expect(fingerprint(decoded(copy?.o, 'userKey')), say(client)).toBe(fingerprint(decoded(source, 'userKey')))
      expect(decoded(source, client.metadata.name)).toBe(decoded(source, 'userKey'))
      const raw = Buffer.from(decoded(source, 'userKey') ?? '', 'base64')
      expect([raw.length, raw.readUInt16LE(0), raw.readUInt16LE(10)], say(client)).toEqual([28, 1, 16])
      const allowed = [...String(at(client, 'spec.caps.osd')).matchAll(/pool=(\S+?)(?:,|$)/g)].map((m) => m[1])
      for (const pool of allowed)
        expect(index.get(cluster, 'ceph.rook.io', 'CephBlockPool', 'rook-ceph', pool), pool).toBeDefined()
      const tenant = String(copy?.o.metadata.namespace)
      const cinder = index.get('control-plane.eu-de-1', 'cinder.openstack.c5c3.io', 'Cinder', tenant, 'cinder')
      const backend = list(cinder, 'spec.backends').find(
        (b) => at(b, 'rbd.cephClientRef.name') === client.metadata.name,
      )
      expect(allowed).toContain(at(backend, 'rbd.pool'))
      expect(at(backend, 'rbd.cephSecretRef.name')).toBe(copy?.o.metadata.name)
    }
    expect(
      new Set(
        clients.map(({ o, cluster }) =>
          decoded(index.get(cluster, '', 'Secret', 'rook-ceph', at(o, 'status.info.secretName')), 'userKey'),
        ),
      ).size,
    ).toBe(5)
  })

  it('monitors, arbiter and capacity are consistent on both sides', () => {
    for (const { o: cp } of index.all('ControlPlane', 'control-plane.eu-de-1')) {
      const [pool] = at(cp, 'spec.storage.storageClusters') as string[]
      const data = at(
        index.get(`storage.${pool}`, '', 'ConfigMap', 'rook-ceph', 'rook-ceph-mon-endpoints'),
        'data.data',
      )
      expect(at(cp, 'spec.storage.ceph.monitors')).toEqual(
        String(data)
          .split(',')
          .map((m) => m.replace(/^[^=]+=/, '')),
      )
      const secret = index.get(
        'control-plane.eu-de-1',
        '',
        'Secret',
        cp.metadata.namespace,
        at(cp, 'spec.storage.ceph.secretRef.name'),
      )
      expect(decoded(secret, String(at(cp, 'spec.storage.ceph.secretRef.key'))), say(cp)).toBeDefined()
      for (const name of Object.values(at(cp, 'spec.storage.ceph.pools') as Json)) {
        expect(
          index.get(`storage.${pool}`, 'ceph.rook.io', 'CephBlockPool', 'rook-ceph', name),
          String(name),
        ).toBeDefined()
      }
    }
    for (const { cluster, o } of index.all('CephCluster')) {
      const { bytesTotal, bytesUsed, bytesAvailable } = at(o, 'status.ceph.capacity') as Record<string, number>
      expect(bytesTotal).toBe((bytesUsed ?? 0) + (bytesAvailable ?? 0))
      expect((bytesUsed ?? 0) / (bytesTotal ?? 1)).toBeLessThan(0.75)
      const mons = index.all('Deployment', cluster).filter((d) => d.o.metadata.name.startsWith('rook-ceph-mon-'))
      expect(mons.length).toBe(at(o, 'spec.mon.count'))
    }
    const [arbiter] = index.all('RemoteArbiter')
    const endpoints = index.get('storage.st-pool-a', '', 'ConfigMap', 'rook-ceph', 'rook-ceph-mon-endpoints')
    expect(at(endpoints, 'data.externalMons')).toBe(at(arbiter?.o, 'status.monId'))
    expect(
      index.get('arbiter', 'apps', 'Deployment', 'ceph-arbiter', `rook-ceph-mon-${at(arbiter?.o, 'status.monId')}`),
    ).toBeDefined()
  })

  it('every enabled service is in the catalog with its own endpoint', () => {
    for (const { cluster, o: cp } of index.all('ControlPlane', 'control-plane.eu-de-1')) {
      const ns = cp.metadata.namespace
      for (const service of ['glance', 'placement', 'nova', 'neutron', 'cinder']) {
        const kind = service.charAt(0).toUpperCase() + service.slice(1)
        const cr = index.get(cluster, `${service}.openstack.c5c3.io`, kind, ns, service)
        const endpoint = (face: string) =>
          index.get(cluster, 'openstack.k-orc.cloud', 'Endpoint', ns, `${service}-${face}`)
        expect(at(endpoint('internal'), 'spec.resource.url'), `${ns} ${service}`).toBe(at(cr, 'status.endpoint'))
        const host = at(cr, 'spec.gateway.hostname') ?? String(at(cr, 'spec.publicEndpoint')).replace('https://', '')
        expect(at(endpoint('public'), 'spec.resource.url')).toBe(`https://${host}`)
        for (const k of ['Service', 'User', 'ApplicationCredential'])
          expect(index.get(cluster, 'openstack.k-orc.cloud', k, ns, service), `${ns} ${k} ${service}`).toBeDefined()
      }
      const cortex = index.get(cluster, 'cortex.c5c3.io', 'Cortex', ns, 'cortex')
      const nova = index.get(cluster, 'nova.openstack.c5c3.io', 'Nova', ns, 'nova')
      expect(cortex !== undefined).toBe(at(cp, 'spec.cortex.enabled'))
      expect(at(nova, 'spec.scheduler.externalScheduler.endpoint')).toBe(at(cortex, 'status.endpoint'))
    }
  })
})
