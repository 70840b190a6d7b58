// SPDX-License-Identifier: Apache-2.0
// Compares every kind with the real CRDs: its scope and group, and that each path it keeps or reads is in the schema.
import { describe, expect, it } from 'vitest'
import { KINDS } from '../../../src/lib/kinds/index.ts'
import { type CountedTargets, type KindSpec, kindName } from '../../../src/lib/model/graph/kind.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import { recordedSample } from './recording.ts'
import { type Crd, hasCrds, hasPath, readCrds, type Schema } from './schemas.ts'

const BUILT_IN = 'part of Kubernetes itself'
const AGGREGATED = 'served by an aggregated API'
const SEED = 'only the seeds and the documents know it; nobody released it'
const FOREIGN = 'its CRD is not at hand'

/** Kinds without a CRD, with the reason. */
const WITHOUT_CRD: Readonly<Record<string, string>> = {
  ConfigMap: BUILT_IN,
  'CronJob.batch': BUILT_IN,
  'CustomResourceDefinition.apiextensions.k8s.io': BUILT_IN,
  'DaemonSet.apps': BUILT_IN,
  'Deployment.apps': BUILT_IN,
  Event: BUILT_IN,
  'Job.batch': BUILT_IN,
  Namespace: BUILT_IN,
  Node: BUILT_IN,
  PersistentVolumeClaim: BUILT_IN,
  Pod: BUILT_IN,
  'PodDisruptionBudget.policy': BUILT_IN,
  'ReplicaSet.apps': BUILT_IN,
  Secret: BUILT_IN,
  'StatefulSet.apps': BUILT_IN,
  'MachinePool.compute.ironcore.dev': AGGREGATED,
  'Shoot.core.gardener.cloud': AGGREGATED,
  'Certificate.cert-manager.io': FOREIGN,
  'ClusterIssuer.cert-manager.io': FOREIGN,
  'Issuer.cert-manager.io': FOREIGN,
  'Gateway.gateway.networking.k8s.io': FOREIGN,
  'HTTPRoute.gateway.networking.k8s.io': FOREIGN,
  'OpenBaoCluster.openbao.org': FOREIGN,
  'OpenBaoTenant.openbao.org': FOREIGN,
  'Cinder.cinder.openstack.c5c3.io': SEED,
  'Cortex.cortex.c5c3.io': SEED,
  'Eviction.hypervisor.c5c3.io': SEED,
  'Hypervisor.hypervisor.c5c3.io': SEED,
  'Memcached.opsv1.memcached.com': SEED,
  'Migration.hypervisor.c5c3.io': SEED,
  'Neutron.neutron.openstack.c5c3.io': SEED,
  'Nova.nova.openstack.c5c3.io': SEED,
  'OVNChassis.ovn.c5c3.io': SEED,
  'OVNCluster.ovn.c5c3.io': SEED,
  'OVSNode.ovs.c5c3.io': SEED,
  'RemoteArbiter.ceph.c5c3.io': SEED,
  'RemoteCluster.ceph.c5c3.io': SEED,
  'Tempest.tempest.openstack.c5c3.io': SEED,
}

/** Versions that older releases serve and the available CRDs no longer do. */
const OLDER: Readonly<Record<string, readonly string[]>> = {
  'ClusterSecretStore.external-secrets.io': ['v1beta1'],
  'ExternalSecret.external-secrets.io': ['v1beta1'],
  'SecretStore.external-secrets.io': ['v1beta1'],
  'Bucket.source.toolkit.fluxcd.io': ['v1beta2'],
  'GitRepository.source.toolkit.fluxcd.io': ['v1beta2'],
  'HelmChart.source.toolkit.fluxcd.io': ['v1beta2'],
  'HelmRelease.helm.toolkit.fluxcd.io': ['v2beta2'],
  'HelmRepository.source.toolkit.fluxcd.io': ['v1beta2'],
  'Kustomization.kustomize.toolkit.fluxcd.io': ['v1beta2'],
  'OCIRepository.source.toolkit.fluxcd.io': ['v1beta2'],
}

/** Paths that the shared readers of conditions and phases read for every kind: not all kinds have all of them. */
const SHARED =
  /^status$|^status\.(observedGeneration|message)$|^status\.conditions(\.(type|status|observedGeneration|reason|message|lastTransitionTime))?$/

/** Groups whose kinds share readers, which may read fields that only another kind of the group has. */
const FAMILIES = [/(^|\.)c5c3\.io$|^cortex\.cloud$/, /\.toolkit\.fluxcd\.io$/, /^openstack\.k-orc\.cloud$/]

const SAMPLES = 200
const NOW = Date.parse('2026-01-01T00:01:00Z')

if (!hasCrds) console.warn('skipped: ../shared/crds is not there, kinds are not held against the real CRDs')
const crds: ReadonlyMap<string, readonly Crd[]> = hasCrds ? readCrds() : new Map()

describe.skipIf(!hasCrds)('kinds and the real CRDs', () => {
  it('every kind has a CRD or a reason for having none', () => {
    const without = KINDS.map(kindName).filter((name) => !crds.has(name))
    expect(without.filter((name) => WITHOUT_CRD[name] === undefined)).toEqual([])
    expect(Object.keys(WITHOUT_CRD).filter((name) => crds.has(name))).toEqual([])
  })

  it.each(described())('%s has the scope of its CRD', (name, kind) => {
    const [newest] = crdsOf(kind)
    expect({ plural: kind.plural, namespaced: kind.namespaced }).toEqual({
      plural: newest?.plural,
      namespaced: newest?.namespaced,
    })
    const served = new Set(crdsOf(kind).flatMap((crd) => crd.versions.filter((v) => v.served).map((v) => v.name)))
    expect([...kind.versions].sort()).toEqual([...new Set([...served, ...(OLDER[name] ?? [])])].sort())
  })

  it.each(described())('%s keeps only paths of its schema', (_, kind) => {
    // Every kind keeps the same metadata.
    const own = kind.keep.filter((path) => !path.startsWith('metadata.'))
    expect(own.filter((path) => !isKnown(kind, path))).toEqual([])
  })

  it.each(described())('%s reads only paths of its schema', (_, kind) => {
    expect(readsOf(kind).filter((path) => !isKnown(kind, path) && !SHARED.test(path))).toEqual([])
  })

  it.each(described())('%s reads only paths that it keeps', (_, kind) => {
    // A path that is not kept is never present when it is read.
    const lost = readsOf(kind).filter((path) => !isKept(kind, path) && (inSchema(kind, path) || isSeedOnly(kind, path)))
    expect(lost).toEqual([])
  })

  it.each(described())(
    '%s lists as seed-only exactly the paths that no schema has and one of its functions needs',
    (_, kind) => {
      const listed = kind.seedOnly ?? []
      expect(listed.filter((path) => inSchema(kind, path))).toEqual([])
      const used = [...readsOf(kind), ...kind.keep]
      expect(listed.filter((path) => !used.some((read) => covers(path, read) || covers(read, path)))).toEqual([])
    },
  )
})

describe('the recorder', () => {
  const schema: Schema = {
    properties: {
      spec: { properties: { name: { type: 'string' }, size: { type: 'integer' } } },
      status: { properties: {} },
    },
  }
  const kindWith = (links: KindSpec['links']): KindSpec => ({
    group: 'g',
    kind: 'K',
    plural: 'ks',
    versions: ['v1'],
    namespaced: true,
    roles: [],
    keep: [],
    ...(links ? { links } : {}),
  })
  const links = (read: (object: KubeObject) => unknown) =>
    reads(
      kindWith((object) => {
        read(object)
        return []
      }),
      [schema],
    )

  it('records present and absent paths', () => {
    type Loose = { readonly spec?: { readonly name?: string; readonly nope?: unknown } }
    expect(links((object) => (object as Loose).spec?.nope ?? (object as Loose).spec?.name)).toEqual([
      'spec',
      'spec.name',
      'spec.nope',
    ])
    expect(hasPath(schema, ['spec', 'nope'])).toBe(false)
    expect(hasPath(schema, ['spec', 'name'])).toBe(true)
  })

  it('reaches paths that are read only if others are absent', () => {
    type Loose = { readonly spec?: { readonly name?: string; readonly size?: number } }
    expect(links((object) => (object as Loose).spec?.name ?? (object as Loose).spec?.size)).toContain('spec.size')
  })
})

function described(): [string, KindSpec][] {
  return KINDS.filter((kind) => crds.has(kindName(kind))).map((kind) => [kindName(kind), kind])
}

function crdsOf(kind: KindSpec): readonly Crd[] {
  return crds.get(kindName(kind)) ?? []
}

/** The schemas of all versions of a kind, in all available releases. */
function schemasOf(kind: KindSpec): Schema[] {
  return crdsOf(kind).flatMap((crd) => crd.versions.filter((v) => kind.versions.includes(v.name)).map((v) => v.schema))
}

function inSchema(kind: KindSpec, path: string): boolean {
  return schemasOf(kind).some((schema) => hasPath(schema, path.split('.')))
}

/** Whether a path equals or is below another one; a step of * in the upper one matches any. */
function covers(above: string, path: string): boolean {
  const [upper, lower] = [above.split('.'), path.split('.')]
  return upper.length <= lower.length && upper.every((step, i) => step === '*' || step === lower[i])
}

function isSeedOnly({ seedOnly = [] }: KindSpec, path: string): boolean {
  return seedOnly.some((seed) => covers(seed, path) || covers(path, seed))
}

function isKnown(kind: KindSpec, path: string): boolean {
  return familyOf(kind).some((member) => inSchema(member, path) || isSeedOnly(member, path))
}

function familyOf(kind: KindSpec): readonly KindSpec[] {
  const family = FAMILIES.find((groups) => groups.test(kind.group))
  return family ? KINDS.filter(({ group }) => family.test(group)) : [kind]
}

const isKept = ({ keep }: KindSpec, path: string): boolean =>
  keep.some((kept) => covers(kept, path) || covers(path, kept))

const known = new Map<KindSpec, readonly string[]>()

function readsOf(kind: KindSpec): readonly string[] {
  const found = known.get(kind) ?? reads(kind, schemasOf(kind))
  known.set(kind, found)
  return found
}

/** Every path that any function of a kind reads from a sample. */
function reads(kind: KindSpec, schemas: readonly Schema[]): string[] {
  const apiVersion = `${kind.group}/${kind.versions[0]}`
  const all = new Set<string>()
  for (const schema of schemas) {
    for (let sample = 0; sample < SAMPLES; sample++) {
      const { object, read } = recordedSample(kind.kind, apiVersion, schema, sample)
      kind.links?.(object)
      kind.health?.(object, NOW)
      kind.aliases?.(object)
      kind.quorum?.(object, new AnyCount(sample), NOW)
      for (const path of read) all.add(path)
    }
  }
  return [...all].sort()
}

/** Has counts for any key. */
class AnyCount extends Map<string, CountedTargets> {
  readonly #sample: number

  constructor(sample: number) {
    super()
    this.#sample = sample
  }

  override get(): CountedTargets | undefined {
    const [total, fine, unknown] = [this.#sample % 5, this.#sample % 3, this.#sample % 2]
    return this.#sample % 4 === 3 ? undefined : { total, fine, unknown }
  }
}
