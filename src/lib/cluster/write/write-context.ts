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

export interface WriteContext {
  client(cluster: string): ClusterClient
  readonly sources: Sources
  /** Salt of the plan's fingerprints. */
  readonly salt: string
  readonly clock: Clock
  /** The account that writes to a cluster, and the person behind it when it is not the user's own login. */
  writer(cluster: string): WriteIdentity
  /** The user stops the command: the current write is finished, the wait for a controller is not. */
  readonly stop: AbortSignal
  /** Runs work that a stop must not interrupt. */
  finishing<T>(work: Promise<T>): Promise<T>
  /** 0 does not wait for controllers. */
  readonly waitTimeout: number
  /** Also wait for resources that need not exist yet. */
  readonly waitForAbsent?: boolean
  /** Reports progress while waiting for a controller. */
  waiting(step: PlanStep, message: string): void
}

interface WriteIdentity {
  readonly user: string
  readonly person?: string
}

/** vera, or vera (as system:serviceaccount:crossplane-system:provider) */
const writerText = ({ user, person }: WriteIdentity) => (person === undefined ? user : `${person} (as ${user})`)

export function result(
  step: PlanStep,
  outcome: StepOutcome,
  reasons: readonly Reason[] = [],
  applied?: Applied,
): StepResult {
  const version = applied ? { uid: applied.uid, resourceVersion: applied.resourceVersion } : {}
  return { step, outcome, reasons, wrote: applied !== undefined, ...version }
}

/** Undefined when the object does not exist. Throws ClusterError. */
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

/** The annotations that record when and by whom the object was written. */
export function stampsOf(
  { stamps, target }: PlanStep,
  { clock, writer }: WriteContext,
): Readonly<Record<string, string>> {
  // Two runs may write within one millisecond: random microseconds let each recognize its own write.
  const microseconds = String(randomInt(1000)).padStart(3, '0')
  const time = new Date(clock.now()).toISOString().replace('Z', `${microseconds}Z`)
  return Object.fromEntries(
    Object.entries(stamps).map(([name, what]) => [name, what === 'time' ? time : writerText(writer(target.cluster))]),
  )
}

/** True when this run wrote the object, even if the answer was lost: the annotations have its time and writer. */
export function isStamped({ metadata }: KubeObject, stamps: Readonly<Record<string, string>>): boolean {
  const all = Object.entries(stamps)
  return all.length > 0 && all.every(([name, text]) => metadata.annotations?.[name] === text)
}

/** Without secret values. */
export function applicationOf({ target, seen, manifest, losers }: PlanStep, stamps: Readonly<Record<string, string>>) {
  const metadata = (manifest['metadata'] ?? {}) as { readonly annotations?: object }
  const annotations = { ...metadata.annotations, ...stamps }
  const withAnnotations = Object.keys(annotations).length > 0 ? { annotations } : {}
  return {
    target,
    ...(seen ? { seen } : {}),
    manifest: { ...manifest, metadata: { ...metadata, ...withAnnotations } },
    force: losers !== undefined && losers.length > 0,
  }
}
