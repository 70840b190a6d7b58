// SPDX-License-Identifier: Apache-2.0

import { type Health, severity } from '../../model/graph/health.ts'
import type { CountedTargets, KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { type Condition, conditionsOf, deleting, fromCondition, unlessStale } from '../../model/object/conditions.ts'
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
  quorum,
  grace: 1800,
}

/** Its machines, in the garden, and its nodes, in the pool cluster of the same name; hibernated, it has no nodes. */
function links(object: KubeObject): readonly Link[] {
  const technicalId = textAt(object, 'status.technicalID')
  const claims = { where: 'here', group: 'metal.ironcore.dev', kind: 'ServerClaim' } as const
  return [
    ...(technicalId ? [member({ ...claims, namespace: technicalId }, 'status.technicalID')] : []),
    ...(hibernation(object) ? [] : POOL_ROLES).flatMap((role) =>
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

const POOL_ROLES = ['hypervisor', 'storage'] as const

/** While Gardener reconciles it, machines come and go. */
function quorum(object: KubeObject, counts: ReadonlyMap<string, CountedTargets>, now: number): Health | undefined {
  const short = shortfall(object, counts.get('Node'), minimumNodes(object), now)
  const isRolling = short?.state === 'degraded' && operationHealth(object).state === 'progressing'
  return short && isRolling ? { ...short, state: 'progressing' } : short
}

const member = (to: Link['to'], path: string): Link => ({ rel: 'owns', to, path, weak: 'counted', optional: true })

function minimumNodes(object: KubeObject): DesiredMembers {
  const minimums = listAt(object, 'spec.provider.workers').map((worker) => countAt(worker, 'minimum') ?? 0)
  return { what: 'nodes', number: minimums.reduce((sum, minimum) => sum + minimum, 0) }
}

function health(object: KubeObject): Health {
  const hibernated = hibernation(object)
  if (hibernated) return hibernated
  if (object.metadata.deletionTimestamp) return { ...deleting(object), ...lastError(object) }
  return unlessStale(object, reportedHealth(object))
}

function reportedHealth(object: KubeObject): Health {
  const conditions = [...conditionsOf(object).values()].map(fromShootCondition)
  const operation = operationHealth(object)
  if (conditions.length === 0 && operation.state === 'healthy') return fromCondition(undefined, 'APIServerAvailable')
  return conditions.reduce((worst, next) => (severity(next.state) > severity(worst.state) ? next : worst), operation)
}

function hibernation(object: KubeObject): Health | undefined {
  const [desired, actual] = [
    flagAt(object, 'spec.hibernation.enabled') === true,
    flagAt(object, 'status.hibernated') === true,
  ]
  if (!desired && !actual) return undefined
  const evidence = [
    { path: 'spec.hibernation.enabled', value: String(desired) },
    { path: 'status.hibernated', value: String(actual) },
  ]
  if (desired && actual) return { state: 'suspended', reason: 'Hibernated', evidence }
  return { state: 'progressing', reason: desired ? 'FallingAsleep' : 'WakingUp', evidence }
}

/** The cluster does not work without these; the other conditions leave most of it running. */
const VITAL: ReadonlySet<string> = new Set(['APIServerAvailable', 'ControlPlaneHealthy'])

/** Gardener has a fourth condition status: Progressing means failed recently and may recover. */
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

/** A cluster whose last reconcile failed still runs; one whose creation failed does not. */
function operationHealth(object: KubeObject): Health {
  const path = 'status.lastOperation'
  const [type = '', operationState] = [textAt(object, `${path}.type`), textAt(object, `${path}.state`)]
  if (!operationState) return { state: 'unknown', reason: 'NotObserved', message: `there is no ${path} yet` }
  const state = Object.hasOwn(OPERATIONS, operationState) ? (OPERATIONS[operationState] ?? 'unknown') : 'unknown'
  const [message, since] = [textAt(object, `${path}.description`), textAt(object, `${path}.lastUpdateTime`)]
  return {
    state: state === 'failed' && type === 'Reconcile' ? 'degraded' : state,
    reason: `${type}${operationState}`,
    ...(message ? { message } : {}),
    ...(since ? { since } : {}),
    evidence: [{ path, value: `${type} ${operationState}` }],
    ...(state === 'failed' ? lastError(object) : {}),
  }
}

function lastError(object: KubeObject): Partial<Health> {
  const [error] = listAt(object, 'status.lastErrors')
  const message = textAt(error, 'description')
  const [code] = textsAt(error, 'codes')
  return { ...(code ? { reason: code } : {}), ...(message ? { message } : {}) }
}
