// SPDX-License-Identifier: Apache-2.0
import type { ControlPlaneModel } from '../model/control-plane.ts'

/** Kinds of K-ORC that Keystone's bootstrap makes things of, in the order in which they refer to each other. */
export const BOOTSTRAP_KINDS = ['Domain', 'Project', 'Role', 'User', 'Service', 'Endpoint', 'Region'] as const

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

/** One thing to import, by what K-ORC can find it by. */
export interface Wanted {
  readonly kind: BootstrapKind
  /** What tells it from others of its kind: its name, or the interface of an endpoint. */
  readonly slug: string
  /** The filter without references. */
  readonly filter: Readonly<Record<string, string>>
  /** The domain by its name in Keystone, or the service. */
  readonly domain?: string
  readonly service?: string
}

const DEFAULT_DOMAIN = 'Default'
const inDomain = (kind: 'Project' | 'User', name: string): Wanted => ({
  kind,
  slug: name,
  filter: { name },
  domain: DEFAULT_DOMAIN,
})
const plain = (kind: 'Domain' | 'Role' | 'Region', name: string): Wanted => ({ kind, slug: name, filter: { name } })

/**
 * What Keystone's own bootstrap makes, and the project service, which the seeds name and somebody must still make. A
 * domain is found by its name: an import by id wants a UUID, and the id of this one is "default".
 */
const DEFAULTS: readonly Wanted[] = [
  plain('Domain', DEFAULT_DOMAIN),
  inDomain('Project', 'admin'),
  inDomain('Project', 'service'),
  ...['admin', 'manager', 'member', 'reader', 'service'].map((name) => plain('Role', name)),
  inDomain('User', 'admin'),
  { kind: 'Service', slug: 'keystone', filter: { name: 'keystone', type: 'identity' } },
  ...['public', 'internal', 'admin'].map(
    (name): Wanted => ({
      kind: 'Endpoint',
      slug: `keystone-${name}`,
      filter: { interface: name },
      service: 'keystone',
    }),
  ),
]

/** What to import for a control plane: the kinds it names, or all; a domain always, for others refer to it. */
export function wantedFor({ korc, region }: ControlPlaneModel): readonly Wanted[] {
  const all = [...DEFAULTS, ...(region ? [plain('Region', region)] : [])]
  if (korc.bootstrap.length === 0) return all
  const kinds = new Set(korc.bootstrap.map((word) => word.toLowerCase()))
  return all.filter(({ kind }) => kind === 'Domain' || kinds.has(PLURALS[kind]))
}

/** A list somebody wrote: kind and name, and the domain of a project or user if it is another one. Throws words. */
export function wantedFrom(list: unknown): readonly Wanted[] {
  if (!Array.isArray(list)) throw new Error('it holds no list of kind and name')
  const all = list.map((entry: unknown, i): Wanted => {
    const { kind, name, domain, type } = (entry ?? {}) as Readonly<Record<string, unknown>>
    const known = BOOTSTRAP_KINDS.find((each) => each === kind)
    if (!known) throw new Error(`entry ${i + 1} has no kind of ${BOOTSTRAP_KINDS.join(', ')}`)
    if (known === 'Endpoint') throw new Error(`entry ${i + 1}: endpoints come with the service keystone`)
    if (typeof name !== 'string' || name === '') throw new Error(`entry ${i + 1} has no name`)
    if (known === 'Project' || known === 'User')
      return { ...inDomain(known, name), ...(typeof domain === 'string' ? { domain } : {}) }
    if (known === 'Service')
      return { kind: known, slug: name, filter: { name, ...(typeof type === 'string' ? { type } : {}) } }
    return plain(known, name)
  })
  const domains = new Set(all.flatMap(({ domain }) => domain ?? []))
  const missing = [...domains].filter(
    (name) => !all.some((each) => each.kind === 'Domain' && each.filter['name'] === name),
  )
  return [...missing.map((name) => plain('Domain', name)), ...all]
}
