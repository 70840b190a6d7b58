// SPDX-License-Identifier: Apache-2.0
import { objectName, type PlanStep, type Reason } from '../../model/plan/plan.ts'
import { keepsKeys } from '../shared/eso-chain.ts'
import { esoSteps } from '../shared/eso-refresh.ts'
import { secretStep } from '../shared/secret-copy.ts'
import { refused, type SyncJob, type SyncOptions, secretAt } from '../shared/sync-job.ts'
import type { CephLandscape, ObjectInCluster, SecretPlace, SecretReadings, UnreadSecret } from './landscape.ts'
import { cephSource } from './source.ts'
import { type CephTarget, clientId, wantedKeys } from './targets.ts'

/** What copying keys to these targets takes: one step per object, complete, nothing read or written. */
export function planCephSync(
  landscape: CephLandscape,
  targets: readonly CephTarget[],
  secrets: SecretReadings,
  options: SyncOptions,
): readonly PlanStep[] {
  const steps = targets.flatMap((target) => stepsOf(landscape, target, secrets, options))
  // several targets may be fed by one PushSecret
  return [...new Map(steps.map((step) => [step.id, step])).values()]
}

function stepsOf(
  landscape: CephLandscape,
  target: CephTarget,
  secrets: SecretReadings,
  options: SyncOptions,
): readonly PlanStep[] {
  const [client, ...others] = target.clients
  const at = secretAt(target.secret)
  if (!client) return [refused(at, aboutTarget(target), [{ text: 'no CephClient is known whose key it should hold' }])]
  const about = aboutTarget(target, client)
  if (others.length > 0)
    return [refused(at, about, [{ text: `several clients may be meant: ${target.clients.map(clientId).join(', ')}` }])]
  const keys = wantedKeys(target)
  if (!keys) return [refused(at, about, [shapeReason(target)])]
  const named = options.named.has(clientId(client))
  const { source, reasons } = cephSource(client, secrets, { named, forceCaps: options.forceCaps, pools: target.pools })
  const blind = options.assumeUnmanaged ? [] : blindReasons(landscape, target.secret)
  const all = [...namespaceReasons(landscape, target.secret), ...blind, ...reasons]
  if (!source || all.length > 0) return [refused(at, about, all)]
  const job: SyncJob = { landscape, target, client, source, keys, at, about, secrets, options }
  return target.chain && keepsKeys(target.chain, keys) ? esoSteps(job, target.chain) : [secretStep(job)]
}

function aboutTarget({ consumers }: CephTarget, client?: ObjectInCluster): string {
  const users = [
    ...new Set(consumers.map(({ kind, name }) => (kind.toLowerCase() === name ? kind : `${kind} ${name}`))),
  ]
  const key = client ? `key of CephClient ${client.object.metadata.name} on ${client.cluster}` : 'a Ceph key'
  return users.length > 0 ? `${key} for ${users.join(', ')}` : key
}

function shapeReason({ keys, consumers }: CephTarget): Reason {
  const odd = keys.filter((key) => key !== 'userKey' && key !== 'key')
  const [reader] = consumers
  return {
    text: `its consumer reads ${odd.join(', ')}${reader ? ` (${objectName(reader)} ${reader.path})` : ''}: only userID with userKey, or key, are known shapes`,
    hint: 'correct the reference, or write this Secret by a template of its ExternalSecret',
  }
}

function namespaceReasons(
  { namespaces, unread }: CephLandscape,
  { cluster, namespace }: SecretPlace,
): readonly Reason[] {
  if (unread.some((gap) => gap.cluster === cluster && gap.kind === 'Namespace')) return []
  const found = namespaces.find((each) => each.cluster === cluster && each.object.metadata.name === namespace)
  if (!found)
    return [
      {
        text: `namespace ${namespace} is missing on ${cluster}`,
        hint: 'it is made by whoever makes the control plane',
      },
    ]
  return found.object.metadata.deletionTimestamp
    ? [{ text: `namespace ${namespace} on ${cluster} is being deleted` }]
    : []
}

/** Kinds that would tell who keeps the target. */
const KEEPERS = [
  'ExternalSecret.external-secrets.io',
  'Object.kubernetes.crossplane.io',
  'Object.kubernetes.m.crossplane.io',
]

/** What could not be read and would tell who keeps this Secret. */
export function keeperGaps({ unread, clusters }: CephLandscape, { cluster }: SecretPlace): readonly UnreadSecret[] {
  const managing = new Set(
    clusters.filter(({ roles }) => roles.some(({ role }) => role === 'management')).map(({ label }) => label),
  )
  return unread.filter(
    (gap) =>
      KEEPERS.includes(gap.kind) &&
      (gap.kind.startsWith('Object') ? managing.has(gap.cluster) : gap.cluster === cluster),
  )
}

const blindReasons = (landscape: CephLandscape, secret: SecretPlace): readonly Reason[] =>
  keeperGaps(landscape, secret).map((gap) => ({
    text: `who keeps it cannot be told: ${gap.kind.split('.')[0]} on ${gap.cluster} could not be read (${gap.message})`,
    hint: '--assume-unmanaged if you know that nobody does',
  }))
