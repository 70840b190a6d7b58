// SPDX-License-Identifier: Apache-2.0
import type {
  V1APIGroup,
  V1APIGroupList,
  V1APIResource,
  V1APIResourceList,
  V1APIVersions,
} from '@kubernetes/client-node'
import type { AsJson } from '../../model/object/kubernetes-json.ts'
import type { Json } from '../json.ts'
import type { Catalog } from '../storage/catalog.ts'
import { apiVersionOfType, type ResourceType, STORED_VERBS } from '../storage/resource-type.ts'
import { type HttpAnswer, json } from './exchange.ts'
import { wantsAggregated } from './negotiation.ts'
import { noSuchPath } from './status-errors.ts'

/** Handles /api, /apis, /apis/GROUP, /api/v1 and /apis/GROUP/VERSION; undefined for any other path. */
export function discovery(catalog: Catalog, path: string, accept: string | undefined): HttpAnswer | undefined {
  const [root, group, version, ...rest] = path.split('/').filter((part) => part !== '')
  if (rest.length > 0) return undefined
  if (root === 'api') {
    if (group === undefined) return wantsAggregated(accept) ? aggregated(catalog, ['']) : json(coreVersions())
    return version === undefined ? json(resources(catalog, '', group)) : undefined
  }
  if (root !== 'apis') return undefined
  if (group === undefined) {
    const names = groupNames(catalog)
    if (wantsAggregated(accept)) return aggregated(catalog, names)
    const groups = names.map((name) => groupOf(catalog, name))
    return json({ kind: 'APIGroupList', apiVersion: 'v1', groups } satisfies AsJson<V1APIGroupList>)
  }
  if (version !== undefined) return json(resources(catalog, group, version))
  return json({ kind: 'APIGroup', apiVersion: 'v1', ...groupOf(catalog, group) })
}

const coreVersions = (): AsJson<V1APIVersions> => ({
  kind: 'APIVersions',
  versions: ['v1'],
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '127.0.0.1' }],
})

const groupNames = (catalog: Catalog) => [
  ...new Set(catalog.types.map((type) => type.group).filter((group) => group !== '')),
]

const ofGroup = (catalog: Catalog, group: string) => catalog.types.filter((type) => type.group === group)

/** The preferred version comes first. */
const versionsOf = (catalog: Catalog, group: string) => [
  ...new Set(ofGroup(catalog, group).flatMap((type) => type.versions)),
]

function groupOf(catalog: Catalog, name: string): AsJson<V1APIGroup> {
  const versions = versionsOf(catalog, name).map((version) => ({ groupVersion: `${name}/${version}`, version }))
  const [preferredVersion] = versions
  if (preferredVersion === undefined) throw noSuchPath()
  return { name, versions, preferredVersion }
}

function resources(catalog: Catalog, group: string, version: string): AsJson<V1APIResourceList> {
  const types = ofGroup(catalog, group).filter((type) => type.versions.includes(version))
  if (types.length === 0) throw noSuchPath()
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: apiVersionOfType(group, version),
    resources: types.flatMap((type) => [
      {
        name: type.plural,
        singularName: type.singular,
        namespaced: type.namespaced,
        kind: type.kind,
        verbs: type.verbs ?? STORED_VERBS,
        ...(type.shortNames.length === 0 ? {} : { shortNames: type.shortNames }),
        ...(type.categories.length === 0 ? {} : { categories: type.categories }),
      },
      ...type.subresources.map((name) => ({
        name: `${type.plural}/${name}`,
        singularName: '',
        namespaced: type.namespaced,
        ...subresourceKind(type, name),
        verbs: subresourceVerbs(name),
      })),
    ]),
  }
}

function subresourceKind(type: ResourceType, name: string): Pick<V1APIResource, 'group' | 'version' | 'kind'> {
  if (name.endsWith('kubeconfig')) {
    const kind = name === 'viewerkubeconfig' ? 'ViewerKubeconfigRequest' : 'AdminKubeconfigRequest'
    return { group: 'authentication.gardener.cloud', version: 'v1alpha1', kind }
  }
  return { kind: type.kind }
}

const subresourceVerbs = (name: string): readonly string[] => {
  if (name === 'log') return ['get']
  return name.endsWith('kubeconfig') ? ['create'] : ['get', 'patch', 'update']
}

function aggregated(catalog: Catalog, groups: readonly string[]): HttpAnswer {
  const items = groups.map((group) => ({
    metadata: group === '' ? {} : { name: group },
    versions: versionsOf(catalog, group).map((version) => ({
      version,
      resources: ofGroup(catalog, group)
        .filter((type) => type.versions.includes(version))
        .map((type) => aggregatedResource(type, version)),
      freshness: 'Current',
    })),
  }))
  const body = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items }
  return { status: 200, type: AGGREGATED, body: `${JSON.stringify(body)}\n`, headers: { vary: 'Accept', ...NO_CACHE } }
}

// kubectl caches discovery on disk by host and port; another demo may reuse the port.
const NO_CACHE = { 'cache-control': 'no-cache, private' }

function aggregatedResource(type: ResourceType, version: string): Json {
  return {
    resource: type.plural,
    // The real server leaves group and version empty for built-in kinds.
    responseKind: { group: type.builtIn ? '' : type.group, version: type.builtIn ? '' : version, kind: type.kind },
    scope: type.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: type.singular,
    verbs: type.verbs ?? STORED_VERBS,
    ...(type.shortNames.length === 0 ? {} : { shortNames: type.shortNames }),
    ...(type.categories.length === 0 ? {} : { categories: type.categories }),
    ...(type.subresources.length === 0
      ? {}
      : {
          subresources: type.subresources.map((name) => ({
            subresource: name,
            responseKind: {
              group: type.builtIn ? '' : type.group,
              version: type.builtIn ? '' : version,
              ...subresourceKind(type, name),
            },
            verbs: subresourceVerbs(name),
          })),
        }),
  }
}

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
