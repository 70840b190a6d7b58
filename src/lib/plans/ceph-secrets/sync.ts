// SPDX-License-Identifier: Apache-2.0
import { objectName, type PlanStep, type Reason } from '../../model/plan/plan.ts'
import { keepsKeys } from '../shared/eso-chain.ts'
import { esoSteps } from '../shared/eso-refresh.ts'
import { secretStep } from '../shared/secret-copy.ts'
import { refused, type SyncJob, type SyncOptions, secretAt } from '../shared/sync-job.ts'
import type { CephLandscape, ObjectInCluster, SecretPlace, SecretReadings, UnreadSecret } from './landscape.ts'
import { cephSource } from './source.ts'
import { type CephTarget, clientId, wantedKeys } from './targets.ts'

/** Plans the steps that copy keys to these targets, one per object; reads and writes nothing. */
export function planCephSync(
  landscape: CephLandscape,
  targets: readonly CephTarget[],
  secrets: SecretReadings,
  options: SyncOptions,
): readonly PlanStep[] {
  const steps = targets.flatMap((target) => stepsOf(landscape, target, secrets, options))
  // One PushSecret may feed several targets.
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
  if (!client)
    return [refused(at, describeTarget(target), [{ text: 'no CephClient is known whose key it should hold' }])]
  const about = describeTarget(target, client)
  if (others.length > 0)
    return [refused(at, about, [{ text: `several clients may be meant: ${target.clients.map(clientId).join(', ')}` }])]
  const keys = wantedKeys(target)
  if (!keys) return [refused(at, about, [shapeReason(target)])]
  const named = options.named.has(clientId(client))
  const { source, reasons } = cephSource(client, secrets, { named, forceCaps: options.forceCaps, pools: target.pools })
  const unreadReasons = options.assumeUnmanaged ? [] : keeperGapReasons(landscape, target.secret)
  const allReasons = [...namespaceReasons(landscape, target.secret), ...unreadReasons, ...reasons]
  if (!source || allReasons.length > 0) return [refused(at, about, allReasons)]
  const job: SyncJob = { landscape, target, client, source, keys, at, about, secrets, options }
  return target.chain && keepsKeys(target.chain, keys) ? esoSteps(job, target.chain) : [secretStep(job)]
}

function describeTarget({ consumers }: CephTarget, client?: ObjectInCluster): string {
  const users = [
    ...new Set(consumers.map(({ kind, name }) => (kind.toLowerCase() === name ? kind : `${kind} ${name}`))),
  ]
  const key = client ? `key of CephClient ${client.object.metadata.name} on ${client.cluster}` : 'a Ceph key'
  return users.length > 0 ? `${key} for ${users.join(', ')}` : key
}

function shapeReason({ keys, consumers }: CephTarget): Reason {
  const unsupported = keys.filter((key) => key !== 'userKey' && key !== 'key')
  const [reader] = consumers
  return {
    text: `its consumer reads ${unsupported.join(', ')}${reader ? ` (${objectName(reader)} ${reader.path})` : ''}: only userID with userKey, or key, are known shapes`,
    hint: 'correct the reference, or write this Secret by a template of its ExternalSecret',
  }
}

function namespaceReasons(
  { namespaces, unread }: CephLandscape,
  { cluster, namespace }: SecretPlace,
): readonly Reason[] {
  if (unread.some((gap) => gap.cluster === cluster && gap.kind === 'Namespace')) return []
  const namespaceObject = namespaces.find((each) => each.cluster === cluster && each.object.metadata.name === namespace)
  if (!namespaceObject)
    return [
      {
        text: `namespace ${namespace} is missing on ${cluster}`,
        hint: 'it is made by whoever makes the control plane',
      },
    ]
  return namespaceObject.object.metadata.deletionTimestamp
    ? [{ text: `namespace ${namespace} on ${cluster} is being deleted` }]
    : []
}

/** The unread kinds that could show a controller of this Secret. */
export function keeperGaps({ unread, clusters }: CephLandscape, { cluster }: SecretPlace): readonly UnreadSecret[] {
  const managementClusters = new Set(
    clusters.filter(({ roles }) => roles.some(({ role }) => role === 'management')).map(({ label }) => label),
  )
  return unread.filter(
    (gap) =>
      KEEPER_KINDS.includes(gap.kind) &&
      (gap.kind.startsWith('Object') ? managementClusters.has(gap.cluster) : gap.cluster === cluster),
  )
}

const keeperGapReasons = (landscape: CephLandscape, secret: SecretPlace): readonly Reason[] =>
  keeperGaps(landscape, secret).map((gap) => ({
    text: `who keeps it cannot be told: ${gap.kind.split('.')[0]} on ${gap.cluster} could not be read (${gap.message})`,
    hint: '--assume-unmanaged if you know that nobody does',
  }))

/** Kinds that show which controller manages the target. */
const KEEPER_KINDS = [
  'ExternalSecret.external-secrets.io',
  'Object.kubernetes.crossplane.io',
  'Object.kubernetes.m.crossplane.io',
]
