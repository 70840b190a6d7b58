// SPDX-License-Identifier: Apache-2.0
// Validates every object of every bundled scenario and failure mode against the schema of its CRD. CEL rules are not
// evaluated.
import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../src/lib/embedded/json.ts'
import { CrdSchemas } from './crd-schemas.ts'
import { loadScenario, MODES, modeNames, type Scenario, say, scenarioNames, sharedFolder } from './fleet.ts'

/** Kinds without a real CRD, with the reason. A test fails if such a kind gets a CRD. */
const WITHOUT_SCHEMA: Readonly<Record<string, string>> = {
  'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration': 'Kubernetes itself',
  'apps/v1 DaemonSet': 'Kubernetes itself',
  'apps/v1 ReplicaSet': 'Kubernetes itself',
  'apps/v1 Deployment': 'Kubernetes itself',
  'apps/v1 StatefulSet': 'Kubernetes itself',
  'batch/v1 CronJob': 'Kubernetes itself',
  'batch/v1 Job': 'Kubernetes itself',
  'policy/v1 PodDisruptionBudget': 'Kubernetes itself',
  'v1 ConfigMap': 'Kubernetes itself',
  'v1 Event': 'Kubernetes itself',
  'v1 Namespace': 'Kubernetes itself',
  'v1 Node': 'Kubernetes itself',
  'v1 PersistentVolumeClaim': 'Kubernetes itself',
  'v1 Pod': 'Kubernetes itself',
  'v1 Secret': 'Kubernetes itself',
  'v1 Service': 'Kubernetes itself',
  'core.gardener.cloud/v1beta1 Shoot': 'served by Gardener’s aggregated API',
  'compute.ironcore.dev/v1alpha1 MachinePool': 'served by IronCore’s aggregated API',
  'cert-manager.io/v1 Certificate': 'cert-manager’s CRDs are not among the shared ones',
  'cert-manager.io/v1 ClusterIssuer': 'cert-manager’s CRDs are not among the shared ones',
  'gateway.networking.k8s.io/v1 Gateway': 'Gateway API’s CRDs are not among the shared ones',
  'nova.openstack.c5c3.io/v1alpha1 Nova': 'in the seeds only',
  'neutron.openstack.c5c3.io/v1alpha1 Neutron': 'in the seeds only',
  'cinder.openstack.c5c3.io/v1alpha1 Cinder': 'in the seeds only',
  'cortex.c5c3.io/v1alpha1 Cortex': 'in the seeds only',
  'tempest.openstack.c5c3.io/v1alpha1 Tempest': 'in the seeds only',
  'ovn.c5c3.io/v1alpha1 OVNCluster': 'in the seeds only',
  'ovn.c5c3.io/v1alpha1 OVNChassis': 'in the seeds only',
}

interface Dialect {
  readonly kind: string
  readonly why: string
  speaks(o: Manifest): boolean
}

/** Objects whose kind has a CRD, but of another API flavour. */
const DIALECTS: readonly Dialect[] = [
  {
    kind: 'c5c3.io/v1alpha1 ControlPlane',
    why: 'a dialect of the seeds or of the documents; the released CRD has another',
    speaks: (o) => field(o, 'spec', 'korc', 'adminCredential') === undefined,
  },
  {
    kind: 'glance.openstack.c5c3.io/v1alpha1 Glance',
    why: 'Glance on RBD is in the seeds only; the released CRD knows S3',
    speaks: (o) => field(o, 'spec', 'storage', 'rbd') !== undefined,
  },
]

/** API flavours that only failure modes use. */
const DIALECTS_OF_MODES: readonly Dialect[] = [
  {
    kind: 'placement.openstack.c5c3.io/v1alpha1 Placement',
    why: 'what a service depends on is told in the seeds only',
    speaks: (o) => field(o, 'spec', 'dependsOn') !== undefined,
  },
  {
    kind: 'c5c3.io/v1alpha1 SecretAggregate',
    why: 'the sources of an aggregate are in the seeds only; the released type names no more than its target',
    speaks: (o) => field(o, 'spec', 'sources') !== undefined,
  },
  {
    kind: 'openbao.org/v1alpha1 OpenBaoCluster',
    why: 'its CustomResourceDefinition is not among the collected ones',
    speaks: () => true,
  },
]

const crds = sharedFolder('crds')
const schemas = crds === undefined ? undefined : new CrdSchemas(crds)

describe.skipIf(schemas === undefined)('bundled scenarios against real CRDs', () => {
  it('every object of every scenario is valid', async () => {
    expect(problemsIn(await objectsByKind(bundled()), DIALECTS).slice(0, 40)).toEqual([])
    // Large CRDs are parsed and compiled, which takes long on a busy machine.
  }, 180_000)

  it('every object of every failure mode is valid', async () => {
    const found = await objectsByKind(modes())
    expect(problemsIn(found, [...DIALECTS, ...DIALECTS_OF_MODES]).slice(0, 40)).toEqual([])
    for (const d of DIALECTS_OF_MODES)
      expect(
        found.get(d.kind)?.some(({ object }) => d.speaks(object)),
        d.kind,
      ).toBe(true)
  }, 300_000)

  it('every kind listed without a schema is used, and has none', async () => {
    const used = await objectsByKind(bundled())
    const listed = Object.keys(WITHOUT_SCHEMA)
    expect(listed.filter((kind) => !used.has(kind))).toEqual([])
    expect(listed.filter((kind) => schemas?.knows(...apiOf(kind)))).toEqual([])
    for (const d of DIALECTS)
      expect(
        used.get(d.kind)?.some(({ object }) => d.speaks(object)),
        d.kind,
      ).toBe(true)
  })

  it('rejects unknown fields, wrong types and missing fields', () => {
    const good = {
      apiVersion: 'ceph.rook.io/v1',
      kind: 'CephClient',
      metadata: meta('a', 'rook-ceph'),
      spec: { caps: { mon: 'profile rbd' } },
    }
    expect(problemsOf(good)).toEqual([])
    expect(problemsOf({ ...good, spec: { caps: { mon: 'profile rbd' }, typo: 1 } })).not.toEqual([])
    expect(problemsOf({ ...good, spec: { caps: { mon: 3 } } })).not.toEqual([])
    expect(problemsOf({ ...good, spec: {} })).not.toEqual([])
    expect(problemsOf({ ...good, kind: 'CephNothing' })).not.toEqual([])
    expect(problemsOf({ ...good, metadata: { ...meta('a', 'rook-ceph'), uid: 'x' } })).not.toEqual([])
  })

  it('our XRDs require the same fields as those of the specification', async () => {
    const ours = (await loadScenario('healthy')).clusters
      .get('management')
      ?.filter((o) => o.kind === 'CompositeResourceDefinition')
    expect(ours?.map((o) => field(o, 'spec', 'names', 'kind')).sort()).toEqual(
      [...(schemas?.definitions.keys() ?? [])].sort(),
    )
    for (const o of ours ?? []) {
      const kind = String(field(o, 'spec', 'names', 'kind'))
      const versions = field(o, 'spec', 'versions') as { schema: { openAPIV3Schema: unknown } }[]
      expect(withoutWords(versions[0]?.schema.openAPIV3Schema), kind).toEqual(
        withoutWords(schemas?.definitions.get(kind)),
      )
    }
  })
})

interface Found {
  readonly where: string
  readonly object: Manifest
}

async function* bundled(): AsyncIterable<Scenario> {
  for (const name of scenarioNames()) yield loadScenario(name)
}

async function* modes(): AsyncIterable<Scenario> {
  for (const name of modeNames()) yield loadScenario(name, MODES)
}

/** Objects of scenarios by kind; an object shared by several scenarios is there once. */
async function objectsByKind(scenarios: AsyncIterable<Scenario>): Promise<Map<string, Found[]>> {
  const kinds = new Map<string, Map<string, Found>>()
  for await (const { name, clusters } of scenarios) {
    for (const [cluster, objects] of clusters) {
      for (const object of objects) {
        const kind = kinds.get(kindOf(object)) ?? new Map<string, Found>()
        kinds.set(kindOf(object), kind)
        const key = JSON.stringify(object)
        if (!kind.has(key)) kind.set(key, { where: `${name}/${cluster}: ${say(object)}`, object })
      }
    }
  }
  return new Map([...kinds].map(([kind, found]) => [kind, [...found.values()]]))
}

/** What an API server would refuse or prune, and kinds without a schema. */
function problemsIn(kinds: ReadonlyMap<string, readonly Found[]>, dialects: readonly Dialect[]): string[] {
  return [...kinds].flatMap(([kind, found]) => {
    const checked = found.filter(({ object }) => !dialects.some((d) => d.kind === kind && d.speaks(object)))
    if (checked.length === 0 || kind in WITHOUT_SCHEMA) return []
    const wrong = schemas?.problems(
      ...apiOf(kind),
      checked.map((c) => c.object),
    )
    if (wrong === undefined) return [`no schema for ${kind} (${checked[0]?.where}): give it one or say why not`]
    return wrong.flatMap((list, i) => list.map((problem) => `${checked[i]?.where}: ${problem}`))
  })
}

function problemsOf(o: Manifest): string[] {
  return schemas?.problems(o.apiVersion, o.kind, [o])?.flat() ?? ['no schema']
}

function kindOf(o: Manifest): string {
  return `${o.apiVersion} ${o.kind}`
}

function apiOf(kind: string): [string, string] {
  const [apiVersion = '', name = ''] = kind.split(' ')
  return [apiVersion, name]
}

function field(o: unknown, ...path: readonly string[]): unknown {
  let value: unknown = o
  for (const key of path)
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  return value
}

function meta(name: string, namespace: string) {
  return { name, namespace, uid: '00000000-0000-4000-8000-000000000000', creationTimestamp: '2026-11-16T12:00:00Z' }
}

function withoutWords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutWords)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(([key, value]) => !(key === 'description' && typeof value === 'string'))
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutWords(value)]))
}
