// SPDX-License-Identifier: Apache-2.0
import { assess } from '../assess/assess.ts'
import { collect, type Member as Readable } from '../cluster/collect.ts'
import { addressBook } from '../fleet/addresses.ts'
import type { Fleet, Member } from '../fleet/member.ts'
import { buildGraph } from '../graph/build.ts'
import { withCopiedAddresses } from '../graph/copied-addresses.ts'
import { KINDS } from '../kinds/index.ts'
import { unlistedKinds } from '../kinds/unlisted.ts'
import type { Assessment } from '../model/assessment.ts'
import type { Gap } from '../model/gap.ts'
import { type KindSpec, kindName } from '../model/kind.ts'
import type { Scope } from '../model/scope.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { readAlready } from './read-already.ts'
import { scopedMembers } from './scoped-members.ts'

export interface ObserveOptions {
  readonly now: number
  readonly acceptCached: boolean
  /** What this command reads besides: kinds on demand, or a kind in more clusters than usual. */
  readonly also?: readonly KindSpec[]
  readonly namespace?: string
  readonly scope: Scope
  readonly signal: AbortSignal
}

export interface Observation {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly kinds: readonly KindSpec[]
  /** What the answer is limited to. */
  readonly scope: Scope
}

/** The pipeline: read all clusters at once, join, judge. The only place that knows the order. */
export async function observe(whole: Fleet, options: ObserveOptions): Promise<Observation> {
  const fleet = { ...whole, members: await scopedMembers(whole, options.scope) }
  const listed = kindsWith(options.also ?? [])
  const kinds = [...listed, ...unlistedKinds(fleet.members.flatMap(({ served }) => served?.resources ?? []))]
  const snapshot = withCopiedAddresses(await read(fleet, kinds, options), kinds)
  const graph = buildGraph(snapshot, kinds)
  return { snapshot, assessment: assess(graph, options), kinds, scope: options.scope }
}

function kindsWith(also: readonly KindSpec[]): readonly KindSpec[] {
  const names = new Set(also.map(kindName))
  return [...KINDS.filter((kind) => !kind.onDemand && !names.has(kindName(kind))), ...also]
}

async function read(
  fleet: Fleet,
  kinds: readonly KindSpec[],
  { now, namespace, signal }: ObserveOptions,
): Promise<Snapshot> {
  const readable = fleet.members.filter((member): member is Member & Readable => member.client !== undefined)
  const fallback = namespace ? { fallbackNamespaces: [namespace] } : {}
  const collection = await collect(readable, kinds, { signal, ...fallback })
  const { addresses } = await addressBook(readAlready(fleet, collection))
  return {
    takenAt: now,
    clusters: fleet.members.map(({ cluster, label, config }) => ({
      cluster,
      label,
      ...(config ? { context: config.context } : {}),
    })),
    resources: collection.objects,
    readings: collection.read,
    gaps: [...fleet.members.flatMap(darkGap), ...collection.gaps],
    addresses,
  }
}

function darkGap({ label, failure }: Member): Gap[] {
  return failure ? [{ cluster: label, fault: failure.fault, message: failure.message }] : []
}
