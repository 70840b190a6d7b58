// SPDX-License-Identifier: Apache-2.0
import { FIELD_MANAGER, managersOf, owns } from '../../model/object/field-manager.ts'
import { textAt } from '../../model/object/fields.ts'
import { groupOf } from '../../model/object/reference.ts'
import { type ObjectAt, objectName, type PlanStep, type Reason, stepId } from '../../model/plan/plan.ts'
import { type ObjectInCluster, secretKey } from '../ceph-secrets/landscape.ts'
import type { EsoChain } from './eso-chain.ts'
import { copiedValues, isSame, seenOf, shown, unchanged } from './secret-copy.ts'
import { readingOf, refused, type SyncJob } from './sync-job.ts'

/** The target is managed by External Secrets: trigger its push and sync, then compare the Secret. */
export function esoSteps(job: SyncJob, chain: EsoChain): readonly PlanStep[] {
  const { target, source, keys, secrets, at, about } = job
  const keeper = objectName({ ...EXTERNAL, ...chain.external.object.metadata })
  const reading = readingOf(secrets, target.secret)
  if (!reading || reading.state === 'unread')
    return [refused(at, about, [{ text: `it could not be read: ${reading?.message ?? 'not asked for'}` }])]
  if (reading.state === 'read' && isSame(reading.facts, keys, source)) return [unchanged(job, [`kept by ${keeper}`])]
  const pushes = chain.pushes.filter((each) => secretKey(each.source) === secretKey(source.place))
  const reasons = keeperReasons(job, chain, pushes.length)
  if (reasons.length > 0) return [refused(at, about, reasons)]
  const before = reading.state === 'read' ? reading.facts : undefined
  const values = copiedValues(keys, source)
  const pushSteps = pushes.map(({ push }) =>
    refreshStep(push, PUSH, `pushes the key of CephClient ${job.client.object.metadata.name}`),
  )
  const last = pushSteps.at(-1)
  return [
    ...pushSteps,
    {
      ...refreshStep(chain.external, EXTERNAL, about),
      ...(last ? { after: last.id } : {}),
      changes: values.map(({ key }) => {
        const was = before?.values[key]
        return { path: `Secret ${at.name}: data.${key}`, ...(was ? { from: shown(was) } : {}), to: shown(source.value) }
      }),
      notes: ['it keeps this Secret: it is asked to sync, then the Secret is compared'],
      expects: { secret: at, values },
    },
  ]
}

function keeperReasons(
  { source, landscape }: SyncJob,
  { external, pushes }: EsoChain,
  ourPushes: number,
): readonly Reason[] {
  const { object } = external
  const name = objectName({ ...EXTERNAL, ...object.metadata })
  const policy = textAt(object, 'spec.refreshPolicy')
  const unreadPushSecrets = landscape.unread.find(
    ({ cluster, kind }) => cluster === source.place.cluster && kind === 'PushSecret.external-secrets.io',
  )
  return [
    ...(object.metadata.deletionTimestamp ? [{ text: `${name} keeps it and is being deleted` }] : []),
    ...(policy === 'CreatedOnce'
      ? [{ text: `${name} keeps it and reads only once (refreshPolicy CreatedOnce)`, hint: 'change its refreshPolicy' }]
      : []),
    ...(textAt(object, 'spec.target.creationPolicy') === 'None'
      ? [
          {
            text: `${name} names it and writes nothing (creationPolicy None)`,
            hint: 'change its creationPolicy, or remove it',
          },
        ]
      : []),
    ...(ourPushes > 0
      ? []
      : [
          {
            text: `${name} keeps it, and ${unreadPushSecrets ? `PushSecrets on ${unreadPushSecrets.cluster} could not be read (${unreadPushSecrets.message})` : pushes.length > 0 ? 'what it reads is pushed from another Secret' : 'nothing that is known pushes what it reads'}`,
            hint: `make a PushSecret for Secret ${source.place.namespace}/${source.place.name} on ${source.place.cluster}`,
          },
        ]),
  ]
}

/** Any changed annotation makes External Secrets sync; this one is from its documentation. */
const FORCE_SYNC = 'force-sync'
const OWN_FORCE_SYNC = 'c5c3.io/force-sync'

function refreshStep(
  { cluster, object }: ObjectInCluster,
  kind: { kind: string; plural: string },
  about: string,
): PlanStep {
  const isOwnedByOther = managersOf(object).some(
    (manager) => manager.manager !== FIELD_MANAGER && owns(manager, ['metadata', 'annotations', FORCE_SYNC]),
  )
  const { name, namespace } = object.metadata
  const target: ObjectAt = {
    cluster,
    group: groupOf(object.apiVersion),
    version: object.apiVersion.split('/').at(-1) ?? '',
    ...kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
  }
  return {
    id: stepId(target),
    action: 'refresh',
    target,
    about,
    seen: seenOf(object),
    manifest: {},
    // Do not take over an annotation that another manager owns.
    stamps: { [isOwnedByOther ? OWN_FORCE_SYNC : FORCE_SYNC]: 'time' },
    values: [],
    changes: [],
    reasons: [],
    notes: [],
    acknowledged: 'synced',
  }
}

const EXTERNAL = { kind: 'ExternalSecret', plural: 'externalsecrets' }
const PUSH = { kind: 'PushSecret', plural: 'pushsecrets' }
