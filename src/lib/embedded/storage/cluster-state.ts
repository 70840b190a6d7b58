// SPDX-License-Identifier: Apache-2.0
import type { V1Namespace } from '@kubernetes/client-node'
import type { AsJson } from '../../model/object/kubernetes-json.ts'
import { Access } from '../http/access.ts'
import { Users } from '../http/users.ts'
import { isObject, type Json, listAtKeys, type Manifest, type Metadata } from '../json.ts'
import { PodLogs } from '../logs/pod-logs.ts'
import { badFleet } from '../scenario/bad-fleet.ts'
import type { FleetMember } from '../scenario/fleet-folder.ts'
import { uuidOf } from '../scenario/stable-uuid.ts'
import { buildCatalog, type Catalog } from './catalog.ts'
import { storedSecret } from './defaults.ts'
import { groupOfType, type ResourceType, resourceKey } from './resource-type.ts'
import { Store } from './store.ts'

/** The state of one embedded cluster. */
export interface ClusterState {
  readonly member: FleetMember
  readonly store: Store
  readonly users: Users
  readonly access: Access
  /** The cluster's clock in milliseconds. */
  now(): number
  /** The resources served now; a written CustomResourceDefinition changes them. */
  catalog(): Catalog
  /** A viewer kubeconfig for the cluster of the fleet that a Shoot represents. */
  viewerKubeconfig(shoot: string): string | undefined
  /** The objects of the fleet file by resource. */
  readonly loaded: ReadonlyMap<string, readonly Manifest[]>
  readonly logs: PodLogs
}

const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io'

/** Fills a store with the objects of a fleet file and the fields that a real API server sets. */
export function createClusterState(
  member: FleetMember,
  now: () => number,
  viewerKubeconfig: (shoot: string) => string | undefined,
): ClusterState {
  const objects = completed(member, now())
  const rules = member.rules
  const initial = buildCatalog(objects, rules)
  const newest = objects.reduce((max, object) => Math.max(max, Number(object.metadata.resourceVersion)), 1)
  const store = new Store(newest)
  const byResource = new Map<string, Manifest[]>()
  for (const object of objects) {
    const type = initial.byKind(groupOfType(object.apiVersion), object.kind)
    // An object of a `notServed` kind does not exist in this cluster.
    if (type === undefined) continue
    checkScope(member, type, object)
    const list = byResource.get(resourceKey(type)) ?? []
    list.push(generated(type, type.builtIn && type.kind === 'Secret' ? storedSecret(object) : object))
    byResource.set(resourceKey(type), list)
  }
  for (const [resource, list] of byResource) store.load(resource, list)

  let catalog = initial
  store.subscribe((change) => {
    if (change.resource !== DEFINITIONS) return
    const definitions = store.entries(DEFINITIONS).map((entry) => entry.object)
    const others = objects.filter((object) => object.kind !== 'CustomResourceDefinition')
    catalog = buildCatalog([...definitions, ...others], rules)
  })
  return {
    member,
    store,
    users: new Users(),
    access: new Access(store, rules.forbidden),
    now,
    catalog: () => catalog,
    viewerKubeconfig,
    loaded: byResource,
    logs: new PodLogs(),
  }
}

function checkScope({ key }: FleetMember, type: ResourceType, { kind, metadata }: Manifest): void {
  if (type.namespaced === (metadata.namespace !== undefined)) return
  const what = type.namespaced ? 'has no namespace' : `is cluster-wide, but has the namespace ${metadata.namespace}`
  throw badFleet(key, `${kind} ${metadata.name} ${what}`)
}

/** Adds namespaces, uids, creation times and resourceVersions, the same in every run. */
function completed(member: FleetMember, now: number): readonly Manifest[] {
  const times = member.objects
    .map(({ metadata }) => Date.parse(String(metadata.creationTimestamp)))
    .filter((t) => t > 0)
  const created = new Date(times.length === 0 ? now - 30 * 86_400_000 : Math.min(...times)).toISOString()
  const all = [...missingNamespaces(member.objects), ...member.objects]
  const identity = ({ apiVersion, kind, metadata }: Manifest) =>
    [kind, groupOfType(apiVersion), metadata.namespace ?? '', metadata.name].join('/')
  const uids = new Map(all.map((o) => [identity(o), o.metadata.uid ?? uuidOf(member.key, identity(o))]))
  let version = all.reduce((max, { metadata }) => Math.max(max, Number(metadata.resourceVersion ?? 0) || 0), 1000)
  return all.map((object) => {
    const { name, namespace, uid: _uid, resourceVersion, creationTimestamp, ...rest } = object.metadata
    const numbered = Number(resourceVersion) > 0 ? String(resourceVersion) : String(++version)
    const metadata: Metadata = {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid: uids.get(identity(object)) ?? '',
      resourceVersion: numbered,
      creationTimestamp: creationTimestamp ?? created.replace(/\.\d+Z$/, 'Z'),
      ...rest,
      ...owners(object, uids),
    }
    return { ...object, metadata }
  })
}

/** Adds the uid of the referenced object to owner references without one, so that scenarios need no uids. */
function owners({ metadata }: Manifest, uids: ReadonlyMap<string, string>): Json {
  const references = listAtKeys(metadata, 'ownerReferences')
  if (references.length === 0) return {}
  const filled = references.map((reference) => {
    if (!isObject(reference) || reference['uid'] !== undefined) return reference
    const group = groupOfType(String(reference['apiVersion']))
    const at = (namespace: string) => uids.get([reference['kind'], group, namespace, reference['name']].join('/'))
    return { ...reference, uid: at(metadata.namespace ?? '') ?? at('') ?? '' }
  })
  return { ownerReferences: filled }
}

function missingNamespaces(objects: readonly Manifest[]): readonly Manifest[] {
  const names = new Set(['default', 'kube-node-lease', 'kube-public', 'kube-system'])
  for (const { metadata } of objects) if (metadata.namespace !== undefined) names.add(metadata.namespace)
  for (const { kind, apiVersion, metadata } of objects)
    if (kind === 'Namespace' && apiVersion === 'v1') names.delete(metadata.name)
  return [...names].sort().map(
    (name) =>
      ({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
        spec: { finalizers: ['kubernetes'] },
        status: { phase: 'Active' },
      }) satisfies AsJson<V1Namespace>,
  )
}

function generated(type: ResourceType, object: Manifest): Manifest {
  if (!hasGeneration(type) || object.metadata.generation !== undefined) return object
  const observed = isObject(object['status']) ? object['status']['observedGeneration'] : undefined
  const generation = typeof observed === 'number' ? observed : 1
  return { ...object, metadata: { ...object.metadata, generation } }
}

/** Kinds for which the real server maintains metadata.generation. */
export const hasGeneration = (type: ResourceType) =>
  !type.builtIn ||
  ['apps', 'batch', 'policy', 'networking.k8s.io', 'apiextensions.k8s.io', 'autoscaling'].includes(type.group) ||
  type.kind === 'Pod'
