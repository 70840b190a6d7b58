// SPDX-License-Identifier: Apache-2.0
// An incident in a fleet: the resulting object changes, written as an overlay with only the differences.
import type { Obj, Section } from './kube.ts'
import { difference, merged } from './merge.ts'

export type Landscape = Readonly<Record<string, readonly Section[]>>

/** A partial object that is merged over the existing one; null removes a field, lists are replaced. */
export type Change = Readonly<Record<string, unknown>>

/** The settings of one cluster in fleet.yaml of the scenario. */
export interface Rules {
  readonly unreachable?: boolean
  readonly unauthorized?: boolean
  readonly forbidden?: readonly string[]
  readonly served?: readonly string[]
  readonly notServed?: readonly string[]
}

/** A fleet during an incident. Objects are addressed as kind and name: MariaDB openstack/openstack-db. */
export class Incident {
  readonly #base = new Map<string, ReadonlyMap<string, Obj>>()
  readonly #now = new Map<string, Map<string, Obj>>()
  readonly #titles = new Map<string, string>()
  readonly #gone = new Map<string, string[]>()
  readonly #rules = new Map<string, Rules>()
  #title = ''

  constructor(base: Landscape) {
    for (const [cluster, sections] of Object.entries(base)) {
      const objects = sections.flatMap((s) => s.objects).map((o) => [addressOf(o), o] as const)
      this.#base.set(cluster, new Map(objects))
      this.#now.set(cluster, new Map(objects))
    }
  }

  /** The comment above the next changes. */
  chapter(title: string): this {
    this.#title = title
    return this
  }

  get clusters(): readonly string[] {
    return [...this.#now.keys()]
  }

  all(cluster: string): readonly Obj[] {
    return [...(this.#now.get(cluster)?.values() ?? [])]
  }

  get(cluster: string, address: string): Obj {
    const found = this.all(cluster).filter((o) => isAt(o, address))
    const [only] = found
    if (!only || found.length > 1) throw new Error(`${cluster} has ${found.length} objects ${address}`)
    return only
  }

  change(cluster: string, address: string, change: Change | ((o: Obj) => Change)): this {
    const o = this.get(cluster, address)
    return this.#set(cluster, merged(o, typeof change === 'function' ? change(o) : change) as Obj)
  }

  add(cluster: string, ...objects: readonly Obj[]): this {
    for (const o of objects) {
      if (this.#now.get(cluster)?.has(addressOf(o))) throw new Error(`${cluster} has ${addressOf(o)} already`)
      this.#set(cluster, o)
    }
    return this
  }

  remove(cluster: string, address: string): this {
    const o = this.get(cluster, address)
    this.#now.get(cluster)?.delete(addressOf(o))
    if (this.#base.get(cluster)?.has(addressOf(o)))
      this.#gone.set(cluster, [...(this.#gone.get(cluster) ?? []), addressOf(o)])
    return this
  }

  rule(cluster: string, rules: Rules): this {
    this.#rules.set(cluster, { ...this.#rules.get(cluster), ...rules })
    return this
  }

  /** The differences of one cluster by chapter. */
  sections(cluster: string): Section[] {
    const base = this.#base.get(cluster)
    const byTitle = new Map<string, Obj[]>()
    for (const [address, o] of this.#now.get(cluster) ?? []) {
      const before = base?.get(address)
      const part = before === undefined ? o : (difference(before, o) as Partial<Obj> | undefined)
      if (part === undefined) continue
      const title = this.#titles.get(`${cluster} ${address}`) ?? ''
      byTitle.set(title, [...(byTitle.get(title) ?? []), before === undefined ? o : identified(o, part)])
    }
    return [...byTitle].map(([title, objects]) => ({ title, objects }))
  }

  /** The settings of the clusters in fleet.yaml, by key. */
  rules(): ReadonlyMap<string, Rules & { readonly absent?: readonly string[] }> {
    const keys = [...new Set([...this.#rules.keys(), ...this.#gone.keys()])]
    return new Map(
      keys.map((key) => {
        const absent = this.#gone.get(key)
        return [key, { ...this.#rules.get(key), ...(absent && { absent }) }]
      }),
    )
  }

  #set(cluster: string, o: Obj): this {
    const objects = this.#now.get(cluster) ?? new Map<string, Obj>()
    this.#now.set(cluster, objects)
    objects.set(addressOf(o), o)
    const key = `${cluster} ${addressOf(o)}`
    if (!this.#titles.has(key)) this.#titles.set(key, this.#title)
    return this
  }
}

/** Kind.group namespace/name, as in fleet.yaml. */
export function addressOf(o: Obj): string {
  const group = o.apiVersion.includes('/') ? `.${o.apiVersion.split('/')[0]}` : ''
  return `${o.kind}${group} ${placeOf(o)}`
}

const placeOf = ({ metadata: { namespace, name } }: Obj) => (namespace === undefined ? name : `${namespace}/${name}`)

const isAt = (o: Obj, address: string) => addressOf(o) === address || `${o.kind} ${placeOf(o)}` === address

function identified(o: Obj, part: Partial<Obj>): Obj {
  const { namespace, name } = o.metadata
  const metadata = { name, ...(namespace && { namespace }), ...part.metadata } as Obj['metadata']
  return { ...part, apiVersion: o.apiVersion, kind: o.kind, metadata }
}
