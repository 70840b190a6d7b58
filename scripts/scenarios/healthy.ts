// SPDX-License-Identifier: Apache-2.0
// The healthy fleet, cluster by cluster.

import { baseNamespaces, deployment, event, namespace, node, secret, statefulSet } from './core.ts'
import { conditions, type Obj, type ObjectMaker, objectsOf, type Section, withBody } from './kube.ts'
import {
  type ControlPlaneSite,
  GARDEN_LINUX,
  HYPERVISOR_POOLS,
  KUBERNETES,
  RELEASE,
  SITES,
  STORAGE_POOLS,
  TENANTS,
} from './landscape.ts'
import { claims, usersOf } from './management/claims.ts'
import { compositions, packages } from './management/compositions.ts'
import { gitops } from './management/gitops.ts'
import { namespacesOf, operators, RELEASED_OPERATORS, SEED_OPERATORS } from './management/operators.ts'
import { clusterIssuer, gateway } from './management/platform.ts'
import { PLATFORM_AGE, xrds } from './management/xrds.ts'
import { EU_CLUSTER, tenantControlPlane } from './openstack/control-plane.ts'
import { ovnCluster } from './openstack/ovn.ts'
import { kubeconfigOf } from './openstack/secret-values.ts'
import { clusterSecretStore } from './openstack/secrets.ts'
import { arbiterCluster } from './pools/arbiter.ts'
import { garden } from './pools/garden.ts'
import { hypervisorCluster } from './pools/hypervisors.ts'
import { storageCluster } from './pools/storage-cluster.ts'
import { releasedControlPlane } from './released/fleet.ts'

export function healthy(): Record<string, Section[]> {
  const [eu, us] = SITES
  if (!eu) throw new Error('a region is needed')
  return {
    management: management(),
    [eu.cluster]: controlPlaneEu(eu),
    ...(us ? { [us.cluster]: controlPlaneUs(us) } : {}),
    ...Object.fromEntries(HYPERVISOR_POOLS.map((p) => [p.cluster, hypervisorCluster(p)])),
    ...Object.fromEntries(STORAGE_POOLS.map((p) => [p.cluster, storageCluster(p)])),
    arbiter: arbiterCluster(),
    garden: garden(),
  }
}

function management(): Section[] {
  const make = objectsOf('management')
  const age = PLATFORM_AGE
  const namespaces = ['crossplane-system', 'external-secrets', 'flux-system', 'infrastructure', 'openbao-system']
  return [
    {
      title: 'the cluster itself',
      objects: [
        ...baseNamespaces(make, age),
        ...namespaces.map((n) => namespace(make, n, age)),
        ...virtualNodes(make, 'mgmt', 3, 'eu-de-1', age),
        clusterSecretStore(make, age, 'management', 'https://openbao.openbao-system.svc:8200'),
      ],
    },
    {
      title: 'controllers',
      objects: [
        ...(
          [
            ['crossplane', 'crossplane-system', 'xpkg.crossplane.io/crossplane/crossplane:v1.20.3'],
            ['crossplane-rbac-manager', 'crossplane-system', 'xpkg.crossplane.io/crossplane/crossplane:v1.20.3'],
            ['provider-kubernetes', 'crossplane-system', 'xpkg.upbound.io/upbound/provider-kubernetes:v1.2.0'],
            ['external-secrets', 'external-secrets', 'ghcr.io/external-secrets/external-secrets:v0.20.4'],
            ['flux-operator', 'flux-system', 'ghcr.io/controlplaneio-fluxcd/flux-operator:v0.33.0'],
          ] as const
        ).map(([name, ns, image]) =>
          deployment(
            make,
            { name, namespace: ns, age },
            { image, replicas: 1, labels: { 'app.kubernetes.io/name': name } },
          ),
        ),
        statefulSet(
          make,
          { name: 'openbao', namespace: 'openbao-system', age },
          {
            image: 'quay.io/openbao/openbao:2.4.1',
            replicas: 3,
            labels: { 'app.kubernetes.io/name': 'openbao' },
          },
        ),
      ],
    },
    { title: 'Crossplane: APIs, Compositions, packages', objects: [...xrds(), ...compositions(), ...packages()] },
    { title: 'access to the other clusters', objects: providerConfigs(make, age) },
    { title: 'GitOps', objects: gitops() },
    ...claims(),
  ]
}

/** One ProviderConfig per target cluster of Crossplane, with its kubeconfig Secret. */
function providerConfigs(make: ObjectMaker, age: string): Obj[] {
  const targets: Record<string, string> = {
    gardener: 'garden',
    ...Object.fromEntries(SITES.map((s) => [s.claim, s.cluster])),
    ...Object.fromEntries([...HYPERVISOR_POOLS, ...STORAGE_POOLS].map((p) => [p.name, p.cluster])),
  }
  return Object.entries(targets).flatMap(([name, cluster]) => {
    const users = usersOf(name)
    const secretName = `${name}-kubeconfig`
    const secretRef = { namespace: 'crossplane-system', name: secretName, key: 'kubeconfig' }
    return [
      make(
        'kubernetes.crossplane.io/v1alpha1',
        'ProviderConfig',
        {
          name,
          age,
          generation: 1,
          ...(users > 0 && { finalizers: ['in-use.crossplane.io'] }),
        },
        {
          spec: { credentials: { source: 'Secret', secretRef } },
          status: { users },
        },
      ),
      secret(make, { name: secretName, namespace: 'crossplane-system', age }, { kubeconfig: kubeconfigOf(cluster) }),
    ]
  })
}

function virtualNodes(make: ObjectMaker, prefix: string, count: number, region: string, age: string): Obj[] {
  return Array.from({ length: count }, (_, i) => {
    const name = `${prefix}-${String(i + 1).padStart(3, '0')}`
    return node(make, name, age, {
      ip: `10.20.${prefix.length}.${i + 11}`,
      labels: {
        'topology.kubernetes.io/region': region,
        'topology.kubernetes.io/zone': `${region}${'abc'[i % 3]}`,
        'worker.gardener.cloud/pool': prefix === 'mgmt' ? 'default' : 'control-plane',
      },
      providerID: `openstack:///${name}`,
      cpu: 16,
      memoryGi: 64,
      kubelet: KUBERNETES.kubelet,
      os: GARDEN_LINUX,
      kernel: '6.12.48-cloud-amd64',
    })
  })
}

function controlPlaneEu(site: ControlPlaneSite): Section[] {
  const make = objectsOf(EU_CLUSTER)
  const { age, region } = site
  const tenants = TENANTS.map((t) => ({ tenant: t, objects: tenantControlPlane(t) }))
  return [
    {
      title: 'the cluster itself',
      objects: [
        ...baseNamespaces(make, age),
        ...namespacesOf(SEED_OPERATORS).map((n) => namespace(make, n, age)),
        ...virtualNodes(make, 'cp-eu', site.workers, region, age),
        clusterSecretStore(make, age, site.claim),
        namespace(make, 'gateway-system', age),
        clusterIssuer(make, 'letsencrypt-prod', age),
        gateway(make, age),
      ],
    },
    { title: 'operators', objects: operators(make, SEED_OPERATORS, age) },
    { title: 'OVN', objects: ovnCluster(make, region) },
    { title: 'Cortex', objects: ['nova', 'cinder'].map((domain) => pipeline(make, domain, age)) },
    ...tenants.map(({ tenant, objects }) => ({
      title: `tenant ${tenant.claim}`,
      objects: [...objects, ...tenantEvents(make, objects)],
    })),
  ]
}

function tenantEvents(make: ObjectMaker, objects: readonly Obj[]): Obj[] {
  const tempest = objects.find((o) => o.kind === 'Tempest')
  const cron = objects.find((o) => o.kind === 'CronJob' && o.metadata.name === 'tempest')
  return [
    ...(tempest
      ? [
          event(make, tempest, {
            reason: 'TestsPassed',
            message: 'All tests passed',
            source: 'tempest-operator',
            age: '9h',
          }),
        ]
      : []),
    ...(cron
      ? [
          event(make, cron, {
            reason: 'SawCompletedJob',
            message: 'Saw completed job',
            source: 'cronjob-controller',
            age: '9h',
          }),
        ]
      : []),
  ]
}

function pipeline(make: ObjectMaker, domain: string, age: string): Obj {
  const o = make('cortex.cloud/v1alpha1', 'Pipeline', { name: `${domain}-external-scheduler`, age, generation: 1 })
  return withBody(o, {
    spec: {
      schedulingDomain: domain,
      type: 'filter-weigher',
      description: `Ranks the hosts ${domain} proposes`,
      filters: domain === 'nova' ? [{ name: 'filter_has_enough_capacity' }, { name: 'filter_correct_az' }] : [],
      weighers:
        domain === 'nova'
          ? [{ name: 'kvm_prefer_smaller_hosts', multiplier: 1 }]
          : [{ name: 'netapp_cpu_usage_balancing', multiplier: 1 }],
    },
    status: {
      conditions: conditions(
        o,
        [
          { type: 'AllStepsReady', reason: 'AllStepsReady', message: 'all steps are ready' },
          { type: 'Ready', reason: 'PipelineReady', message: 'pipeline is ready' },
        ],
        5,
        false,
      ),
    },
  })
}

function controlPlaneUs(site: ControlPlaneSite): Section[] {
  const make = objectsOf(site.cluster)
  const { age, region } = site
  return [
    {
      title: 'the cluster itself',
      objects: [
        ...baseNamespaces(make, age),
        ...[...namespacesOf(RELEASED_OPERATORS), 'openstack'].map((n) => namespace(make, n, age)),
        ...virtualNodes(make, 'cp-us', site.workers, region, age),
        clusterSecretStore(make, age, site.claim),
        clusterIssuer(make, 'openbao-ca-issuer', age),
      ],
    },
    { title: 'operators', objects: operators(make, RELEASED_OPERATORS, age) },
    {
      title: 'a control plane of the released operators, asked for by no claim',
      objects: releasedControlPlane({
        cluster: site.cluster,
        namespace: 'openstack',
        name: region,
        region,
        release: RELEASE,
        age: '32d',
        replicas: 3,
      }),
    },
  ]
}
