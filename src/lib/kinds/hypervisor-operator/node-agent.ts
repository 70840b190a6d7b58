// SPDX-License-Identifier: Apache-2.0
// The kvm-node-agent of a host writes conditions to the same Hypervisor object. The operator's condition Ready does not
// follow them.
import type { Health } from '../../model/graph/health.ts'
import { type Condition, type Conditions, conditionAge, healthIf } from '../../model/object/conditions.ts'

/**
 * Services without which a host can neither start nor move an instance, in order: a stopped libvirtd explains the
 * failed connection.
 * @see https://github.com/cobaltcore-dev/kvm-node-agent/blob/61cf02a/internal/controller/hypervisor_controller.go#L102-L226
 */
export const NODE_SERVICES: readonly string[] = ['libvirtd.service', 'openvswitch-switch.service', 'LibVirtConnection']

/** The agent looks once a minute: a service that was just restarted is reported as running the next time. */
const RESTART_TIME = 2 * 60_000

export function failedNodeService(conditions: Conditions): Condition | undefined {
  for (const type of NODE_SERVICES) {
    const condition = conditions.saying(type, 'False')
    if (condition) return condition
  }
  return undefined
}

export function nodeServiceFailure(conditions: Conditions, now: number): Health | undefined {
  const failed = failedNodeService(conditions)
  if (!failed) return undefined
  const health = healthIf(failed, conditionAge(failed, now) < RESTART_TIME ? 'progressing' : 'failed')
  return health && { ...health, reason: failed.type === 'LibVirtConnection' ? failed.reason : failed.type }
}

/**
 * The host works, but its next certificate or operating system is not installed.
 * @see https://github.com/cobaltcore-dev/kvm-node-agent/blob/61cf02a/internal/controller/secret_controller.go#L85-L123
 * @see https://github.com/cobaltcore-dev/kvm-node-agent/blob/61cf02a/internal/controller/hypervisor_controller.go#L256-L296
 */
export function nodeDegradation(conditions: Conditions): Health | undefined {
  const certificate = conditions.saying('TLSCertificateInstalled', 'False')
  const update = conditions.saying('OperatingSystemUpdate', 'False')
  return (
    (certificate?.reason.startsWith('Failed') ? healthIf(certificate, 'degraded') : undefined) ??
    (update?.reason === 'Stopped' ? healthIf(update, 'degraded') : undefined)
  )
}
