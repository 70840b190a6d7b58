// SPDX-License-Identifier: Apache-2.0
// Failures of External Secrets: all conditions read the same, only Events contain the cause.

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

/** In minutes: a sync that fails for longer will not recover by itself. */
const RETRY_MINUTES = 2

/** True if a store, an ExternalSecret or a PushSecret has reported a failure for a while. */
export function isFailing(node: GraphNode, now: number): boolean {
  const ready = conditionOf(node, 'Ready')
  return isStatusCurrent(node) && ready?.status === 'False' && hasLastedFor(ready.since, RETRY_MINUTES, now)
}

export const storesOf = (context: CheckContext, node: GraphNode): readonly GraphNode[] =>
  STORES.flatMap((kind) => context.out(node, kind))

export const readersOf = (context: CheckContext, store: GraphNode): readonly GraphNode[] =>
  context.into(store, EXTERNAL_SECRET).filter(({ object }) => object)

/** Provider errors about one path, not about the store. */
const ABOUT_PATH = /does not exist|not found|cannot find secret data|no such/i
/** Provider errors about the store, whatever the path. */
const ABOUT_STORE = /unauthorized|connection refused|no such host|x509|i\/o timeout|deadline exceeded|sealed|503/i

/** The latest Event message about why an object failed. */
export function lastWarning(context: CheckContext, node: GraphNode): string | undefined {
  return context
    .events(node)
    .find(({ reason }) => /^(UpdateFailed|Errored|InvalidProviderConfig|Validation)/.test(reason))?.message
}

/** Thousands of objects may use one store: evaluate each store once per check context. */
const UNPROVEN_CACHE = new WeakMap<CheckContext, Map<NodeId, boolean>>()

/** True for a store that reports Ready although no successful read confirms it. */
export function isUnproven(context: CheckContext, store: GraphNode): boolean {
  const cache = UNPROVEN_CACHE.get(context) ?? new Map<NodeId, boolean>()
  UNPROVEN_CACHE.set(context, cache)
  const result = cache.get(store.id) ?? evaluateStore(context, store)
  cache.set(store.id, result)
  return result
}

function evaluateStore(context: CheckContext, store: GraphNode): boolean {
  const ready = conditionOf(store, 'Ready')
  if (!isStatusCurrent(store) || ready?.status !== 'True' || !hasLastedFor(ready.since, RETRY_MINUTES, context.now))
    return false
  // If not all readers are visible, an unseen one may have read successfully.
  if (!context.isRead(EXTERNAL_SECRET, store.cluster, store.namespace)) return false
  const readers = readersOf(context, store)
  if (readers.some((reader) => conditionOf(reader, 'Ready')?.reason === 'SecretSynced')) return false
  if (ready.reason === 'ValidationUnknown') return true
  if (readers.length === 0 || !readers.every((reader) => isFailing(reader, context.now))) return false
  const warnings = readers.map((reader) => lastWarning(context, reader))
  if (warnings.some((text) => text !== undefined && ABOUT_STORE.test(text))) return true
  // A single failing reader may have a wrong path; if several fail, the store is what they share.
  return readers.length > 1 && warnings.every((text) => text === undefined || !ABOUT_PATH.test(text))
}

/** True if the store causes the problem of the object. */
export function isStoresFault(context: CheckContext, node: GraphNode): boolean {
  return storesOf(context, node).some(
    (store) => store.source !== 'live' || isFailing(store, context.now) || isUnproven(context, store),
  )
}

/** True for an ExternalSecret that cannot read; failures to write its Secret have other messages. */
export const isUnreadable = (reader: GraphNode, now: number): boolean =>
  isFailing(reader, now) && /from provider/.test(conditionOf(reader, 'Ready')?.message ?? '')

/** True if neither the writer of its path nor a server shared with a store explains the failure. */
export const isItsOwnFault = (context: CheckContext, reader: GraphNode): boolean =>
  storesOf(context, reader).length > 0 && !context.out(reader, PUSH_SECRET).some((push) => isFailing(push, context.now))

export function warningProofs(context: CheckContext, node: GraphNode): readonly FindingEvidence[] {
  const [event] = context.events(node)
  if (!event) return []
  const since = event.first ? { since: event.first } : {}
  return [{ on: node, path: `events[${event.reason}]`, value: event.message, ...since }]
}

/** Makes External Secrets sync now instead of after its interval. */
export const forceSync = (node: GraphNode, now: number): NextStep =>
  kubectl(
    node,
    'annotate',
    ...objectArgs(`${node.spec?.plural ?? 'externalsecrets'}.external-secrets.io`, node.name),
    `force-sync=${Math.floor(now / 1000)}`,
    '--overwrite',
  )

export const targetSecretName = (reader: GraphNode): string => textAt(reader.object, 'spec.target.name') ?? reader.name

/** The paths that an ExternalSecret reads, as written. */
export const pathsOf = ({ object }: GraphNode): readonly string[] => [
  ...new Set(
    [
      ...listAt(object, 'spec.data').map((entry) => textAt(entry, 'remoteRef.key')),
      ...listAt(object, 'spec.dataFrom').map((entry) => textAt(entry, 'extract.key')),
    ].flatMap((path) => path ?? []),
  ),
]
