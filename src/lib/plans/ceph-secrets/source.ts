// SPDX-License-Identifier: Apache-2.0
import { capsCover, cephUser, isCephAdmin, isSecretRemoved } from '../../kinds/rook/client-secret.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { type CephValueFacts, KEY_PROBLEMS, type KeyState, sourceKey } from '../../model/plan/ceph-key-states.ts'
import { objectName, type Reason } from '../../model/plan/plan.ts'
import { type ObjectInCluster, type SecretPlace, type SecretReadings, secretKey } from './landscape.ts'
import { sourcePlace } from './targets.ts'

/** A client's key and where it is copied from. */
export interface CephKeySource {
  readonly place: SecretPlace
  readonly uid: string
  readonly key: string
  readonly value: CephValueFacts
  readonly user: string
}

export interface SourceOptions {
  /** The client was named on the command line. */
  readonly named: boolean
  readonly forceCaps: boolean
  /** RBD pools that the consumers use. */
  readonly pools: readonly string[]
}

/** The key of a client, or all reasons not to copy it. */
export function cephSource(
  client: ObjectInCluster,
  secrets: SecretReadings,
  options: SourceOptions,
): { readonly source?: CephKeySource; readonly reasons: readonly Reason[] } {
  const place = sourcePlace(client)
  const reading = secrets.get(secretKey(place))
  const what = `${objectName({ kind: 'Secret', ...place })} on ${place.cluster}`
  const reasons = clientReasons(client.object, options)
  if (!reading || reading.state === 'unread')
    return { reasons: [...reasons, { text: `${what} could not be read: ${reading?.message ?? 'not asked for'}` }] }
  if (reading.state === 'missing')
    return {
      reasons: [...reasons, { text: `${what} is missing`, hint: 'look at the CephClient and the Rook operator' }],
    }
  const { object, facts } = reading
  const user = cephUser(client.object)
  const key = sourceKey(facts, user)
  const value = key === undefined ? undefined : facts.values[key]
  const allReasons = [
    ...reasons,
    ...originReasons(object, client.object, what),
    ...(facts.userId !== undefined && facts.userId !== user
      ? [{ text: `${what} is for user ${facts.userId || '(empty)'}, the client is ${user}` }]
      : []),
    ...(value === undefined
      ? [{ text: `${what} has neither userKey nor ${user}`, hint: 'Rook writes both: look at its operator' }]
      : keyReasons(what, key ?? '', value.state)),
  ]
  if (allReasons.length > 0 || key === undefined || value === undefined) return { reasons: allReasons }
  return { source: { place, uid: object.metadata.uid ?? '', key, value, user }, reasons: [] }
}

function clientReasons(client: KubeObject, { named, forceCaps, pools }: SourceOptions): readonly Reason[] {
  const phase = textAt(client, 'status.phase')
  const uncovered = forceCaps ? [] : pools.filter((pool) => !capsCover(client, pool))
  const caps = textAt(client, 'spec.caps.osd') ?? ''
  return [
    ...(isCephAdmin(client) && !named
      ? [
          {
            text: 'it is the admin key, which is copied only when it is named',
            hint: `ceph-secrets sync ${client.metadata.name}`,
          },
        ]
      : []),
    ...(client.metadata.deletionTimestamp ? [{ text: 'its CephClient is being deleted' }] : []),
    ...(phase === 'Ready' ? [] : [{ text: `its CephClient is not Ready (phase ${phase ?? 'not set'})` }]),
    ...(isSecretRemoved(client) ? [{ text: 'its CephClient asks Rook to keep no Secret (removeSecret)' }] : []),
    ...(uncovered.length > 0
      ? [
          {
            text: `the client may not use ${uncovered.length > 1 ? 'pools' : 'pool'} ${uncovered.join(', ')}${caps.includes('%!s(MISSING)') ? ' (its capabilities hold %!s(MISSING): the Composition that made them is wrong)' : ''}`,
            hint: 'correct spec.caps.osd of the CephClient, or --force-caps',
          },
        ]
      : []),
  ]
}

/** Only a Secret that Rook created for this client is trusted to hold its key. */
function originReasons(secret: KubeObject, client: KubeObject, what: string): readonly Reason[] {
  const { ownerReferences = [], deletionTimestamp } = secret.metadata
  const owner = ownerReferences.find(({ controller }) => controller === true)
  const type = textAt(secret, 'type')
  return [
    ...(type === 'kubernetes.io/rook' ? [] : [{ text: `${what} was not made by Rook (type ${type ?? 'not set'})` }]),
    ...(owner?.kind === 'CephClient' && owner.uid === client.metadata.uid
      ? []
      : [
          {
            text: `${what} does not belong to this CephClient (${owner ? `owner ${owner.kind} ${owner.name}` : 'no owner'})`,
          },
        ]),
    ...(deletionTimestamp ? [{ text: `${what} is being deleted` }] : []),
  ]
}

function keyReasons(what: string, key: string, state: KeyState): readonly Reason[] {
  return state === 'good' ? [] : [{ text: `${key} of ${what} ${KEY_PROBLEMS[state]}` }]
}
