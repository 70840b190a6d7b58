// SPDX-License-Identifier: Apache-2.0

import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import type { Failure } from '../../model/landscape/fault.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { ObjectReference, ObjectReferences } from '../../model/landscape/object-reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { inParallel } from '../parallel.ts'
import { withSecretFacts } from '../secrets/facts/secret-facts.ts'
import type { ClusterClient } from '../types.ts'
import type { CollectedKind, Collection, ReadableMember } from './collect.ts'
import { type Answers, listNamespaces, listWhole } from './referenced-lists.ts'
import { type ByName, readByName } from './referenced-names.ts'

/** A cluster that may be asked for single objects too. */
export type AskableMember = ReadableMember & { readonly client: Pick<ClusterClient, 'served' | 'list' | 'get'> }

/** With more namespaces than this one list of the whole cluster is less to ask for. */
export const MOST_NAMESPACES = 20

/**
 * Reads objects of private kinds only where something refers to one: a list of each namespace; where that is forbidden,
 * the objects by name. Clusters that were found dark before are not asked again. Never throws: what cannot be read is
 * a gap.
 */
export async function collectReferenced(
  members: readonly AskableMember[],
  kinds: readonly KindSpec[],
  mentions: ObjectReferences,
  before: Pick<Collection, 'gaps'>,
  signal?: AbortSignal,
): Promise<Collection> {
  const dark = new Set(before.gaps.filter(({ kind }) => kind === undefined).map(({ cluster }) => cluster))
  const pairs = members.flatMap((member) => kinds.map((kind) => ({ member, kind })))
  const parts = await Promise.all(
    pairs.map(({ member, kind }) => {
      if (dark.has(member.label)) return nothing(member, kind, { outcome: 'failed' })
      return readKind(member, kind, mentions.get(kindName(kind))?.get(member.label) ?? [], signal)
    }),
  )
  return {
    objects: parts.flatMap(({ objects }) => objects),
    gaps: parts.flatMap(({ gaps }) => gaps),
    read: parts.flatMap(({ read }) => read),
  }
}

async function readKind(
  member: AskableMember,
  kind: KindSpec,
  mentions: readonly ObjectReference[],
  signal: AbortSignal | undefined,
): Promise<Collection> {
  const namespaces = [...new Set(mentions.map(({ namespace }) => namespace))].sort()
  if (namespaces.length === 0) return nothing(member, kind, { outcome: 'read', onlyNamespaces: [] })
  const whole = namespaces.length > MOST_NAMESPACES ? await listWhole(member.client, kind, signal) : undefined
  if (whole !== undefined) return collectionOf(member, kind, { lists: whole, isWhole: true })
  const lists = await listNamespaces(member.client, kind, namespaces, signal)
  const closed = new Set(lists.failed.filter(({ failure }) => failure.fault === 'forbidden').map((l) => l.namespace))
  const names = await readByName(
    member.client,
    kind,
    mentions.filter(({ namespace }) => closed.has(namespace)),
  )
  return collectionOf(member, kind, { lists, names, isWhole: false })
}

interface Got {
  readonly lists: Answers
  readonly names?: ByName
  readonly isWhole: boolean
}

async function collectionOf(member: ReadableMember, kind: KindSpec, got: Got): Promise<Collection> {
  const { lists, names, isWhole } = got
  if (lists.failed.some(({ failure }) => failure.fault === 'notinstalled'))
    return nothing(member, kind, { outcome: 'notinstalled' })
  const items = [...lists.read.flatMap(({ listing }) => listing.items), ...(names?.objects ?? [])]
  const objects = await toldFacts(kind, items)
  const asked = names?.answered ?? new Map<string, ReadonlySet<string>>()
  const isLost = lists.read.length === 0 && asked.size === 0
  const about = { cluster: member.label, kind: kindName(kind) }
  const [first] = lists.read
  const reading: CollectedKind = {
    ...about,
    outcome: isLost ? 'failed' : 'read',
    count: objects.length,
    ...(first ? { apiVersion: first.listing.apiVersion, verified: first.listing.verified } : {}),
    ...(isWhole || isLost ? {} : { onlyNamespaces: lists.read.map(({ namespace }) => namespace) }),
    ...(asked.size > 0 ? { onlyNames: asked } : {}),
  }
  return {
    objects: objects.map((object) => ({ cluster: member.cluster, object })),
    gaps: gapsOf(got, isLost).map((gap) => ({ ...about, ...gap })),
    read: [reading],
  }
}

type Part = Pick<Gap, 'namespace' | 'fault' | 'message'>

function gapsOf({ lists, names }: Got, isLost: boolean): readonly Part[] {
  const broken = lists.failed.filter(({ failure }) => failure.fault !== 'forbidden')
  const refused = names?.refused ?? []
  const inLists = lists.read.flatMap(({ listing }) => listing.failures)
  const [worst] = [...broken.map(({ failure }) => failure), ...refused]
  // One line is enough where nothing at all was let out: more names would not have been either.
  if (isLost && worst !== undefined) return [toPart({ ...worst, namespace: undefined })]
  return [
    ...[...inLists, ...broken.map(({ failure }) => failure), ...refused].map(toPart),
    ...(names?.left ? [{ fault: names.left.fault, message: describeFailure(names.left) }] : []),
  ]
}

function toPart(failure: Omit<Failure, 'namespace'> & { readonly namespace?: string | undefined }): Part {
  const { namespace, ...rest } = failure
  const where = namespace === undefined ? {} : { namespace }
  return { ...where, fault: failure.fault, message: describeFailure({ ...rest, ...where }) }
}

function nothing(
  member: ReadableMember,
  kind: KindSpec,
  how: Pick<CollectedKind, 'outcome' | 'onlyNamespaces'>,
): Collection {
  return { objects: [], gaps: [], read: [{ cluster: member.label, kind: kindName(kind), count: 0, ...how }] }
}

/** One by one: many documents at once would only hold memory. */
async function toldFacts(kind: KindSpec, items: readonly KubeObject[]): Promise<readonly KubeObject[]> {
  return kindName(kind) === 'Secret' ? inParallel(items, 1, withSecretFacts) : items
}
