// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { Link } from '../../model/graph/link.ts'
import { type Condition, conditionsOf, deleting, fromCondition } from '../../model/object/conditions.ts'
import { fieldAt, listAt, textAt, textsAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { UNANSWERED } from '../../model/plan/acknowledgement.ts'
import { awaitedObjects } from '../../model/text/objects-in-message.ts'
import { namedSecret, secretLinks } from '../external-secrets/secret-links.ts'

export const KORC = 'openstack.k-orc.cloud'

export const KORC_FIELDS: readonly string[] = [
  'spec.cloudCredentialsRef',
  'spec.managementPolicy',
  'spec.managedOptions',
  'spec.import',
  'spec.resource',
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

/** Available is the result of the last reconcile; Progressing distinguishes retrying from giving up. */
export function korcHealth(object: KubeObject, now: number): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const conditions = conditionsOf(object)
  const [available, progressing] = [conditions.get('Available'), conditions.get('Progressing')]
  const health = fromCondition(available, 'Available')
  if (!available || available.stale) return health
  if (available.status === 'True') return progressingHealth(progressing) ?? health
  if (TERMINAL.has(available.reason)) return { ...health, state: 'failed', itself: true }
  if (available.reason !== 'TransientError') return { ...health, state: 'progressing' }
  return { ...health, state: isRecent(available, now) ? 'progressing' : 'failed', itself: true }
}

function progressingHealth(progressing: Condition | undefined): Health | undefined {
  if (progressing?.status !== 'True') return undefined
  return { ...fromCondition(progressing, 'Progressing'), state: 'progressing' }
}

function isUnanswered(object: KubeObject): boolean {
  const available = conditionsOf(object).get('Available')
  return available?.reason === 'TransientError' && UNANSWERED.test(available.message)
}

function isRecent({ since }: Condition, now: number): boolean {
  const began = Date.parse(since ?? '')
  return !Number.isNaN(began) && now - began < TRANSIENT_TIME
}

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
