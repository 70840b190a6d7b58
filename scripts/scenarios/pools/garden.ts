// SPDX-License-Identifier: Apache-2.0
// The garden cluster: Gardener's Shoots of every cluster, and IronCore's servers of the bare-metal ones.
import { baseNamespaces, namespace } from '../core.ts'
import { after, b64, type Obj, type ObjectMaker, objectsOf, type Section, sha256, uuid, withBody } from '../kube.ts'
import {
  HYPERVISOR_POOLS,
  type HypervisorPool,
  KUBERNETES,
  nodeNames,
  SITES,
  STORAGE_POOLS,
  type StoragePool,
} from '../landscape.ts'
import { password } from '../openstack/secret-values.ts'

export const GARDEN_NAMESPACE = 'garden-c5c3'
const make = objectsOf('garden')
const BMC_SECRET = 'bmc-login'
const CHECKED = '2026-11-16T11:55:20Z'

interface ShootFacts {
  readonly name: string
  readonly region: string
  readonly age: string
  readonly provider: 'ironcore-metal' | 'openstack'
  readonly worker: string
  readonly minimum: number
  readonly maximum: number
  readonly machineType: string
  readonly labels?: Record<string, string>
  readonly zones: readonly string[]
}

/** The Shoot of a pool or control plane, as the pool Compositions render it and Gardener reports it. */
export function shootOf(name: string): Obj {
  const facts = SHOOTS.find((s) => s.name === name)
  if (!facts) throw new Error(`no shoot ${name}`)
  return shoot(facts)
}

/** The fields of a Shoot that Crossplane sets. */
export function shootSpec(name: string): Record<string, unknown> {
  const facts = SHOOTS.find((s) => s.name === name)
  if (!facts) throw new Error(`no shoot ${name}`)
  return spec(facts)
}

const SHOOTS: readonly ShootFacts[] = [
  ...['management', 'arbiter'].map((name) => ({
    name,
    region: 'eu-de-1',
    age: '97d',
    provider: 'openstack' as const,
    worker: 'default',
    minimum: name === 'management' ? 3 : 1,
    maximum: name === 'management' ? 6 : 1,
    machineType: 'g_c8_m32',
    zones: ['eu-de-1d'],
  })),
  ...SITES.map((s) => ({
    name: s.claim,
    region: s.region,
    age: s.age,
    provider: 'openstack' as const,
    worker: 'control-plane',
    minimum: s.workers,
    maximum: s.workers + 2,
    machineType: 'g_c16_m64',
    zones: ['a', 'b', 'c'].map((z) => `${s.region}${z}`),
  })),
  ...HYPERVISOR_POOLS.map((p) => ({
    name: p.name,
    region: p.region,
    age: p.age,
    provider: 'ironcore-metal' as const,
    worker: p.name,
    minimum: p.nodes,
    maximum: p.maxNodes,
    machineType: p.machineClass,
    labels: { 'nova.openstack.cloud.sap/virt-driver': 'kvm', 'node-role.kubernetes.io/hypervisor': '', ...p.labels },
    zones: p.zones,
  })),
  ...STORAGE_POOLS.map((p) => ({
    name: p.name,
    region: p.region,
    age: p.age,
    provider: 'ironcore-metal' as const,
    worker: p.name,
    minimum: p.nodes,
    maximum: p.nodes + 3,
    machineType: 'baremetal-storage',
    zones: ['a', 'b', 'c'].map((z) => `${p.region}${z}`),
  })),
]

function spec(f: ShootFacts): Record<string, unknown> {
  return {
    cloudProfile: { kind: 'CloudProfile', name: f.provider },
    credentialsBindingName: `c5c3-${f.provider}`,
    purpose: 'production',
    region: f.region,
    kubernetes: { version: KUBERNETES.version },
    networking: { type: 'calico', pods: '100.64.0.0/12', services: '100.104.0.0/13' },
    provider: {
      type: f.provider,
      workers: [
        {
          name: f.worker,
          minimum: f.minimum,
          maximum: f.maximum,
          machine: { type: f.machineType, image: { name: 'gardenlinux', version: '1877.6.0' } },
          ...(f.labels && { labels: f.labels }),
          zones: f.zones,
        },
      ],
    },
  }
}

function shoot(f: ShootFacts): Obj {
  const labels = { 'shoot.gardener.cloud/status': 'healthy' }
  const o = make('core.gardener.cloud/v1beta1', 'Shoot', {
    name: f.name,
    namespace: GARDEN_NAMESPACE,
    age: f.age,
    generation: 1,
    labels,
    finalizers: ['gardener'],
  })
  const since = after(o.metadata.creationTimestamp, 1500)
  const condition = (type: string, reason: string, message: string) => ({
    type,
    status: 'True',
    reason,
    message,
    lastTransitionTime: since,
    lastUpdateTime: CHECKED,
  })
  return withBody(o, {
    spec: { ...spec(f), hibernation: { enabled: false }, seedName: `${f.region}-soil` },
    status: {
      observedGeneration: 1,
      seedName: `${f.region}-soil`,
      technicalID: `shoot--c5c3--${f.name}`,
      uid: o.metadata.uid,
      hibernated: false,
      advertisedAddresses: [{ name: 'external', url: `https://api.${f.name}.c5c3.garden.example.com` }],
      lastOperation: {
        type: 'Reconcile',
        state: 'Succeeded',
        progress: 100,
        description: 'Shoot cluster has been successfully reconciled.',
        lastUpdateTime: '2026-11-16T03:12:45Z',
      },
      conditions: [
        condition(
          'APIServerAvailable',
          'HealthzRequestSucceeded',
          'API server /healthz endpoint responded with success status code.',
        ),
        condition('ControlPlaneHealthy', 'ControlPlaneRunning', 'All control plane components are healthy.'),
        condition(
          'ObservabilityComponentsHealthy',
          'ObservabilityComponentsRunning',
          'All observability components are healthy.',
        ),
        condition('EveryNodeReady', 'EveryNodeReady', 'All nodes are ready.'),
        condition('SystemComponentsHealthy', 'SystemComponentsRunning', 'All system components are healthy.'),
      ],
      constraints: [
        condition(
          'MaintenancePreconditionsSatisfied',
          'NoProblematicWebhooks',
          'All webhooks are properly configured.',
        ),
      ],
    },
  })
}

export function garden(): Section[] {
  const age = '97d'
  const pools = [...HYPERVISOR_POOLS, ...STORAGE_POOLS]
  const machines = pools.flatMap((p) => nodeNames(p).map((name, i) => machine(p, name, i)))
  const spares = ['spare-001', 'spare-002'].map((name, i) => spare(name, i))
  return [
    {
      title: 'the cluster itself',
      objects: [
        ...baseNamespaces(make, age),
        namespace(make, GARDEN_NAMESPACE, age, {
          'gardener.cloud/role': 'project',
          'project.gardener.cloud/name': 'c5c3',
        }),
        ...pools.map((p) => namespace(make, `shoot--c5c3--${p.name}`, p.age)),
      ],
    },
    { title: 'Shoots', objects: SHOOTS.map(shoot) },
    { title: 'machine pools', objects: pools.map(machinePool) },
    { title: 'servers', objects: [...machines.map((m) => m.server), ...spares.map((s) => s.server)] },
    { title: 'who claims them', objects: machines.map((m) => m.claim) },
    { title: 'their BMCs', objects: [bmcSecret(age), ...machines.map((m) => m.bmc), ...spares.map((s) => s.bmc)] },
  ]
}

function bmcSecret(age: string): Obj {
  const values = { username: 'metal', password: password('bmc') }
  const data = Object.fromEntries(Object.entries(values).map(([k, v]) => [k, b64(v)]))
  return make(
    'metal.ironcore.dev/v1alpha1',
    'BMCSecret',
    { name: BMC_SECRET, age, generation: 1 },
    { data, type: 'Opaque' },
  )
}

function machinePool(pool: HypervisorPool | StoragePool): Obj {
  const machineClass = 'machineClass' in pool ? pool.machineClass : 'baremetal-storage'
  const count = String(pool.nodes)
  return make(
    'compute.ironcore.dev/v1alpha1',
    'MachinePool',
    { name: pool.machinePool, age: pool.age },
    {
      spec: { providerID: `metal://${pool.machinePool}` },
      status: {
        state: 'Ready',
        availableMachineClasses: [{ name: machineClass }],
        capacity: { [`class.machine.ironcore.dev/${machineClass}`]: count },
        allocatable: { [`class.machine.ironcore.dev/${machineClass}`]: '0' },
        conditions: [
          {
            type: 'Ready',
            status: 'True',
            reason: 'Ready',
            message: '',
            lastTransitionTime: after('2026-08-12T09:00:00Z', pool.nodes),
          },
        ],
      },
    },
  )
}

function machine(pool: HypervisorPool | StoragePool, name: string, i: number) {
  const hardware = serverAndBmc(make, {
    name,
    age: pool.age,
    machinePool: pool.machinePool,
    ip: `172.16.${pool.net}.${i + 11}`,
  })
  const shootNamespace = `shoot--c5c3--${pool.name}`
  const claim = make(
    'metal.ironcore.dev/v1alpha1',
    'ServerClaim',
    { name, namespace: shootNamespace, age: pool.age, generation: 1 },
    {
      spec: {
        power: 'On',
        image: 'ghcr.io/ironcore-dev/os-images/gardenlinux:1877.6.0',
        serverRef: { name },
      },
      status: { phase: 'Bound' },
    },
  )
  return { ...hardware, server: reserved(hardware.server, name, shootNamespace), claim }
}

function spare(name: string, i: number) {
  return serverAndBmc(make, { name, age: '90d', machinePool: 'ironcore-eu-de-1-rack-1', ip: `172.16.39.${i + 11}` })
}

function reserved(server: Obj, name: string, namespaceName: string): Obj {
  const body = server as unknown as { spec: Record<string, unknown>; status: Record<string, unknown> }
  return withBody(server, {
    spec: { ...body.spec, serverClaimRef: { name, namespace: namespaceName } },
    status: { ...body.status, state: 'Reserved', powerState: 'On' },
  })
}

function serverAndBmc(maker: ObjectMaker, f: { name: string; age: string; machinePool: string; ip: string }) {
  const mac = `b4:45:06:${sha256(f.name)
    .slice(0, 6)
    .replace(/(..)(?=.)/g, '$1:')}`
  const labels = { 'metal.ironcore.dev/machine-pool': f.machinePool }
  const serial = sha256(`serial:${f.name}`).slice(0, 7).toUpperCase()
  const hardware = { manufacturer: 'Dell Inc.', model: 'PowerEdge R6625' }
  const server = maker(
    'metal.ironcore.dev/v1alpha1',
    'Server',
    { name: f.name, age: f.age, labels, generation: 1 },
    {
      spec: {
        systemUUID: uuid(`system:${f.name}`),
        bmcRef: { name: f.name },
        power: 'On',
        reclaimPolicy: 'Recycle',
        unclaimable: false,
      },
      status: { state: 'Available', powerState: 'Off', ...hardware, serialNumber: serial },
    },
  )
  const bmc = maker(
    'metal.ironcore.dev/v1alpha1',
    'BMC',
    { name: f.name, age: f.age, generation: 1 },
    {
      spec: {
        protocol: { name: 'Redfish', port: 443, scheme: 'https' },
        bmcSecretRef: { name: BMC_SECRET },
        access: { ip: f.ip, macAddress: mac },
      },
      status: {
        state: 'Enabled',
        powerState: 'On',
        ip: f.ip,
        macAddress: mac,
      },
    },
  )
  return { server, bmc }
}
