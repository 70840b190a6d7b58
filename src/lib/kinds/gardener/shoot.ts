// SPDX-License-Identifier: Apache-2.0

import { type Health, severity } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import {
  type Condition,
  conditionsOf,
  deleting,
  fromCondition,
  isUnobserved,
  unobserved,
} from '../../model/object/conditions.ts'
import { countAt, flagAt, listAt, textAt, textsAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { type DesiredMembers, shortfall } from '../claims/pool-members.ts'

export const shoot: KindSpec = {
  group: 'core.gardener.cloud',
  kind: 'Shoot',
  plural: 'shoots',
  versions: ['v1beta1'],
  namespaced: true,
  roles: ['garden'],
  keep: [
    'spec.region',
    'spec.kubernetes.version',
    'spec.provider.type',
    'spec.provider.workers.name',
    'spec.provider.workers.minimum',
    'spec.provider.workers.maximum',
    'spec.hibernation.enabled',
    'status.conditions',
    'status.constraints',
    'status.lastOperation',
    'status.lastErrors',
    'status.hibernated',
    'status.observedGeneration',
    'status.technicalID',
    'status.advertisedAddresses',
  ],
  links,
  health,
  quorum: (object, counts, now) => shortfall(object, counts.get('Node'), leastNodes(object), now),
  grace: 1800,
}

/** Its machines, in the namespace the garden keeps for it, and its nodes, where its cluster is called by its name. */
function links(object: KubeObject): readonly Link[] {
  const technical = textAt(object, 'status.technicalID')
  const claims = { where: 'here', group: 'metal.ironcore.dev', kind: 'ServerClaim' } as const
  return [
    ...(technical ? [member({ ...claims, namespace: technical }, 'status.technicalID')] : []),
    ...(['hypervisor', 'storage'] as const).flatMap((role) =>
      listAt(object, 'spec.provider.workers').flatMap((worker, i) => {
        const pool = textAt(worker, 'name')
        const labels = { 'worker.gardener.cloud/pool': pool ?? '' }
        const where = { role, name: object.metadata.name }
        const path = `spec.provider.workers[${i}].name (by name)`
        return pool ? [member({ where, group: '', kind: 'Node', labels }, path)] : []
      }),
    ),
  ]
}

const member = (to: Link['to'], path: string): Link => ({ rel: 'owns', to, path, weak: 'counted', optional: true })

function leastNodes(object: KubeObject): DesiredMembers {
  const least = listAt(object, 'spec.provider.workers').map((worker) => countAt(worker, 'minimum') ?? 0)
  return { what: 'nodes', number: least.reduce((sum, minimum) => sum + minimum, 0) }
}

function health(object: KubeObject): Health {
  const asleep = hibernation(object)
  if (asleep) return asleep
  if (object.metadata.deletionTimestamp) return { ...deleting(object), ...lastError(object) }
  if (isUnobserved(object)) return unobserved(object)
  const conditions = [...conditionsOf(object).values()].map(fromShootCondition)
  const done = operation(object)
  if (conditions.length === 0 && done.state === 'healthy') return fromCondition(undefined, 'APIServerAvailable')
  return conditions.reduce((worst, next) => (severity(next.state) > severity(worst.state) ? next : worst), done)
}

function hibernation(object: KubeObject): Health | undefined {
  const [asked, is] = [
    flagAt(object, 'spec.hibernation.enabled') === true,
    flagAt(object, 'status.hibernated') === true,
  ]
  if (!asked && !is) return undefined
  const evidence = [
    { path: 'spec.hibernation.enabled', value: String(asked) },
    { path: 'status.hibernated', value: String(is) },
  ]
  if (asked && is) return { state: 'suspended', reason: 'Hibernated', evidence }
  return { state: 'progressing', reason: asked ? 'FallingAsleep' : 'WakingUp', evidence }
}

/** Without these nothing works; the others leave most of it running. */
const VITAL: ReadonlySet<string> = new Set(['APIServerAvailable', 'ControlPlaneHealthy'])

/** Gardener knows a fourth status: a condition that is Progressing has failed lately and may recover. */
function fromShootCondition(condition: Condition): Health {
  const health = fromCondition(condition, condition.type)
  if (condition.stale) return health
  if (condition.status === 'Progressing') return { ...health, state: 'progressing' }
  return condition.status === 'False' ? { ...health, state: VITAL.has(condition.type) ? 'failed' : 'degraded' } : health
}

const OPERATIONS: Readonly<Record<string, Health['state']>> = {
  Succeeded: 'healthy',
  Processing: 'progressing',
  Pending: 'progressing',
  Aborted: 'failed',
  Error: 'failed',
  Failed: 'failed',
}

/** A cluster that could not be reconciled lately still runs as it was; one that could not be made does not. */
function operation(object: KubeObject): Health {
  const at = 'status.lastOperation'
  const [type = '', word] = [textAt(object, `${at}.type`), textAt(object, `${at}.state`)]
  if (!word) return { state: 'unknown', reason: 'NotObserved', message: `there is no ${at} yet` }
  const state = Object.hasOwn(OPERATIONS, word) ? (OPERATIONS[word] ?? 'unknown') : 'unknown'
  const [message, since] = [textAt(object, `${at}.description`), textAt(object, `${at}.lastUpdateTime`)]
  return {
    state: state === 'failed' && type === 'Reconcile' ? 'degraded' : state,
    reason: `${type}${word}`,
    ...(message ? { message } : {}),
    ...(since ? { since } : {}),
    evidence: [{ path: at, value: `${type} ${word}` }],
    ...(state === 'failed' ? lastError(object) : {}),
  }
}

/** What went wrong last, with Gardener's own codes. */
function lastError(object: KubeObject): Partial<Health> {
  const [error] = listAt(object, 'status.lastErrors')
  const message = textAt(error, 'description')
  const [code] = textsAt(error, 'codes')
  return { ...(code ? { reason: code } : {}), ...(message ? { message } : {}) }
}
