// SPDX-License-Identifier: Apache-2.0
import { type Collection, type CollectOptions, collect } from '../cluster/read/collect.ts'
import type { AskableMember } from '../cluster/read/collect-referenced.ts'
import { addressBook } from '../fleet/addresses.ts'
import type { Fleet, Member } from '../fleet/member.ts'
import { buildGraph } from '../graph/build.ts'
import { withCopiedAddresses } from '../graph/copied-addresses.ts'
import { type CrossClusterLink, collectCrossClusterLinks } from '../graph/links.ts'
import { KINDS } from '../kinds/index.ts'
import { unlistedKinds } from '../kinds/openstack/discovered-services.ts'
import type { Check } from '../model/check/check.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Gap } from '../model/landscape/gap.ts'
import type { Scope } from '../model/landscape/scope.ts'
import type { SeenCluster, Snapshot } from '../model/landscape/snapshot.ts'
import { groupOf } from '../model/object/reference.ts'
import type { Resource } from '../model/object/resource.ts'
import { planEvidence, readEvidence, withEvidence } from './evidence.ts'
import { type Judgement, judge } from './judge.ts'
import { scopedMembers } from './members-in-scope.ts'
import { readAll } from './read-snapshot.ts'
import { withKnownLists } from './reuse-lists.ts'
import { shareLists } from './shared-lists.ts'

export interface ObserveOptions {
  readonly now: number
  readonly acceptCached: boolean
  /** Additional kinds: on-demand ones, or a kind in more clusters than usual. */
  readonly also?: readonly KindSpec[]
  /** Read exactly these kinds and resolve their cross-cluster links; links to other kinds are ignored. */
  readonly only?: readonly KindSpec[]
  /** The checks that set states, where `only` limits the kinds; by default those whose kinds were all read. */
  readonly checks?: readonly Check[]
  readonly namespace?: string
  readonly scope: Scope
  readonly signal: AbortSignal
}

export interface Observation extends Judgement {
  readonly snapshot: Snapshot
  readonly kinds: readonly KindSpec[]
  /** What the report is limited to. */
  readonly scope: Scope
  /** Objects followed beside the graph, when a command watches. */
  readonly beside?: readonly Resource[]
}

/** The pipeline: read all clusters concurrently, join, assess. The only place that knows the order. */
export async function observe(whole: Fleet, options: ObserveOptions): Promise<Observation> {
  const fleet = { ...whole, members: await scopedMembers(whole, options.scope) }
  const kinds = kindsToRead(fleet, options)
  const readKinds = async (some: readonly KindSpec[]) => withCopiedAddresses(await read(fleet, some, options), some)
  const snapshot = await readAll(fleet, kinds, readKinds, options.signal)
  const isPartial = options.only !== undefined
  const first = {
    snapshot,
    kinds,
    ...judge({ snapshot, kinds, graph: buildGraph(snapshot, kinds), checks: options.checks, isPartial }, options),
  }
  const plan = isPartial ? undefined : planEvidence(first)
  if (!plan) return { ...first, scope: options.scope }
  const evidence = await readEvidence(fleet.members.filter(isReadable), plan, snapshot, collectOptions(options))
  const more = withEvidence(first, plan, evidence)
  const graph = buildGraph(more.snapshot, more.kinds)
  return { ...more, ...judge({ ...more, graph, checks: options.checks }, options), scope: options.scope }
}

/** In the namespace of the user, where a list of the whole cluster is forbidden. */
export const collectOptions = ({ signal, namespace }: Pick<ObserveOptions, 'signal' | 'namespace'>) => ({
  signal,
  ...(namespace ? { fallbackNamespaces: [namespace] } : {}),
})

export function kindsToRead(
  fleet: Pick<Fleet, 'members'>,
  { only, also }: Pick<ObserveOptions, 'only' | 'also'>,
): readonly KindSpec[] {
  return only ? withoutOnDemand(only) : defaultKinds(fleet, also ?? [])
}

function defaultKinds({ members }: Pick<Fleet, 'members'>, also: readonly KindSpec[]): readonly KindSpec[] {
  const names = new Set(also.map(kindName))
  const listed = KINDS.filter((kind) => !kind.onDemand && !names.has(kindName(kind)))
  return [
    ...listed,
    ...withoutOnDemand(also),
    ...unlistedKinds(members.flatMap(({ served }) => served?.resources ?? [])),
  ]
}

/** Explicitly requested kinds count as read everywhere, so an unreachable cluster is a gap for them, too. */
const withoutOnDemand = (kinds: readonly KindSpec[]): readonly KindSpec[] =>
  kinds.map((kind) => ({ ...kind, onDemand: false }))

async function read(fleet: Fleet, kinds: readonly KindSpec[], observeOptions: ObserveOptions): Promise<Snapshot> {
  const { now, only } = observeOptions
  const options = collectOptions(observeOptions)
  const [collection, addresses] = only
    ? await readOnly(fleet, only, kinds, options)
    : await readWithAddresses(fleet, kinds, options)
  return {
    takenAt: now,
    clusters: fleet.members.map(seenCluster),
    resources: collection.objects,
    readings: collection.read,
    gaps: [...fleet.members.flatMap(unreachableGap), ...collection.gaps],
    addresses,
    ...(fleet.profile?.agents ? { agents: fleet.profile.agents } : {}),
  }
}

type Read = readonly [Collection, Snapshot['addresses']]

const isReadable = (member: Member): member is Member & AskableMember => member.client !== undefined

async function readOnly(
  fleet: Fleet,
  only: readonly KindSpec[],
  kinds: readonly KindSpec[],
  options: CollectOptions,
): Promise<Read> {
  const collection = await collect(fleet.members.filter(isReadable), kinds, options)
  return [collection, await addressesOf(fleet, collection, crossClusterLinks(collection, only))]
}

/** Resolves cross-cluster addresses as soon as the lists that contain them arrive, while other lists are in flight. */
async function readWithAddresses(fleet: Fleet, kinds: readonly KindSpec[], options: CollectOptions): Promise<Read> {
  const { asking, taking, over } = shareLists(fleet)
  const collecting = collect(asking.filter(isReadable), kinds, options).finally(over)
  const [collection, { addresses }] = await Promise.all([collecting, addressBook(taking)])
  return [collection, addresses]
}

export function seenCluster({ cluster, label, config }: Member): SeenCluster {
  return { cluster, label, ...config?.own }
}

/** Resolves ProviderConfigs, Flux Secrets and registrations, all or the given links, reusing lists already read. */
export async function addressesOf(
  fleet: Fleet,
  collection: Collection,
  links?: readonly CrossClusterLink[],
): Promise<Snapshot['addresses']> {
  return (await addressBook(withKnownLists(fleet, collection), links)).addresses
}

/** The kinds of cross-cluster link that these objects use; only those need resolving. */
export function crossClusterLinks(
  { objects }: Pick<Collection, 'objects'>,
  kinds: readonly KindSpec[],
): readonly CrossClusterLink[] {
  const specs = new Map(kinds.map((spec) => [kindName(spec), spec]))
  const links = new Set<CrossClusterLink>()
  for (const { object } of objects)
    collectCrossClusterLinks(
      links,
      specs.get(kindName({ group: groupOf(object.apiVersion), kind: object.kind })),
      object,
    )
  return [...links]
}

function unreachableGap({ label, failure }: Member): Gap[] {
  return failure ? [{ cluster: label, fault: failure.fault, message: failure.message }] : []
}
