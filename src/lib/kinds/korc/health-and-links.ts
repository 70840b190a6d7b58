// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { Link } from '../../model/graph/link.ts'
import {
  type Condition,
  type Conditions,
  conditionAge,
  conditionsOf,
  deleting,
  fromCondition,
  healthIf,
} from '../../model/object/conditions.ts'
import { fieldAt, listAt, textAt, textsAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { UNANSWERED } from '../../model/plan/acknowledgement.ts'
import { awaitedObjects } from '../../model/text/objects-in-message.ts'
import { durationOf } from '../external-secrets/refresh-interval.ts'
import { namedSecret, secretLinks } from '../external-secrets/secret-links.ts'

export const KORC = 'openstack.k-orc.cloud'

export const KORC_FIELDS: readonly string[] = [
  'spec.cloudCredentialsRef',
  'spec.managementPolicy',
  'spec.managedOptions',
  'spec.import',
  'spec.resource',
  'spec.resyncPeriod',
  'status.id',
  'status.lastSyncTime',
  'status.conditions',
]

/** Kinds that K-ORC manages in Keystone for a registration or a control plane. */
export const IDENTITY_PARTS: readonly string[] = [
  'Domain',
  'Project',
  'Role',
  'Group',
  'User',
  'Service',
  'Endpoint',
  'ApplicationCredential',
  'RoleAssignment',
].map((kind) => `${kind}.${KORC}`)

/** K-ORC retries a transient error forever; after this time it counts as failed. */
const TRANSIENT_TIME = 5 * 60_000

const TERMINAL: ReadonlySet<string> = new Set(['InvalidConfiguration', 'UnrecoverableError'])

/**
 * Available is the result of the last reconcile while there is no OpenStack object; as soon as it exists, Available stays
 * True, and only Progressing reports that an update was rejected or cannot be sent.
 * @see https://github.com/k-orc/openstack-resource-controller/blob/c22784ca/internal/controllers/generic/status/conditions.go#L43-L100
 */
export function korcHealth(object: KubeObject, now: number): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const conditions = conditionsOf(object)
  const available = conditions.get('Available')
  const health = fromCondition(available, 'Available')
  if (!available || available.stale) return health
  if (available.status === 'True') return updateHealth(conditions, now) ?? syncOverdue(object, now) ?? health
  if (isTerminal(available)) return { ...health, state: 'failed', itself: true }
  if (available.reason !== 'TransientError') return { ...health, state: 'progressing' }
  return { ...health, state: isRecent(available, now) ? 'progressing' : 'failed', itself: true, isTransient: true }
}

const isTerminal = ({ reason }: Condition): boolean => TERMINAL.has(reason)

/** The condition with the error K-ORC met: Available before the OpenStack object exists, Progressing after. */
export function korcError(conditions: Conditions): Condition | undefined {
  const available = conditions.get('Available')
  const condition = available?.status === 'True' ? conditions.get('Progressing') : available
  return condition && (isTerminal(condition) || condition.reason === 'TransientError') ? condition : undefined
}

/** The OpenStack object works, but it is not what the spec asks for. */
function updateHealth(conditions: Conditions, now: number): Health | undefined {
  const progressing = conditions.get('Progressing')
  const error = korcError(conditions)
  if (error && (isTerminal(error) || !isRecent(error, now)))
    return {
      ...fromCondition(error, 'Progressing'),
      state: 'degraded',
      itself: true,
      ...(isTerminal(error) ? {} : { isTransient: true }),
    }
  return progressing?.status === 'True' ? healthIf(progressing, 'progressing') : undefined
}

/**
 * With a resync period K-ORC compares the OpenStack object regularly: after two missed ones Available is no evidence.
 * @see https://github.com/k-orc/openstack-resource-controller/blob/c22784ca/api/v1alpha1/router_interface_types.go#L95-L135
 */
function syncOverdue(object: KubeObject, now: number): Health | undefined {
  const [period, last] = [textAt(object, 'spec.resyncPeriod'), textAt(object, 'status.lastSyncTime')]
  const milliseconds = durationOf(period)
  if (!milliseconds || !last || !(now - Date.parse(last) > 2 * milliseconds)) return undefined
  return {
    state: 'unknown',
    reason: 'Stale',
    message: `K-ORC has not synced it since ${last}, although spec.resyncPeriod is ${period}`,
    evidence: [{ path: 'status.lastSyncTime', value: last }],
    since: last,
  }
}

function isUnanswered(object: KubeObject): boolean {
  const error = korcError(conditionsOf(object))
  return error?.reason === 'TransientError' && UNANSWERED.test(error.message)
}

const isRecent = (condition: Condition, now: number): boolean => conditionAge(condition, now) < TRANSIENT_TIME

/** Fields with names of other K-ORC objects, and their kinds. */
const FILTER_REFS: readonly (readonly [string, string])[] = [
  ['domainRef', 'Domain'],
  ['projectRef', 'Project'],
  ['serviceRef', 'Service'],
  ['userRef', 'User'],
  ['groupRef', 'Group'],
  ['roleRef', 'Role'],
]

const RESOURCE_REFS = [...FILTER_REFS, ['defaultProjectRef', 'Project'], ['roleRefs', 'Role']] as const

/** The objects that a K-ORC object refers to or is blocked by; all in its own namespace, including its clouds.yaml. */
export function korcLinks(object: KubeObject): readonly Link[] {
  const { namespace } = object.metadata
  if (!namespace) return []
  return [
    ...blockerLinks(object, namespace),
    ...secretLinks(object, { path: 'spec.cloudCredentialsRef.secretName' }),
    ...secretLinks(object, { path: 'spec.resource.secretRef' }),
    ...secretLinks(object, { path: 'spec.resource.passwordRef' }),
    ...referenceLinks(object, 'spec.resource', RESOURCE_REFS, namespace),
    ...referenceLinks(object, 'spec.import.filter', FILTER_REFS, namespace),
    ...listAt(object, 'spec.resource.accessRules').flatMap((rule) => {
      const name = textAt(rule, 'serviceRef')
      return name ? [korcLink('spec.resource.accessRules.serviceRef', 'Service', namespace, name)] : []
    }),
    // K-ORC always needs Keystone; no field references it.
    {
      rel: 'depends-on',
      optional: true,
      path: 'metadata.namespace (by matrix)',
      ...(isUnanswered(object) ? { named: true } : {}),
      to: { where: 'here', group: 'keystone.openstack.c5c3.io', kind: 'Keystone', namespace },
    },
  ]
}

function referenceLinks(
  object: KubeObject,
  path: string,
  fields: typeof FILTER_REFS,
  namespace: string,
): readonly Link[] {
  const section = fieldAt(object, path)
  return fields.flatMap(([field, kind]) => {
    const names = [textAt(section, field) ?? [], textsAt(section, field)].flat()
    return names.map((name) => korcLink(`${path}.${field}`, kind, namespace, name))
  })
}

function blockerLinks(object: KubeObject, namespace: string): readonly Link[] {
  const conditions = conditionsOf(object)
  const message = conditions.get('Progressing')?.message || conditions.get('Available')?.message || ''
  const path = 'status.conditions[Progressing].message'
  return awaitedObjects(message).flatMap(({ kind, name }) =>
    kind === 'Secret'
      ? namedSecret(namespace, name, { path, named: true })
      : [{ ...korcLink(path, kind, namespace, name), named: true }],
  )
}

function korcLink(path: string, kind: string, namespace: string, name: string): Link {
  return { rel: 'depends-on', path, to: { where: 'here', group: KORC, kind, namespace, name } }
}
