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

/** What is kept of every K-ORC object. */
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

/** What K-ORC makes of a registration or a control plane in Keystone. */
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

/** K-ORC retries a transient error for ever; after this long nobody should wait for it any more. */
const PATIENCE = 5 * 60_000

const TERMINAL: ReadonlySet<string> = new Set(['InvalidConfiguration', 'UnrecoverableError'])

/** How a K-ORC object is: Available is the last reconcile's word, Progressing tells waiting from giving up. */
export function korcHealth(object: KubeObject, now: number): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const conditions = conditionsOf(object)
  const [available, progressing] = [conditions.get('Available'), conditions.get('Progressing')]
  const health = fromCondition(available, 'Available')
  if (!available || available.stale) return health
  if (available.status === 'True') return busy(progressing) ?? health
  if (TERMINAL.has(available.reason)) return { ...health, state: 'failed', itself: true }
  if (available.reason !== 'TransientError') return { ...health, state: 'progressing' }
  return { ...health, state: isYoung(available, now) ? 'progressing' : 'failed', itself: true }
}

function busy(progressing: Condition | undefined): Health | undefined {
  if (progressing?.status !== 'True') return undefined
  return { ...fromCondition(progressing, 'Progressing'), state: 'progressing' }
}

function isUnanswered(object: KubeObject): boolean {
  const available = conditionsOf(object).get('Available')
  return available?.reason === 'TransientError' && UNANSWERED.test(available.message)
}

function isYoung({ since }: Condition, now: number): boolean {
  const began = Date.parse(since ?? '')
  return !Number.isNaN(began) && now - began < PATIENCE
}

/** Fields that hold the names of other K-ORC objects, and of which kind those are. */
const FILTER_REFS: readonly (readonly [string, string])[] = [
  ['domainRef', 'Domain'],
  ['projectRef', 'Project'],
  ['serviceRef', 'Service'],
  ['userRef', 'User'],
  ['groupRef', 'Group'],
  ['roleRef', 'Role'],
]

const RESOURCE_REFS = [...FILTER_REFS, ['defaultProjectRef', 'Project'], ['roleRefs', 'Role']] as const

/** What a K-ORC object refers to or says it waits for; all in its own namespace, its clouds.yaml included. */
export function korcLinks(object: KubeObject): readonly Link[] {
  const { namespace } = object.metadata
  if (!namespace) return []
  return [
    ...awaited(object, namespace),
    ...secretLinks(object, { path: 'spec.cloudCredentialsRef.secretName' }),
    ...secretLinks(object, { path: 'spec.resource.secretRef' }),
    ...secretLinks(object, { path: 'spec.resource.passwordRef' }),
    ...refs(object, 'spec.resource', RESOURCE_REFS, namespace),
    ...refs(object, 'spec.import.filter', FILTER_REFS, namespace),
    ...listAt(object, 'spec.resource.accessRules').flatMap((rule) => {
      const name = textAt(rule, 'serviceRef')
      return name ? [korcLink('spec.resource.accessRules.serviceRef', 'Service', namespace, name)] : []
    }),
    // Everything K-ORC does goes through Keystone; no field says which.
    {
      rel: 'depends-on',
      optional: true,
      path: 'metadata.namespace (by matrix)',
      ...(isUnanswered(object) ? { named: true } : {}),
      to: { where: 'here', group: 'keystone.openstack.c5c3.io', kind: 'Keystone', namespace },
    },
  ]
}

function refs(object: KubeObject, path: string, fields: typeof FILTER_REFS, namespace: string): readonly Link[] {
  const section = fieldAt(object, path)
  return fields.flatMap(([field, kind]) => {
    const names = [textAt(section, field) ?? [], textsAt(section, field)].flat()
    return names.map((name) => korcLink(`${path}.${field}`, kind, namespace, name))
  })
}

function awaited(object: KubeObject, namespace: string): readonly Link[] {
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
