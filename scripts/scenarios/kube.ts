// SPDX-License-Identifier: Apache-2.0
// Building blocks of the generator: objects with deterministic identity and plausible times.
import { createHash } from 'node:crypto'

/** The time of every generated fleet. */
export const NOW = '2026-11-16T12:00:00Z'

export interface Owner {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean
}

export interface Meta {
  readonly name: string
  readonly namespace?: string
  readonly uid: string
  readonly generation?: number
  readonly creationTimestamp: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly ownerReferences?: readonly Owner[]
  readonly finalizers?: readonly string[]
}

export interface Obj {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Meta
  readonly [field: string]: unknown
}

export interface Identity {
  readonly name: string
  readonly namespace?: string
  /** Age at NOW: 41d, 6h, 12m. */
  readonly age: string
  /** The exact creation time, where it matters. */
  readonly born?: string
  readonly generation?: number
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly owner?: Obj
  readonly finalizers?: readonly string[]
  readonly generateName?: string
}

export interface Condition {
  readonly type: string
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message?: string
  readonly lastTransitionTime: string
  readonly observedGeneration?: number
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A UUID derived from a text. */
export function uuid(text: string): string {
  const hex = sha256(text)
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** An OpenStack id: 32 hex digits. */
export function openstackId(text: string): string {
  return sha256(`openstack:${text}`).slice(0, 32)
}

/** Five characters of the alphabet of generated Kubernetes names. */
export function suffix(text: string): string {
  const alphabet = 'bcdfghjklmnpqrstvwxz2456789'
  const hex = sha256(`suffix:${text}`)
  return [0, 1, 2, 3, 4]
    .map((i) => alphabet[Number.parseInt(hex.slice(i * 4, i * 4 + 4), 16) % alphabet.length])
    .join('')
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86400 }

/** The time `age` (41d, 6h30m, 90s) before NOW. */
export function ago(age: string): string {
  let seconds = 0
  for (const [, n, unit] of age.matchAll(/(\d+)([smhd])/g)) seconds += Number(n) * (SECONDS[unit ?? ''] ?? 0)
  return stamp(Date.parse(NOW) - seconds * 1000)
}

export function after(time: string, seconds: number): string {
  return stamp(Date.parse(time) + seconds * 1000)
}

function stamp(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

/** Creates the objects of one cluster: the same name in two clusters has two uids. */
export function objectsOf(cluster: string) {
  return function object(
    apiVersion: string,
    kind: string,
    id: Identity,
    body: Readonly<Record<string, unknown>> = {},
  ): Obj {
    const key = `${cluster}|${apiVersion.replace(/\/?[^/]*$/, '')}|${kind}|${id.namespace ?? ''}|${id.name}`
    const born = id.born ?? bornAt(key, kind, id)
    return {
      apiVersion,
      kind,
      metadata: {
        name: id.name,
        ...(id.generateName && { generateName: id.generateName }),
        ...(id.namespace && { namespace: id.namespace }),
        uid: uuid(key),
        ...(id.generation && { generation: id.generation }),
        creationTimestamp: born,
        ...(id.labels && { labels: id.labels }),
        ...(id.annotations && { annotations: id.annotations }),
        ...(id.owner && { ownerReferences: [ownerOf(id.owner)] }),
        ...(id.finalizers && { finalizers: id.finalizers }),
      },
      ...body,
    }
  }
}

/** The creation time of the first object of something `age` old. Ages in minutes are exact. */
export function startOf(age: string): string {
  return after(ago(age), /^\d+m$/.test(age) ? 0 : -3000)
}

/** Creation times seconds apart, for plausible ages; a namespace before its objects, an owner before owned objects. */
function bornAt(key: string, kind: string, id: Identity): string {
  const wobble = Number.parseInt(sha256(key).slice(0, 4), 16)
  const earliest = startOf(id.age)
  const born = kind === 'Namespace' ? earliest : after(earliest, 5 + (wobble % 240))
  const owner = id.owner?.metadata.creationTimestamp
  return owner !== undefined && owner >= born ? after(owner, 2 + (wobble % 60)) : born
}

export type ObjectMaker = ReturnType<typeof objectsOf>

export function ownerOf(o: Obj): Owner {
  const { apiVersion, kind } = o
  return { apiVersion, kind, name: o.metadata.name, uid: o.metadata.uid, controller: true }
}

/** A copy with status and other late fields added, so that a status can use the age of its object. */
export function withBody(o: Obj, body: Readonly<Record<string, unknown>>): Obj {
  return { ...o, ...body }
}

export interface ConditionWords {
  readonly type: string
  readonly reason: string
  readonly message?: string
  readonly status?: 'True' | 'False'
}

/** Conditions reached one after another from the creation of the object, `step` seconds apart. */
export function conditions(o: Obj, steps: readonly ConditionWords[], step = 20, observed = true): Condition[] {
  return steps.map((w, i) => ({
    type: w.type,
    status: w.status ?? 'True',
    reason: w.reason,
    ...(w.message !== undefined && { message: w.message }),
    lastTransitionTime: after(o.metadata.creationTimestamp, 10 + i * step),
    ...(observed && { observedGeneration: o.metadata.generation ?? 1 }),
  }))
}

export function b64(text: string | Uint8Array): string {
  return Buffer.from(text).toString('base64')
}

/** A group of objects under one comment in a fleet file. */
export interface Section {
  readonly title: string
  readonly objects: readonly Obj[]
}
