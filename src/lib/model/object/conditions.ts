// SPDX-License-Identifier: Apache-2.0

import { type Health, severity } from '../graph/health.ts'
import { problemStatus } from './condition-polarity.ts'
import { countAt, fieldAt, textAt } from './fields.ts'
import type { KubeObject } from './resource.ts'

export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly since: string | undefined
  /** It reports on an older generation than the current spec. */
  readonly stale: boolean
}

/** The conditions of an object by type; malformed ones are left out. */
export function conditionsOf(object: KubeObject, path = 'status.conditions'): Conditions {
  return new Conditions(fieldAt(object, path), object.metadata.generation)
}

export function conditionNamed(object: KubeObject, type: string): Condition | undefined {
  return lastOfType(fieldAt(fieldAt(object, 'status'), 'conditions'), type, object.metadata.generation)
}

/** The condition if it has this status; parses nothing otherwise, as for most objects. */
export function conditionSaying(object: KubeObject, type: string, status: string): Condition | undefined {
  return lastOfType(fieldAt(fieldAt(object, 'status'), 'conditions'), type, object.metadata.generation, status)
}

/** Parses conditions on access: callers read one or two conditions of thousands of objects. */
export class Conditions {
  readonly #raw: readonly unknown[]
  readonly #generation: number | undefined

  constructor(raw: unknown, generation: number | undefined) {
    this.#raw = Array.isArray(raw) ? raw : []
    this.#generation = generation
  }

  /** The last condition of a type counts. */
  get(type: string): Condition | undefined {
    return lastOfType(this.#raw, type, this.#generation)
  }

  saying(type: string, status: string): Condition | undefined {
    return lastOfType(this.#raw, type, this.#generation, status)
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
    const all = this.#all()
    for (const type of consulted ? all.keys() : []) consulted?.add(type)
    return all.values()
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

/** Conditions that report a problem by the name of their type: a Ready that is False, a Degraded that is True. */
export function problemConditions(object: KubeObject): readonly Condition[] {
  const all = fieldAt(fieldAt(object, 'status'), 'conditions')
  if (!Array.isArray(all)) return []
  const types = new Set<string>()
  return all
    .toReversed()
    .flatMap((raw: unknown) => {
      const type = textIn(raw, 'type')
      if (!type || !textIn(raw, 'status') || types.has(type)) return []
      types.add(type)
      const condition =
        textIn(raw, 'status') === problemStatus(type) ? conditionFrom(raw, object.metadata.generation) : undefined
      return condition && !condition.stale ? [condition] : []
    })
    .toReversed()
}

let consulted: Set<string> | undefined

/** The types of conditions that a function reads, in any object. Not for asynchronous functions. */
export function consultedTypes(run: () => unknown): ReadonlySet<string> {
  const before = consulted
  const types = new Set<string>()
  consulted = types
  try {
    run()
  } finally {
    consulted = before
  }
  return types
}

function lastOfType(
  all: unknown,
  type: string,
  generation: number | undefined,
  expected?: string,
): Condition | undefined {
  if (!Array.isArray(all)) return undefined
  consulted?.add(type)
  for (let i = all.length - 1; i >= 0; i--) {
    const status = textIn(all[i], 'type') === type ? textIn(all[i], 'status') : undefined
    if (status) return expected === undefined || expected === status ? conditionFrom(all[i], generation) : undefined
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

/** textAt() for a plain key, without path parsing: this is the most frequent read of all. */
function textIn(
  raw: unknown,
  key: 'type' | 'status' | 'reason' | 'message' | 'lastTransitionTime',
): string | undefined {
  const found = typeof raw === 'object' && raw !== null ? (raw as Readonly<Record<string, unknown>>)[key] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}

export function isUnobserved(object: KubeObject): boolean {
  const observed = countAt(object, 'status.observedGeneration')
  const { generation } = object.metadata
  return generation !== undefined && observed !== undefined && observed < generation
}

/** Reasons of a False condition that mean progress, not failure. */
const WAITING =
  /^(waiting|progressing|creating|inprogress|pending|reconciling|installing|provisioning)|(InProgress|Progressing|Pending)$/i

/** True is healthy, False is failed or, by its reason, progressing; everything else is unknown. */
export function fromCondition(condition: Condition | undefined, type: string): Health {
  if (!condition) return { state: 'unknown', reason: 'NotObserved', message: `there is no condition ${type} yet` }
  const { status, reason, message, since, stale } = condition
  const details = {
    ...(reason ? { reason } : {}),
    ...(message ? { message } : {}),
    // when a status that covers an older spec began says nothing about the current one
    ...(since && !stale ? { since } : {}),
    evidence: [{ path: `status.conditions[${type}]`, value: reason ? `${status} (${reason})` : status }],
  }
  const isFailed = status === 'False' && !WAITING.test(reason)
  if (stale && !isFailed)
    return { ...details, state: 'unknown', reason: 'Stale', message: `condition ${type} is older than the spec` }
  if (status === 'True') return { ...details, state: 'healthy' }
  if (status === 'False') return { ...details, state: isFailed ? 'failed' : 'progressing' }
  return { ...details, state: 'unknown' }
}

/** The health that a condition means, if there is one. */
export function healthIf(condition: Condition | undefined, state: Health['state']): Health | undefined {
  return condition ? { ...fromCondition(condition, condition.type), state } : undefined
}

/** How long ago a condition changed, in milliseconds; infinite if it does not say. */
export function conditionAge({ since }: Condition, now: number): number {
  const began = Date.parse(since ?? '')
  return Number.isNaN(began) ? Number.POSITIVE_INFINITY : now - began
}

/** The usual case: one condition decides; good news counts only if it covers the current spec. */
export function readyHealth(object: KubeObject, type = 'Ready'): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  return unlessStale(object, fromCondition(conditionNamed(object, type), type))
}

/**
 * Unknown if the status is about an older spec, unless it reports a failure: Rook sets phase Failure without raising
 * status.observedGeneration.
 */
export function unlessStale(object: KubeObject, health: Health): Health {
  return isUnobserved(object) && severity(health.state) <= severity('unknown') ? unobserved(object) : health
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

/** A phase as health; a phase that is not in the table is unknown, never healthy. */
export function phaseHealth(
  object: KubeObject,
  path: string,
  table: Readonly<Record<string, Health['state']>>,
): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const phase = textAt(object, path)
  if (!phase)
    return unlessStale(object, { state: 'unknown', reason: 'NotObserved', message: `there is no ${path} yet` })
  const state = Object.hasOwn(table, phase) ? table[phase] : undefined
  const message = textAt(object, 'status.message')
  return unlessStale(object, {
    state: state ?? 'unknown',
    reason: phase,
    ...(message ? { message } : {}),
    evidence: [{ path, value: phase }],
  })
}

/** Ready or Available is True for the current spec: whatever the object needs has existed. */
export function hasReportedSuccess(object: KubeObject): boolean {
  const conditions = conditionsOf(object)
  return ['Ready', 'Available'].some((type) => {
    const condition = conditions.get(type)
    return condition?.status === 'True' && !condition.stale
  })
}

/** For kinds whose existence is all there is to know. */
export function existsHealth(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  return { state: 'healthy', reason: 'Exists', evidence: [{ path: 'metadata.name', value: object.metadata.name }] }
}

/** Ready replicas against the desired ones: no ready replica is failed, fewer than desired is degraded. */
export function replicasHealth(
  object: KubeObject,
  desired: number | undefined,
  ready: number | undefined,
  path: string,
): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  if (isUnobserved(object)) return unobserved(object)
  if (desired === undefined)
    return { state: 'unknown', reason: 'NotObserved', message: 'how many it wants is not told' }
  if (desired === 0) return { state: 'off', reason: 'ScaledToZero' }
  const actual = ready ?? 0
  const evidence = [{ path, value: `${actual} of ${desired}` }]
  if (actual >= desired) return { state: 'healthy', reason: 'AllReady', evidence }
  return {
    state: actual === 0 ? 'failed' : 'degraded',
    reason: 'NotAllReady',
    message: `${actual} of ${desired} ready`,
    evidence,
  }
}

/** For kinds that exist only because something needs them: no replicas means that it does not work. */
export function scaledToZero(object: KubeObject): Health {
  const ready = conditionNamed(object, 'Ready')
  return {
    state: 'failed',
    reason: 'ScaledToZero',
    message: 'spec.replicas is 0',
    ...(ready?.status === 'False' && ready.since ? { since: ready.since } : {}),
    evidence: [{ path: 'spec.replicas', value: '0' }],
    itself: true,
  }
}
