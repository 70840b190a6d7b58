// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../graph/health.ts'
import { countAt, fieldAt, textAt } from './fields.ts'
import type { KubeObject } from './resource.ts'

export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly since: string | undefined
  /** It speaks of an older spec than the one that stands there now. */
  readonly stale: boolean
}

/** The conditions of an object by type; malformed ones are left out. */
export function conditionsOf(object: KubeObject, path = 'status.conditions'): Conditions {
  return new Conditions(fieldAt(object, path), object.metadata.generation)
}

/** One of them. */
export function conditionNamed(object: KubeObject, type: string): Condition | undefined {
  return lastOf(fieldAt(fieldAt(object, 'status'), 'conditions'), type, object.metadata.generation)
}

/** One of them if it says this: of most objects it does not, and then it is not taken apart. */
export function conditionSaying(object: KubeObject, type: string, status: string): Condition | undefined {
  return lastOf(fieldAt(fieldAt(object, 'status'), 'conditions'), type, object.metadata.generation, status)
}

/** Of thousands of objects one or two conditions are asked for: what nobody asks for is not taken apart. */
export class Conditions {
  readonly #raw: readonly unknown[]
  readonly #generation: number | undefined

  constructor(raw: unknown, generation: number | undefined) {
    this.#raw = Array.isArray(raw) ? raw : []
    this.#generation = generation
  }

  /** The last of a type counts. */
  get(type: string): Condition | undefined {
    return lastOf(this.#raw, type, this.#generation)
  }

  /** The same, if it says this. */
  saying(type: string, status: string): Condition | undefined {
    return lastOf(this.#raw, type, this.#generation, status)
  }

  has(type: string): boolean {
    return this.get(type) !== undefined
  }

  get size(): number {
    return this.#all().size
  }

  keys(): Iterable<string> {
    return this.#all().keys()
  }

  values(): Iterable<Condition> {
    return this.#all().values()
  }

  #all(): ReadonlyMap<string, Condition> {
    const conditions = new Map<string, Condition>()
    for (const raw of this.#raw) {
      const condition = conditionFrom(raw, this.#generation)
      if (condition) conditions.set(condition.type, condition)
    }
    return conditions
  }
}

function lastOf(all: unknown, type: string, generation: number | undefined, saying?: string): Condition | undefined {
  if (!Array.isArray(all)) return undefined
  for (let i = all.length - 1; i >= 0; i--) {
    const status = textIn(all[i], 'type') === type ? textIn(all[i], 'status') : undefined
    if (status) return saying === undefined || saying === status ? conditionFrom(all[i], generation) : undefined
  }
  return undefined
}

function conditionFrom(raw: unknown, generation: number | undefined): Condition | undefined {
  const type = textIn(raw, 'type')
  const status = textIn(raw, 'status')
  if (!type || !status) return undefined
  const observed = generation === undefined ? undefined : countAt(raw, 'observedGeneration')
  return {
    type,
    status,
    reason: textIn(raw, 'reason') ?? '',
    message: textIn(raw, 'message') ?? '',
    since: textIn(raw, 'lastTransitionTime'),
    stale: generation !== undefined && observed !== undefined && observed < generation,
  }
}

/** As textAt for a plain key: no path has to be looked at, and this is asked more often than anything else. */
function textIn(
  raw: unknown,
  key: 'type' | 'status' | 'reason' | 'message' | 'lastTransitionTime',
): string | undefined {
  const found = typeof raw === 'object' && raw !== null ? (raw as Readonly<Record<string, unknown>>)[key] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** The controller has not seen the spec that stands there now. */
export function isUnobserved(object: KubeObject): boolean {
  const observed = countAt(object, 'status.observedGeneration')
  const { generation } = object.metadata
  return generation !== undefined && observed !== undefined && observed < generation
}

/** Words in reasons that tell waiting from breaking, when a condition is False. */
const WAITING =
  /^(waiting|progressing|creating|inprogress|pending|reconciling|installing|provisioning)|(InProgress|Progressing|Pending)$/i

/** A condition as health: True is healthy, False is failed or, by its reason, progressing; all else is unknown. */
export function fromCondition(condition: Condition | undefined, type: string): Health {
  if (!condition) return { state: 'unknown', reason: 'NotObserved', message: `there is no condition ${type} yet` }
  const { status, reason, message, since, stale } = condition
  const words = {
    ...(reason ? { reason } : {}),
    ...(message ? { message } : {}),
    ...(since ? { since } : {}),
    evidence: [{ path: `status.conditions[${type}]`, value: reason ? `${status} (${reason})` : status }],
  }
  if (stale) return { ...words, state: 'unknown', reason: 'Stale', message: `condition ${type} is older than the spec` }
  if (status === 'True') return { ...words, state: 'healthy' }
  if (status === 'False') return { ...words, state: WAITING.test(reason) ? 'progressing' : 'failed' }
  return { ...words, state: 'unknown' }
}

/** The usual case: one condition decides, and only for the spec it has seen. */
export function readyHealth(object: KubeObject, type = 'Ready'): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  if (isUnobserved(object)) return unobserved(object)
  return fromCondition(conditionNamed(object, type), type)
}

export function unobserved(object: KubeObject): Health {
  const observed = countAt(object, 'status.observedGeneration')
  return {
    state: 'unknown',
    reason: 'Stale',
    message: 'its controller has not seen the newest spec',
    evidence: [{ path: 'status.observedGeneration', value: `${observed} of generation ${object.metadata.generation}` }],
  }
}

export function deleting(object: KubeObject): Health {
  const since = object.metadata.deletionTimestamp
  return {
    state: 'progressing',
    reason: 'Deleting',
    message: `is being deleted${object.metadata.finalizers?.length ? `, held by ${object.metadata.finalizers.join(', ')}` : ''}`,
    ...(since ? { since } : {}),
    evidence: [{ path: 'metadata.deletionTimestamp', value: since ?? '' }],
  }
}

/** A phase word as health; a word that is not in the table is unknown, never healthy. */
export function phaseHealth(
  object: KubeObject,
  path: string,
  table: Readonly<Record<string, Health['state']>>,
): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  if (isUnobserved(object)) return unobserved(object)
  const phase = textAt(object, path)
  if (!phase) return { state: 'unknown', reason: 'NotObserved', message: `there is no ${path} yet` }
  const state = Object.hasOwn(table, phase) ? table[phase] : undefined
  const message = textAt(object, 'status.message')
  return {
    state: state ?? 'unknown',
    reason: phase,
    ...(message ? { message } : {}),
    evidence: [{ path, value: phase }],
  }
}

/** For kinds whose being there is all there is to know. */
export function existsHealth(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  return { state: 'healthy', reason: 'Exists', evidence: [{ path: 'metadata.name', value: object.metadata.name }] }
}

/** Ready replicas against the wanted ones: none of some is failed, fewer is degraded. */
export function replicasHealth(
  object: KubeObject,
  wanted: number | undefined,
  ready: number | undefined,
  path: string,
): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  if (isUnobserved(object)) return unobserved(object)
  if (wanted === undefined) return { state: 'unknown', reason: 'NotObserved', message: 'how many it wants is not told' }
  if (wanted === 0) return { state: 'off', reason: 'ScaledToZero' }
  const have = ready ?? 0
  const evidence = [{ path, value: `${have} of ${wanted}` }]
  if (have >= wanted) return { state: 'healthy', reason: 'AllReady', evidence }
  return {
    state: have === 0 ? 'failed' : 'degraded',
    reason: 'NotAllReady',
    message: `${have} of ${wanted} ready`,
    evidence,
  }
}
