// SPDX-License-Identifier: Apache-2.0
import { randomInt } from 'node:crypto'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { ObjectAt, PlanStep, Reason, StepOutcome, StepResult } from '../../model/plan/plan.ts'
import { ClusterError } from '../failure.ts'
import type { Sources } from '../secrets/copied-values.ts'
import type { Clock } from '../transport/types.ts'
import type { ClusterClient } from '../types.ts'
import type { Applied } from './apply.ts'

/** The world of one run of writes. */
export interface WriteContext {
  client(cluster: string): ClusterClient
  readonly sources: Sources
  /** Of the plan's fingerprints. */
  readonly salt: string
  readonly clock: Clock
  /** The account that writes to a cluster, and who uses it where it is not the user's own login. */
  writer(cluster: string): WriteIdentity
  /** A person wants it to end: what is being written is finished, what is awaited is not. */
  readonly stop: AbortSignal
  /** Work that must not be cut short by that. */
  finishing<T>(work: Promise<T>): Promise<T>
  /** 0: controllers are not waited for. */
  readonly waitTimeout: number
  /** Told while a controller is waited for. */
  waiting(step: PlanStep, message: string): void
}

export interface WriteIdentity {
  readonly user: string
  readonly person?: string
}

/** vera, or vera (as system:serviceaccount:crossplane-system:provider) */
const writerText = ({ user, person }: WriteIdentity) => (person === undefined ? user : `${person} (as ${user})`)

/** What became of a step. */
export function result(
  step: PlanStep,
  outcome: StepOutcome,
  reasons: readonly Reason[] = [],
  applied?: Applied,
): StepResult {
  const version = applied ? { uid: applied.uid, resourceVersion: applied.resourceVersion } : {}
  return { step, outcome, reasons, wrote: applied !== undefined, ...version }
}

/** The object as it is now; undefined when there is none. Throws ClusterError. */
export async function look(client: Pick<ClusterClient, 'get'>, target: ObjectAt): Promise<KubeObject | undefined> {
  try {
    return await client.get(kindOf(target), target.name, target.namespace)
  } catch (error) {
    if (error instanceof ClusterError && error.failure.fault === 'notfound') return undefined
    throw error
  }
}

function kindOf({ group, kind, plural, version, namespace }: ObjectAt): KindSpec {
  return {
    group,
    kind,
    plural,
    versions: [version],
    namespaced: namespace !== undefined,
    roles: [],
    keep: ['type', 'data', 'spec', 'status', 'metadata.managedFields'],
  }
}

/** The annotations that say when and by whom, as of now. */
export function stampsOf(
  { stamps, target }: PlanStep,
  { clock, writer }: WriteContext,
): Readonly<Record<string, string>> {
  // Two runs may write within one millisecond; what is below that is drawn, so that each knows its own.
  const drawn = String(randomInt(1000)).padStart(3, '0')
  const time = new Date(clock.now()).toISOString().replace('Z', `${drawn}Z`)
  return Object.fromEntries(
    Object.entries(stamps).map(([name, what]) => [name, what === 'time' ? time : writerText(writer(target.cluster))]),
  )
}

/** True when this very run wrote it, though perhaps nobody told us: our own time and name stand on it. */
export function isStamped({ metadata }: KubeObject, stamps: Readonly<Record<string, string>>): boolean {
  const all = Object.entries(stamps)
  return all.length > 0 && all.every(([name, text]) => metadata.annotations?.[name] === text)
}

/** A step as it is applied, without secret values. */
export function applicationOf({ target, seen, manifest, losers }: PlanStep, stamps: Readonly<Record<string, string>>) {
  const metadata = (manifest['metadata'] ?? {}) as { readonly annotations?: object }
  const annotations = { ...metadata.annotations, ...stamps }
  const marked = Object.keys(annotations).length > 0 ? { annotations } : {}
  return {
    target,
    ...(seen ? { seen } : {}),
    manifest: { ...manifest, metadata: { ...metadata, ...marked } },
    force: losers !== undefined && losers.length > 0,
  }
}
