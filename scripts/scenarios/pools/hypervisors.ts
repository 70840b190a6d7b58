// SPDX-License-Identifier: Apache-2.0
// Hypervisor pools: nodes, the Hypervisor of each, its chassis, its drain PodDisruptionBudget, the six node agents.
import { baseNamespaces, daemonSet, deployment, disruptionBudget, namespace, node } from '../core.ts'
import { conditions, type Obj, type ObjectMaker, objectsOf, type Section, sha256, uuid, withBody } from '../kube.ts'
import { GARDEN_LINUX, type HypervisorPool, KUBERNETES, nodeNames, TENANTS } from '../landscape.ts'
import { OVN_VERSION, OVS_VERSION, ovnChassis } from '../openstack/ovn.ts'
import { clusterSecretStore } from '../openstack/secrets.ts'

const CPUS = 128
const MEMORY_GI = 1024
const KERNEL = '6.12.48-cloud-amd64'

export function hypervisorCluster(pool: HypervisorPool): Section[] {
  const make = objectsOf(pool.cluster)
  const { age } = pool
  const hosts = nodeNames(pool).map((name, i) => host(make, pool, name, i))
  return [
    {
      title: 'the cluster itself',
      objects: [
        ...baseNamespaces(make, age),
        ...['kvm-system', 'ovn-system', 'openstack-agents', 'external-secrets'].map((n) => namespace(make, n, age)),
        clusterSecretStore(make, age, pool.name),
      ],
    },
    { title: 'operators and node agents', objects: agents(make, pool) },
    { title: `${pool.nodes} nodes`, objects: hosts.map((h) => h.node) },
    { title: 'their Hypervisors', objects: hosts.map((h) => h.hypervisor) },
    { title: 'their OVN chassis', objects: hosts.map((h) => h.chassis) },
    { title: 'the gates that hold a drain back until a host is empty', objects: hosts.map((h) => h.gate) },
  ]
}

function host(make: ObjectMaker, pool: HypervisorPool, name: string, i: number) {
  const zone = pool.zones[i % pool.zones.length] ?? pool.region
  const ip = `10.${pool.net}.${Math.floor(i / 100)}.${(i % 100) + 11}`
  const block = `bb${String(Math.floor(i / 10) + 1).padStart(3, '0')}`
  const shared = {
    'kubernetes.metal.cloud.sap/bb': block,
    'kubernetes.metal.cloud.sap/cluster': pool.name,
    'kubernetes.metal.cloud.sap/name': name,
    'topology.kubernetes.io/region': pool.region,
    'topology.kubernetes.io/zone': zone,
    'worker.gardener.cloud/pool': pool.name,
  }
  const aggregates = aggregatesOf(pool, zone)
  const machine = node(make, name, pool.age, {
    ip,
    labels: {
      ...shared,
      'node-role.kubernetes.io/hypervisor': '',
      'nova.openstack.cloud.sap/virt-driver': 'kvm',
      'cobaltcore.cloud.sap/node-hypervisor-lifecycle': 'true',
      ...pool.labels,
    },
    annotations: { 'nova.openstack.cloud.sap/aggregates': aggregates.join(',') },
    providerID: `metal://shoot--c5c3--${pool.name}/${name}`,
    cpu: CPUS,
    memoryGi: MEMORY_GI,
    kubelet: KUBERNETES.kubelet,
    os: GARDEN_LINUX,
    kernel: KERNEL,
  })
  return {
    node: machine,
    hypervisor: hypervisor(make, pool, machine, {
      ip,
      labels: { 'kubernetes.io/hostname': name, ...shared },
      aggregates,
    }),
    chassis: ovnChassis(make, machine, ip, pool.age),
    gate: drainGate(make, name, pool.age),
  }
}

/** Host aggregates: the availability zone, and one per tenant that may use the pool. */
function aggregatesOf(pool: HypervisorPool, zone: string): string[] {
  return [zone, ...TENANTS.filter((t) => t.hypervisorPools.includes(pool.name)).map((t) => t.claim)]
}

function hypervisor(
  make: ObjectMaker,
  pool: HypervisorPool,
  machine: Obj,
  facts: { ip: string; labels: Record<string, string>; aggregates: string[] },
): Obj {
  const { name } = machine.metadata
  const o = make('kvm.cloud.sap/v1', 'Hypervisor', {
    name,
    age: pool.age,
    owner: machine,
    labels: facts.labels,
    generation: 1,
  })
  const load = Number.parseInt(sha256(`load:${name}`).slice(0, 4), 16)
  const instances = 8 + (load % 9)
  const cpu = instances * 6
  const memory = instances * 40
  const numbers = (c: number, m: number) => ({ cpu: String(c), memory: `${m}Gi` })
  return withBody(o, {
    spec: {
      aggregates: facts.aggregates,
      allowedProjects: [],
      createCertManagerCertificate: true,
      customTraits: [],
      evacuateOnReboot: true,
      highAvailability: true,
      installCertificate: true,
      lifecycleEnabled: true,
      reboot: false,
      skipTests: false,
      version: '1877.6',
    },
    status: {
      hypervisorId: uuid(`hypervisor:${pool.name}/${name}`),
      serviceId: uuid(`service:${pool.name}/${name}`),
      internalIp: facts.ip,
      libVirtVersion: '11.6.0',
      operatingSystem: {
        version: '1877.6',
        prettyVersion: GARDEN_LINUX,
        kernelRelease: KERNEL,
      },
      capacity: numbers(CPUS, MEMORY_GI),
      effectiveCapacity: numbers(CPUS * 2, MEMORY_GI),
      allocation: numbers(cpu, memory),
      aggregates: facts.aggregates.map((a) => ({ name: a, uuid: uuid(`aggregate:${pool.region}/${a}`) })),
      numInstances: instances,
      conditions: conditions(
        o,
        [
          { type: 'Onboarding', status: 'False', reason: 'Succeeded', message: 'Onboarding completed' },
          { type: 'TraitsUpdated', reason: 'Succeeded', message: 'Traits are in sync' },
          { type: 'AggregatesUpdated', reason: 'Succeeded', message: 'Aggregates are in sync' },
          { type: 'HaEnabled', reason: 'Succeeded', message: 'HA is enabled' },
          { type: 'Ready', reason: 'Ready', message: 'Hypervisor is ready' },
        ],
        60,
        false,
      ),
    },
  })
}

/** The PodDisruptionBudget that the hypervisor operator maintains per node: no drain before the host is offboarded. */
function drainGate(make: ObjectMaker, node: string, age: string): Obj {
  const name = `maint-${node}`
  const labels = { 'cobaltcore-maintenance-controller': name }
  return disruptionBudget(make, { name, namespace: 'kube-system', age }, { minAvailable: 1, healthy: 1, labels })
}

const AGENTS: readonly (readonly [string, string, string])[] = [
  ['kvm-node-agent-controller-manager', 'kvm-system', 'ghcr.io/cobaltcore-dev/kvm-node-agent:v0.9.2'],
  ['ha-agent', 'kvm-system', 'ghcr.io/cobaltcore-dev/kvm-ha-agent:v0.3.0'],
  ['ovs-agent', 'ovn-system', 'ghcr.io/cobaltcore-dev/ovs-agent:v0.2.1'],
  ['ovn-controller', 'ovn-system', `ghcr.io/c5c3/ovn:${OVN_VERSION}`],
  ['ovs-vswitchd', 'ovn-system', `ghcr.io/c5c3/ovs:${OVS_VERSION}`],
  ['nova-compute', 'openstack-agents', 'ghcr.io/c5c3/nova-compute:2025.2'],
]

function agents(make: ObjectMaker, pool: HypervisorPool): Obj[] {
  const { age, nodes } = pool
  const named = (name: string) => ({ 'app.kubernetes.io/name': name })
  const operator = (name: string, namespaceName: string, image: string) =>
    deployment(make, { name, namespace: namespaceName, age }, { image, replicas: 2, labels: named(name) })
  return [
    ...AGENTS.map(([name, ns, image]) =>
      daemonSet(make, { name, namespace: ns, age }, { image, labels: named(name) }, nodes),
    ),
    operator(
      'openstack-hypervisor-operator-controller-manager',
      'kvm-system',
      'ghcr.io/cobaltcore-dev/openstack-hypervisor-operator:v1.6.0',
    ),
    operator('labels-injector', 'kvm-system', 'ghcr.io/cobaltcore-dev/labels-injector:v0.2.0'),
    operator('external-secrets', 'external-secrets', 'ghcr.io/external-secrets/external-secrets:v0.20.4'),
    make(
      'admissionregistration.k8s.io/v1',
      'ValidatingWebhookConfiguration',
      { name: 'labels-injector', age, generation: 1 },
      {
        webhooks: [
          {
            name: 'pods-binding.labels-injector.cobaltcore.dev',
            admissionReviewVersions: ['v1'],
            sideEffects: 'NoneOnDryRun',
            failurePolicy: 'Ignore',
            clientConfig: {
              service: { name: 'labels-injector', namespace: 'kvm-system', path: '/validate', port: 443 },
            },
            rules: [
              { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods/binding'], scope: '*' },
            ],
          },
        ],
      },
    ),
  ]
}
