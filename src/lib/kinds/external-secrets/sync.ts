// SPDX-License-Identifier: Apache-2.0
// How External Secrets tells that it cannot do its work: every failure reads the same, the cause stands in Events.

import { hasLastedFor, isStatusCurrent } from '../../model/check/age.ts'
import type { CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf } from '../../model/check/evidence.ts'
import { kubectl, type NextStep } from '../../model/check/next-step.ts'
import type { GraphNode, NodeId } from '../../model/graph/graph.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'

export const EXTERNAL_SECRET = 'ExternalSecret.external-secrets.io'
export const PUSH_SECRET = 'PushSecret.external-secrets.io'
export const STORES: readonly string[] = ['SecretStore.external-secrets.io', 'ClusterSecretStore.external-secrets.io']
export const GENERATOR = 'VaultDynamicSecret.generators.external-secrets.io'

/** A sync that has failed for this many minutes is not about to work. */
const PATIENCE = 2

/** True when a store, a reader or a writer has said for a while that it does not work. */
export function isFailing(node: GraphNode, now: number): boolean {
  const ready = conditionOf(node, 'Ready')
  return isStatusCurrent(node) && ready?.status === 'False' && hasLastedFor(ready.since, PATIENCE, now)
}

/** The stores that something reads from or writes to, missing ones included. */
export const storesOf = (sight: CheckContext, node: GraphNode): readonly GraphNode[] =>
  STORES.flatMap((kind) => sight.out(node, kind))

/** Who reads from a store. */
export const readersOf = (sight: CheckContext, store: GraphNode): readonly GraphNode[] =>
  sight.into(store, EXTERNAL_SECRET).filter(({ object }) => object)

/** Words of a provider that speak of one path, not of the store. */
const ABOUT_PATH = /does not exist|not found|cannot find secret data|no such/i
/** Words that speak of the store, whatever the path. */
const ABOUT_STORE = /unauthorized|connection refused|no such host|x509|i\/o timeout|deadline exceeded|sealed|503/i

/** The last thing that was said about why an object failed. */
export function lastWarning(sight: CheckContext, node: GraphNode): string | undefined {
  return sight
    .events(node)
    .find(({ reason }) => /^(UpdateFailed|Errored|InvalidProviderConfig|Validation)/.test(reason))?.message
}

/** Thousands may read from one store: whether it is to blame is found out once. */
const JUDGED = new WeakMap<CheckContext, Map<NodeId, boolean>>()

/** True for a store that calls itself ready while nothing that was read through it says so. */
export function isUnproven(sight: CheckContext, store: GraphNode): boolean {
  const judged = JUDGED.get(sight) ?? new Map<NodeId, boolean>()
  JUDGED.set(sight, judged)
  const known = judged.get(store.id) ?? judgeStore(sight, store)
  judged.set(store.id, known)
  return known
}

function judgeStore(sight: CheckContext, store: GraphNode): boolean {
  const ready = conditionOf(store, 'Ready')
  if (!isStatusCurrent(store) || ready?.status !== 'True' || !hasLastedFor(ready.since, PATIENCE, sight.now))
    return false
  // One that was read from by somebody we could not see is proven.
  if (!sight.isRead(EXTERNAL_SECRET, store.cluster, store.namespace)) return false
  const readers = readersOf(sight, store)
  if (readers.some((reader) => conditionOf(reader, 'Ready')?.reason === 'SecretSynced')) return false
  if (ready.reason === 'ValidationUnknown') return true
  if (readers.length === 0 || !readers.every((reader) => isFailing(reader, sight.now))) return false
  const words = readers.map((reader) => lastWarning(sight, reader))
  if (words.some((text) => text !== undefined && ABOUT_STORE.test(text))) return true
  // One that fails may have a path of its own; when all of several do, the store is what they share.
  return readers.length > 1 && words.every((text) => text === undefined || !ABOUT_PATH.test(text))
}

/** True when what is wrong with a reader or writer is wrong with its store. */
export function isStoresFault(sight: CheckContext, node: GraphNode): boolean {
  return storesOf(sight, node).some(
    (store) => store.source !== 'live' || isFailing(store, sight.now) || isUnproven(sight, store),
  )
}

/** True for an ExternalSecret that cannot read; one that cannot write its Secret says so in other words. */
export const isUnreadable = (reader: GraphNode, now: number): boolean =>
  isFailing(reader, now) && /from provider/.test(conditionOf(reader, 'Ready')?.message ?? '')

/** True when neither who writes its path nor a server it shares with a store explains that a reader cannot read. */
export const isItsOwnFault = (sight: CheckContext, reader: GraphNode): boolean =>
  storesOf(sight, reader).length > 0 && !sight.out(reader, PUSH_SECRET).some((push) => isFailing(push, sight.now))

/** What an Event says about an object, as evidence. */
export function warningProofs(sight: CheckContext, node: GraphNode): readonly FindingEvidence[] {
  const [event] = sight.events(node)
  if (!event) return []
  const since = event.first ? { since: event.first } : {}
  return [{ on: node, path: `events[${event.reason}]`, value: event.message, ...since }]
}

/** Has External Secrets look again now instead of after its interval. */
export const forceSync = (node: GraphNode, now: number): NextStep =>
  kubectl(
    node,
    'annotate',
    ...objectArgs(`${node.spec?.plural ?? 'externalsecrets'}.external-secrets.io`, node.name),
    `force-sync=${Math.floor(now / 1000)}`,
    '--overwrite',
  )

/** The name of the Secret an ExternalSecret makes. */
export const targetSecretName = (reader: GraphNode): string => textAt(reader.object, 'spec.target.name') ?? reader.name

/** The paths an ExternalSecret reads, as they are written. */
export const pathsOf = ({ object }: GraphNode): readonly string[] => [
  ...new Set(
    [
      ...listAt(object, 'spec.data').map((entry) => textAt(entry, 'remoteRef.key')),
      ...listAt(object, 'spec.dataFrom').map((entry) => textAt(entry, 'extract.key')),
    ].flatMap((path) => path ?? []),
  ),
]
