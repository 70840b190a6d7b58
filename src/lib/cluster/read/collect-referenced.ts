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

/** A cluster that can also read single objects. */
export type AskableMember = ReadableMember & { readonly client: Pick<ClusterClient, 'served' | 'list' | 'get'> }

/** With more namespaces, one cluster-wide list costs less. */
export const MOST_NAMESPACES = 20

/**
 * Reads kinds by reference, only in namespaces that something references: a list of each namespace or, where that is
 * forbidden, the objects by name. Skips clusters that were unreachable before. Never throws: what cannot be read
 * becomes a gap.
 */
export async function collectReferenced(
  members: readonly AskableMember[],
  kinds: readonly KindSpec[],
  references: ObjectReferences,
  before: Pick<Collection, 'gaps'>,
  signal?: AbortSignal,
): Promise<Collection> {
  const unreachable = new Set(before.gaps.filter(({ kind }) => kind === undefined).map(({ cluster }) => cluster))
  const pairs = members.flatMap((member) => kinds.map((kind) => ({ member, kind })))
  const parts = await Promise.all(
    pairs.map(({ member, kind }) => {
      if (unreachable.has(member.label)) return emptyCollection(member, kind, { outcome: 'failed' })
      return readKind(member, kind, references.get(kindName(kind))?.get(member.label) ?? [], signal)
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
  references: readonly ObjectReference[],
  signal: AbortSignal | undefined,
): Promise<Collection> {
  const namespaces = [...new Set(references.map(({ namespace }) => namespace))].sort()
  if (namespaces.length === 0) return emptyCollection(member, kind, { outcome: 'read', onlyNamespaces: [] })
  const clusterList = namespaces.length > MOST_NAMESPACES ? await listWhole(member.client, kind, signal) : undefined
  if (clusterList !== undefined) return collectionOf(member, kind, { lists: clusterList, isWhole: true })
  const lists = await listNamespaces(member.client, kind, namespaces, signal)
  const forbidden = new Set(lists.failed.filter(({ failure }) => failure.fault === 'forbidden').map((l) => l.namespace))
  const names = await readByName(
    member.client,
    kind,
    references.filter(({ namespace }) => forbidden.has(namespace)),
  )
  return collectionOf(member, kind, { lists, names, isWhole: false })
}

interface Results {
  readonly lists: Answers
  readonly names?: ByName
  readonly isWhole: boolean
}

async function collectionOf(member: ReadableMember, kind: KindSpec, results: Results): Promise<Collection> {
  const { lists, names, isWhole } = results
  if (lists.failed.some(({ failure }) => failure.fault === 'notinstalled'))
    return emptyCollection(member, kind, { outcome: 'notinstalled' })
  const items = [...lists.read.flatMap(({ listing }) => listing.items), ...(names?.objects ?? [])]
  const objects = await withFacts(kind, items)
  const readNames = names?.answered ?? new Map<string, ReadonlySet<string>>()
  const isUnread = lists.read.length === 0 && readNames.size === 0
  const about = { cluster: member.label, kind: kindName(kind) }
  const [first] = lists.read
  const reading: CollectedKind = {
    ...about,
    outcome: isUnread ? 'failed' : 'read',
    count: objects.length,
    ...(first ? { apiVersion: first.listing.apiVersion, verified: first.listing.verified } : {}),
    ...(isWhole || isUnread ? {} : { onlyNamespaces: lists.read.map(({ namespace }) => namespace) }),
    ...(readNames.size > 0 ? { onlyNames: readNames } : {}),
  }
  return {
    objects: objects.map((object) => ({ cluster: member.cluster, object })),
    gaps: gapsOf(results, isUnread).map((gap) => ({ ...about, ...gap })),
    read: [reading],
  }
}

type GapDetails = Pick<Gap, 'namespace' | 'fault' | 'message'>

function gapsOf({ lists, names }: Results, isUnread: boolean): readonly GapDetails[] {
  const failed = lists.failed.filter(({ failure }) => failure.fault !== 'forbidden')
  const refused = names?.refused ?? []
  const inLists = lists.read.flatMap(({ listing }) => listing.failures)
  const [firstFailure] = [...failed.map(({ failure }) => failure), ...refused]
  // When nothing was readable, one gap is enough.
  if (isUnread && firstFailure !== undefined) return [toGapDetails({ ...firstFailure, namespace: undefined })]
  return [
    ...[...inLists, ...failed.map(({ failure }) => failure), ...refused].map(toGapDetails),
    ...(names?.left ? [{ fault: names.left.fault, message: describeFailure(names.left) }] : []),
  ]
}

function toGapDetails(failure: Omit<Failure, 'namespace'> & { readonly namespace?: string | undefined }): GapDetails {
  const { namespace, ...rest } = failure
  const where = namespace === undefined ? {} : { namespace }
  return { ...where, fault: failure.fault, message: describeFailure({ ...rest, ...where }) }
}

function emptyCollection(
  member: ReadableMember,
  kind: KindSpec,
  reading: Pick<CollectedKind, 'outcome' | 'onlyNamespaces'>,
): Collection {
  return { objects: [], gaps: [], read: [{ cluster: member.label, kind: kindName(kind), count: 0, ...reading }] }
}

/** Sequential, to hold only one document in memory. */
async function withFacts(kind: KindSpec, items: readonly KubeObject[]): Promise<readonly KubeObject[]> {
  return kindName(kind) === 'Secret' ? inParallel(items, 1, withSecretFacts) : items
}
