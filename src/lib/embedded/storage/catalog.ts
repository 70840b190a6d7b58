// SPDX-License-Identifier: Apache-2.0
import { isObject, listAtKeys, type Manifest, textAtKeys, valueAtKeys } from '../json.ts'
import { KUBERNETES_TYPES } from './kubernetes-types.ts'
import { LANDSCAPE_TYPES } from './landscape-types.ts'
import { groupOfType, type ResourceType, resourceKey, versionOf } from './resource-type.ts'

/** The resources that one cluster serves. Changes when a CustomResourceDefinition is written. */
export interface Catalog {
  readonly types: readonly ResourceType[]
  find(group: string, plural: string): ResourceType | undefined
  byKind(group: string, kind: string): ResourceType | undefined
  /** Built-in group: a 404 for an unknown resource in it is a Status, elsewhere plain text. */
  isKubernetesGroup(group: string): boolean
}

const SUBRESOURCES: Readonly<Record<string, readonly string[]>> = {
  'shoots.core.gardener.cloud': ['status', 'viewerkubeconfig'],
}

/** Contains built-in types, types of CustomResourceDefinitions and of the objects, and `served`. */
export function buildCatalog(
  objects: Iterable<Manifest>,
  rules: { readonly served: readonly string[]; readonly notServed: readonly string[] },
): Catalog {
  const types = new Map(KUBERNETES_TYPES.map((type) => [resourceKey(type), type]))
  const byKind = new Map(KUBERNETES_TYPES.map((type) => [`${type.kind}.${type.group}`, type]))
  const add = (type: ResourceType) => {
    types.set(resourceKey(type), type)
    byKind.set(`${type.kind}.${type.group}`, type)
  }

  const all = [...objects]
  for (const type of all.flatMap(declaredTypes)) if (!types.has(resourceKey(type))) add(type)
  for (const object of all) {
    const known = byKind.get(`${object.kind}.${groupOfType(object.apiVersion)}`)
    const version = versionOf(object.apiVersion)
    if (known === undefined) add(typeOfObject(object))
    // Also serve versions that only an object has.
    else if (!known.versions.includes(version)) add({ ...known, versions: [...known.versions, version] })
  }
  for (const entry of rules.served) {
    const type = typeOfServed(entry)
    if (type !== undefined && !types.has(resourceKey(type))) add(type)
  }
  for (const name of rules.notServed) {
    const type = types.get(name)
    types.delete(name)
    if (type !== undefined) byKind.delete(`${type.kind}.${type.group}`)
  }

  const groups = new Set(KUBERNETES_TYPES.map((type) => type.group))
  return {
    types: [...types.values()],
    find: (group, plural) => types.get(resourceKey({ group, plural })),
    byKind: (group, kind) => byKind.get(`${kind}.${group}`),
    isKubernetesGroup: (group) => groups.has(group),
  }
}

/** A CustomResourceDefinition declares one type, a Crossplane XRD a composite and a claim. */
function declaredTypes(object: Manifest): readonly ResourceType[] {
  if (object.kind === 'CustomResourceDefinition') return [typeOfDefinition(object)].filter((type) => type !== undefined)
  if (object.kind !== 'CompositeResourceDefinition') return []
  const spec = object['spec']
  const group = textAtKeys(spec, 'group')
  const versions = listAtKeys(spec, 'versions').map((version) => textAtKeys(version, 'name'))
  return (['names', 'claimNames'] as const)
    .filter((field) => textAtKeys(spec, field, 'kind') !== '')
    .map((field) => ({
      ...customType(group, textAtKeys(spec, field, 'kind'), versions, {
        plural: textAtKeys(spec, field, 'plural'),
        // Crossplane v2 has namespaced composite resources and no claims.
        namespaced: field === 'claimNames' || textAtKeys(spec, 'scope') === 'Namespaced',
      }),
      categories: [field === 'names' ? 'composite' : 'claim'],
    }))
}

/** Undefined if no version is served. */
function typeOfDefinition(definition: Manifest): ResourceType | undefined {
  const spec = definition['spec']
  const names = valueAtKeys(spec, 'names')
  const versions = listAtKeys(spec, 'versions').filter((version) => valueAtKeys(version, 'served') !== false)
  // Like the real server: GA before beta before alpha, then the higher number.
  const ordered = versions.map((version) => textAtKeys(version, 'name')).sort(compareVersions)
  if (ordered.length === 0) return undefined
  const strings = (field: string) => listAtKeys(names, field).filter((item) => typeof item === 'string')
  const status = versions.some((version) => isObject(valueAtKeys(version, 'subresources', 'status')))
  return {
    group: textAtKeys(spec, 'group'),
    versions: ordered,
    kind: textAtKeys(names, 'kind'),
    plural: textAtKeys(names, 'plural'),
    singular: textAtKeys(names, 'singular') || textAtKeys(names, 'kind').toLowerCase(),
    namespaced: textAtKeys(spec, 'scope') !== 'Cluster',
    shortNames: strings('shortNames'),
    categories: strings('categories'),
    subresources: status ? ['status'] : [],
    builtIn: false,
  }
}

function typeOfObject(object: Manifest): ResourceType {
  const group = groupOfType(object.apiVersion)
  return customType(group, object.kind, [versionOf(object.apiVersion)], {
    namespaced: object.metadata.namespace !== undefined,
  })
}

/** plural.group/version[:Kind][:Cluster|Namespaced], or the plain plural.group of a known kind. */
function typeOfServed(entry: string): ResourceType | undefined {
  const [resource = '', ...marks] = entry.split(':')
  const [name = '', version] = resource.split('/')
  const scope = marks.find((mark) => mark === 'Cluster' || mark === 'Namespaced')
  const givenKind = marks.find((mark) => mark !== scope)
  const dot = name.indexOf('.')
  if (dot === -1) return undefined
  const plural = name.slice(0, dot)
  const group = name.slice(dot + 1)
  const known = [...LANDSCAPE_TYPES.values()].find((type) => type.group === group && type.plural === plural)
  const kind = givenKind ?? known?.kind ?? guessKind(plural)
  return customType(group, kind, [version ?? 'v1alpha1'], {
    plural,
    ...(scope === undefined ? {} : { namespaced: scope === 'Namespaced' }),
  })
}

function customType(
  group: string,
  kind: string,
  versions: readonly string[],
  declared: { readonly plural?: string; readonly namespaced?: boolean },
): ResourceType {
  const known = LANDSCAPE_TYPES.get(`${kind}.${group}`)
  const plural = declared.plural ?? known?.plural ?? `${kind.toLowerCase()}s`
  return {
    group,
    versions,
    kind,
    plural,
    singular: kind.toLowerCase(),
    namespaced: declared.namespaced ?? known?.namespaced ?? true,
    shortNames: known?.shortNames ?? [],
    categories: known?.categories ?? [],
    subresources: SUBRESOURCES[resourceKey({ group, plural })] ?? ['status'],
    builtIn: false,
  }
}

const guessKind = (plural: string) => {
  const singular = plural.endsWith('s') ? plural.slice(0, -1) : plural
  return singular.charAt(0).toUpperCase() + singular.slice(1)
}

function compareVersions(a: string, b: string): number {
  const rank = (version: string) => {
    const [, major = '0', stage, minor = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? []
    const weight = stage === undefined ? 2 : stage === 'beta' ? 1 : 0
    return weight * 1e6 + Number(major) * 1e3 + Number(minor)
  }
  return rank(b) - rank(a) || (a < b ? -1 : 1)
}
