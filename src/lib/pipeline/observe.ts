// SPDX-License-Identifier: Apache-2.0
import { assess } from '../assess/assess.ts'
import {
  type Collection,
  type CollectOptions,
  collect,
  type ReadableMember as Readable,
} from '../cluster/read/collect.ts'
import { addressBook } from '../fleet/addresses.ts'
import type { Fleet, Member } from '../fleet/member.ts'
import { buildGraph } from '../graph/build.ts'
import { withCopiedAddresses } from '../graph/copied-addresses.ts'
import { type CrossClusterLink, collectCrossClusterLinks } from '../graph/links.ts'
import { KINDS } from '../kinds/index.ts'
import { unlistedKinds } from '../kinds/openstack/discovered-services.ts'
import type { Assessment } from '../model/graph/assessment.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Gap } from '../model/landscape/gap.ts'
import type { Scope } from '../model/landscape/scope.ts'
import type { SeenCluster, Snapshot } from '../model/landscape/snapshot.ts'
import { groupOf } from '../model/object/reference.ts'
import type { Resource } from '../model/object/resource.ts'
import { scopedMembers } from './members-in-scope.ts'
import { readAll } from './read-snapshot.ts'
import { withKnownLists } from './reuse-lists.ts'
import { shareLists } from './shared-lists.ts'

export interface ObserveOptions {
  readonly now: number
  readonly acceptCached: boolean
  /** What this command reads besides: kinds on demand, or a kind in more clusters than usual. */
  readonly also?: readonly KindSpec[]
  /** Exactly these are read, and where links of theirs lead to; a link to any other kind says nothing. */
  readonly only?: readonly KindSpec[]
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
  /** What is followed beside the graph, where a command watches. */
  readonly beside?: readonly Resource[]
}

/** The pipeline: read all clusters at once, join, judge. The only place that knows the order. */
export async function observe(whole: Fleet, options: ObserveOptions): Promise<Observation> {
  const fleet = { ...whole, members: await scopedMembers(whole, options.scope) }
  const kinds = kindsToRead(fleet, options)
  const readKinds = async (some: readonly KindSpec[]) => withCopiedAddresses(await read(fleet, some, options), some)
  const snapshot = await readAll(fleet, kinds, readKinds, options.signal)
  const graph = buildGraph(snapshot, kinds)
  return { snapshot, assessment: assess(graph, options), kinds, scope: options.scope }
}

/** The kinds a command looks at. */
export function kindsToRead(
  fleet: Pick<Fleet, 'members'>,
  { only, also }: Pick<ObserveOptions, 'only' | 'also'>,
): readonly KindSpec[] {
  return only ? named(only) : usualKinds(fleet, also ?? [])
}

function usualKinds({ members }: Pick<Fleet, 'members'>, also: readonly KindSpec[]): readonly KindSpec[] {
  const names = new Set(also.map(kindName))
  const listed = KINDS.filter((kind) => !kind.onDemand && !names.has(kindName(kind)))
  return [...listed, ...named(also), ...unlistedKinds(members.flatMap(({ served }) => served?.resources ?? []))]
}

/** What is asked for by name is asked for wherever it lives: a dark cluster hides it like any other kind. */
const named = (kinds: readonly KindSpec[]): readonly KindSpec[] => kinds.map((kind) => ({ ...kind, onDemand: false }))

async function read(
  fleet: Fleet,
  kinds: readonly KindSpec[],
  { now, namespace, signal, only }: ObserveOptions,
): Promise<Snapshot> {
  const how = { signal, ...(namespace ? { fallbackNamespaces: [namespace] } : {}) }
  const [collection, addresses] = only
    ? await readOnly(fleet, only, kinds, how)
    : await readWithAddresses(fleet, kinds, how)
  return {
    takenAt: now,
    clusters: fleet.members.map(seenCluster),
    resources: collection.objects,
    readings: collection.read,
    gaps: [...fleet.members.flatMap(darkGap), ...collection.gaps],
    addresses,
    ...(fleet.profile?.agents ? { agents: fleet.profile.agents } : {}),
  }
}

type Read = readonly [Collection, Snapshot['addresses']]

const isReadable = (member: Member): member is Member & Readable => member.client !== undefined

async function readOnly(
  fleet: Fleet,
  only: readonly KindSpec[],
  kinds: readonly KindSpec[],
  how: CollectOptions,
): Promise<Read> {
  const collection = await collect(fleet.members.filter(isReadable), kinds, how)
  return [collection, await addressesOf(fleet, collection, crossClusterLinks(collection, only))]
}

/** Where ways lead is asked for as soon as those that show them are read, while others are still on their way. */
async function readWithAddresses(fleet: Fleet, kinds: readonly KindSpec[], how: CollectOptions): Promise<Read> {
  const { asking, taking, over } = shareLists(fleet)
  const collecting = collect(asking.filter(isReadable), kinds, how).finally(over)
  const [collection, { addresses }] = await Promise.all([collecting, addressBook(taking)])
  return [collection, addresses]
}

/** A member as a snapshot tells it. */
export function seenCluster({ cluster, label, config }: Member): SeenCluster {
  return { cluster, label, ...config?.own }
}

/** Where ProviderConfigs, Flux Secrets and registrations lead, all or those named; lists that were read are not read again. */
export async function addressesOf(
  fleet: Fleet,
  collection: Collection,
  ways?: readonly CrossClusterLink[],
): Promise<Snapshot['addresses']> {
  return (await addressBook(withKnownLists(fleet, collection), ways)).addresses
}

/** Where a way leads is read only when something of what was asked for goes it. */
export function crossClusterLinks(
  { objects }: Pick<Collection, 'objects'>,
  kinds: readonly KindSpec[],
): readonly CrossClusterLink[] {
  const specs = new Map(kinds.map((spec) => [kindName(spec), spec]))
  const ways = new Set<CrossClusterLink>()
  for (const { object } of objects)
    collectCrossClusterLinks(
      ways,
      specs.get(kindName({ group: groupOf(object.apiVersion), kind: object.kind })),
      object,
    )
  return [...ways]
}

function darkGap({ label, failure }: Member): Gap[] {
  return failure ? [{ cluster: label, fault: failure.fault, message: failure.message }] : []
}
