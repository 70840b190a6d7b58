// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import { conditionsOf, phaseHealth } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import { conditionState, orderedHealth } from '../../model/object/ordered-conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { State } from '../../model/report/report.ts'
import { type ControlPlaneModel, normaliseControlPlane, requestedServices } from './spec.ts'

/** In the order the operators work: up to Keystone each requires the previous one; nothing depends on Horizon. */
const ORDER: readonly string[] = [
  'NamespacesReady',
  'InfrastructureReady',
  'ESOTenantStoreReady',
  'DBCredentialsReady',
  'AdminPasswordReady',
  'KeystoneReady',
  'KORCReady',
  'AdminCredentialReady',
  'CredentialsReady',
  'CatalogReady',
  'ServiceAccountsReady',
  'GlanceReady',
  'PlacementReady',
  'BarbicanReady',
  'ServicesReady',
  'CrossClusterSyncReady',
  'HorizonReady',
  'RegistrationTenantStoresReady',
]

/** The condition that a ControlPlane sets for a service once it reconciles it. */
export const serviceCondition = (service: string) => `${service.charAt(0).toUpperCase()}${service.slice(1)}Ready`

/** The conditions of a ControlPlane in the order they are reached, including those of unknown services. */
export function controlPlaneOrder(model: ControlPlaneModel): readonly string[] {
  return [
    ...new Set([...ORDER, ...model.services.filter(({ enabled }) => enabled).map((s) => serviceCondition(s.name))]),
  ]
}

/** Health of a ControlPlane of any variant by its own status; its children are assessed separately. */
export function controlPlaneHealth(object: KubeObject): Health {
  const model = normaliseControlPlane(object)
  const conditions = conditionsOf(object)
  if (conditions.size === 0) return withoutConditions(object, model)
  // Only the released operator sets a condition for every service: an absent one has not been reached.
  const expected =
    model.dialect === 'E' ? model.services.filter((s) => s.enabled).map((s) => serviceCondition(s.name)) : []
  const health = orderedHealth(object, controlPlaneOrder(model), expected)
  if (health.state !== 'healthy') return health
  const unmanaged = expected.find((type) => conditionState(conditions.get(type)) === 'off')
  if (unmanaged)
    return {
      state: 'unknown',
      reason: conditions.get(unmanaged)?.reason ?? 'NotManaged',
      message: `${unmanaged} says that nothing is managed although the service is asked for`,
    }
  return unreadyService(model) ?? health
}

/** A service that a Ready ControlPlane itself reports as not ready. */
function unreadyService(model: ControlPlaneModel): Health | undefined {
  const unready = model.services.find(({ enabled, status }) => enabled && status && stateOf(status) !== 'healthy')
  if (!unready) return undefined
  const value = unready.status?.word ?? 'ready: false'
  return {
    state: 'degraded',
    reason: 'ServiceNotReady',
    message: `it reports ${unready.name} as ${value}`,
    evidence: [{ path: `status.services.${unready.name}`, value }],
  }
}

const PHASES: Readonly<Record<string, State>> = {
  Ready: 'healthy',
  Running: 'healthy',
  Available: 'healthy',
  Pending: 'progressing',
  Creating: 'progressing',
  Provisioning: 'progressing',
  Deploying: 'progressing',
  Starting: 'progressing',
  Updating: 'progressing',
  Degraded: 'degraded',
  Error: 'failed',
  Failed: 'failed',
}

/** The specification has no conditions: only a phase, or a status text for each service. */
function withoutConditions(object: KubeObject, model: ControlPlaneModel): Health {
  const reported = model.services.filter(({ enabled, status }) => enabled && status)
  if (textAt(object, 'status.phase') || object.metadata.deletionTimestamp || reported.length === 0)
    return phaseHealth(object, 'status.phase', PHASES)
  const states = reported.map(({ status }) => stateOf(status ?? {}))
  const evidence = reported.map(({ name, status }) => ({
    path: `status.services.${name}`,
    value: status?.word ?? String(status?.ready ?? ''),
  }))
  for (const state of ['failed', 'degraded', 'unknown', 'progressing'] as const)
    if (states.includes(state)) return { state, reason: 'ServiceNotReady', evidence }
  if (reported.length < requestedServices(model).filter((name) => name !== 'tempest' && name !== 'cortex').length)
    return { state: 'progressing', reason: 'NotReached', message: 'not every service is reported yet', evidence }
  return { state: 'healthy', reason: 'ServicesRunning', evidence }
}

function stateOf({ ready, word }: { readonly ready?: boolean; readonly word?: string }): State {
  if (ready !== undefined) return ready ? 'healthy' : 'progressing'
  return (word !== undefined && Object.hasOwn(PHASES, word) ? PHASES[word] : undefined) ?? 'unknown'
}
