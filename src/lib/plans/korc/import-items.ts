// SPDX-License-Identifier: Apache-2.0
import type { ControlPlaneModel } from '../../kinds/c5c3-operator/spec.ts'
import { isOptional, isText, mapOf, oneOf, recordOf } from '../../model/object/value-shape.ts'

/** K-ORC kinds of the resources that Keystone's bootstrap creates; references point to earlier kinds. */
const BOOTSTRAP_KINDS = ['Domain', 'Project', 'Role', 'User', 'Service', 'Endpoint', 'Region'] as const

export type BootstrapKind = (typeof BOOTSTRAP_KINDS)[number]

export const PLURALS: Readonly<Record<BootstrapKind, string>> = {
  Domain: 'domains',
  Project: 'projects',
  Role: 'roles',
  User: 'users',
  Service: 'services',
  Endpoint: 'endpoints',
  Region: 'regions',
}

/** A Keystone resource to import, by the filter that K-ORC finds it with. */
export interface ImportItem {
  readonly kind: BootstrapKind
  /** Unique within its kind: the name, or the interface of an endpoint. */
  readonly slug: string
  /** The filter without references. */
  readonly filter: Readonly<Record<string, string>>
  /** Names of the referenced domain and service in Keystone. */
  readonly domain?: string
  readonly service?: string
}

export const isWanted = recordOf<ImportItem>({
  kind: oneOf(BOOTSTRAP_KINDS),
  slug: isText,
  filter: mapOf(isText),
  domain: isOptional(isText),
  service: isOptional(isText),
})

const DEFAULT_DOMAIN = 'Default'
const inDomain = (kind: 'Project' | 'User', name: string, domain: string): ImportItem => ({
  kind,
  // Names are unique only within their domain.
  slug: domain === DEFAULT_DOMAIN ? name : `${domain}-${name}`,
  filter: { name },
  domain,
})
const byName = (kind: 'Domain' | 'Role' | 'Region', name: string): ImportItem => ({
  kind,
  slug: name,
  filter: { name },
})
const IDENTITY = 'keystone'
const INTERFACES: readonly string[] = ['public', 'internal', 'admin']
const serviceOf = (name: string, type = name === IDENTITY ? 'identity' : undefined): ImportItem => ({
  kind: 'Service',
  slug: name,
  filter: { name, ...(type ? { type } : {}) },
})
const endpointOf = (service: string, face: string): ImportItem => ({
  kind: 'Endpoint',
  slug: `${service}-${face}`,
  filter: { interface: face },
  service,
})

/**
 * What `keystone-manage bootstrap` creates, and the project service, which the specification names and an operator must
 * still create. A domain is found by its name: an import by ID requires a UUID, and the ID of this one is "default".
 */
function defaultsFor({ korc: { admin }, region }: Pick<ControlPlaneModel, 'korc' | 'region'>): readonly ImportItem[] {
  const { domain = DEFAULT_DOMAIN, project = 'admin', user = 'admin' } = admin
  return [
    byName('Domain', domain),
    inDomain('Project', project, domain),
    inDomain('Project', 'service', domain),
    ...['admin', 'manager', 'member', 'reader', 'service'].map((name) => byName('Role', name)),
    inDomain('User', user, domain),
    serviceOf(IDENTITY),
    ...INTERFACES.map((name) => endpointOf(IDENTITY, name)),
    ...(region ? [byName('Region', region)] : []),
  ]
}

/** What to import for a control plane: the kinds and objects it names, or all; always the domain others refer to. */
export function wantedFor({ korc, region }: Pick<ControlPlaneModel, 'korc' | 'region'>): readonly ImportItem[] {
  const all = defaultsFor({ korc, ...(region ? { region } : {}) })
  if (korc.bootstrap.length === 0) return all
  const kinds = new Set(korc.bootstrap.flatMap((entry) => (typeof entry === 'string' ? entry.toLowerCase() : [])))
  const defaults = all.filter(({ kind }) => kind === 'Domain' || kinds.has(PLURALS[kind]))
  const domain = korc.admin.domain ?? DEFAULT_DOMAIN
  const named = korc.bootstrap.flatMap((entry): readonly ImportItem[] => {
    if (typeof entry === 'string') return []
    const { kind, name } = entry
    if (kind === 'Project' || kind === 'User') return [inDomain(kind, name, domain)]
    return kind === 'Role' || kind === 'Domain' || kind === 'Region' ? [byName(kind, name)] : []
  })
  return [...new Map([...defaults, ...named].map((each) => [`${each.kind} ${each.slug}`, each])).values()]
}

/**
 * Parses a user's list in any order: kind and name, optionally the domain of a project or user, an endpoint by its
 * interface and optionally its service. Throws an Error with a message for the user.
 */
export function wantedFrom(list: unknown): readonly ImportItem[] {
  if (!Array.isArray(list)) throw new Error('it holds no list of kind and name')
  const entries = list.map(entryOf)
  const hasEntry = (kind: BootstrapKind, name: string) =>
    entries.some((each) => each.kind === kind && each.filter['name'] === name)
  const domains = entries.flatMap(({ domain }) =>
    domain && !hasEntry('Domain', domain) ? byName('Domain', domain) : [],
  )
  const services = entries.flatMap(({ service }) =>
    service && !hasEntry('Service', service) ? serviceOf(service) : [],
  )
  const all = [...domains, ...services, ...entries]
  const distinct = [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
  // References point to earlier entries.
  const sorted = BOOTSTRAP_KINDS.flatMap((kind) => distinct.filter((each) => each.kind === kind))
  const names = sorted.map(({ kind, slug }) => `${kind} ${slugOf(slug)}`)
  const duplicate = names.find((name, i) => names.indexOf(name) !== i)
  if (duplicate) throw new Error(`two entries would have the same name: ${duplicate}`)
  return sorted
}

function entryOf(entry: unknown, i: number): ImportItem {
  const { kind, name, domain, type, service } = (entry ?? {}) as Readonly<Record<string, unknown>>
  const known = BOOTSTRAP_KINDS.find((each) => each === kind)
  if (!known) throw new Error(`entry ${i + 1} has no kind of ${BOOTSTRAP_KINDS.join(', ')}`)
  if (typeof name !== 'string' || name === '') throw new Error(`entry ${i + 1} has no name`)
  if (known === 'Endpoint') {
    if (!INTERFACES.includes(name))
      throw new Error(`entry ${i + 1}: the name of an endpoint is its interface: ${INTERFACES.join(', ')}`)
    return endpointOf(typeof service === 'string' ? service : IDENTITY, name)
  }
  if (known === 'Project' || known === 'User')
    return inDomain(known, name, typeof domain === 'string' ? domain : DEFAULT_DOMAIN)
  return known === 'Service' ? serviceOf(name, typeof type === 'string' ? type : undefined) : byName(known, name)
}

/** The part of a name that Kubernetes accepts. */
export const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'x'
