// SPDX-License-Identifier: Apache-2.0
// Finds objects of a scenario by reference, and reads nested values.
import { createHash } from 'node:crypto'
import type { Manifest } from '../../src/lib/embedded/json.ts'
import type { Scenario } from './fleet.ts'

export type Json = Record<string, unknown>

export class Index {
  readonly #byKey = new Map<string, Manifest>()
  readonly #scenario: Scenario

  constructor(scenario: Scenario) {
    this.#scenario = scenario
    for (const [cluster, objects] of scenario.clusters) for (const o of objects) this.#byKey.set(key(cluster, o), o)
  }

  get(
    cluster: string,
    group: string,
    kind: string,
    namespace: string | undefined,
    name: unknown,
  ): Manifest | undefined {
    return this.#byKey.get([cluster, group, kind, namespace ?? '', String(name)].join('|'))
  }

  all(kind: string, cluster?: string): { cluster: string; o: Manifest }[] {
    return [...this.#scenario.clusters].flatMap(([c, objects]) =>
      cluster !== undefined && cluster !== c
        ? []
        : objects.filter((o) => o.kind === kind).map((o) => ({ cluster: c, o })),
    )
  }

  ofGroup(group: string): { cluster: string; o: Manifest }[] {
    return this.everything().filter(({ o }) => groupOf(o) === group)
  }

  everything(): { cluster: string; o: Manifest }[] {
    return [...this.#scenario.clusters].flatMap(([cluster, objects]) => objects.map((o) => ({ cluster, o })))
  }
}

export function key(cluster: string, o: Manifest): string {
  return [cluster, groupOf(o), o.kind, o.metadata.namespace ?? '', o.metadata.name].join('|')
}

export function groupOf(o: Manifest): string {
  return o.apiVersion.includes('/') ? (o.apiVersion.split('/')[0] ?? '') : ''
}

/** A nested value, whatever the structure: '[]' goes into a list. */
export function at(value: unknown, path: string): unknown {
  let v: unknown = value
  for (const part of path.split('.')) v = typeof v === 'object' && v !== null ? (v as Json)[part] : undefined
  return v
}

export function list(value: unknown, path: string): Json[] {
  const v = at(value, path)
  return Array.isArray(v) ? (v as Json[]) : []
}

export interface Owner {
  readonly kind: string
  readonly name: string
  readonly uid: string
}

export function ownersOf(o: Manifest | undefined): readonly Owner[] {
  return (o?.metadata['ownerReferences'] as readonly Owner[] | undefined) ?? []
}

export function decoded(secret: Manifest | undefined, field: string): string | undefined {
  const value = (secret?.['data'] as Record<string, string> | undefined)?.[field]
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString('utf8')
}

export function fingerprint(text: string | undefined): string | undefined {
  return text === undefined ? undefined : createHash('sha256').update(text).digest('hex')
}
