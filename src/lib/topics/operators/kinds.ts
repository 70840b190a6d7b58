// SPDX-License-Identifier: Apache-2.0
import { controllerNotRunning } from '../../checks/control-plane/controller-not-running.ts'
import { operatorBehind } from '../../checks/control-plane/operator-behind.ts'
import { packageUnhealthy } from '../../checks/crossplane/package-unhealthy.ts'
import { fluxNotReady } from '../../checks/gitops/flux-not-ready.ts'
import { KINDS } from '../../kinds/index.ts'
import { daemonSet } from '../../kinds/kubernetes/daemon-set.ts'
import { deployment } from '../../kinds/kubernetes/deployment.ts'
import { statefulSet } from '../../kinds/kubernetes/stateful-set.ts'
import { type Check, inputsOf } from '../../model/check/check.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { CONTROLLERS } from '../../model/landscape/controllers.ts'
import { OPERATORS } from '../../model/landscape/operators.ts'
import type { Role } from '../../model/landscape/role.ts'

const ROLES: readonly Role[] = ['management', 'control-plane', 'hypervisor', 'storage', 'arbiter']

/** The checks about operators themselves. */
export const OPERATOR_CHECKS: readonly Check[] = [controllerNotRunning, fluxNotReady, operatorBehind, packageUnhealthy]

const CHECKED_KINDS = new Set(OPERATOR_CHECKS.filter((check) => check !== controllerNotRunning).flatMap(inputsOf))
const WRITTEN_KINDS = OPERATORS.flatMap(({ writes }) => writes)
/** A few kinds of every controller show whether it has objects; reading all of them would double the requests. */
const MANAGED_KINDS = new Set([
  ...WRITTEN_KINDS,
  ...CONTROLLERS.flatMap(({ kinds }) => (kinds.some((kind) => WRITTEN_KINDS.includes(kind)) ? [] : kinds)),
])
const WORKLOADS = [deployment, statefulSet, daemonSet]

/** What `operators` reads: workloads everywhere, inputs of the checks, and of other kinds only the times of writes. */
export const OPERATOR_KINDS: readonly KindSpec[] = [
  ...WORKLOADS.map((kind) => ({ ...kind, roles: ROLES })),
  ...KINDS.filter((kind) => !WORKLOADS.includes(kind)).flatMap((kind) => {
    if (CHECKED_KINDS.has(kindName(kind))) return [kind]
    return MANAGED_KINDS.has(kindName(kind)) ? [timesOf(kind)] : []
  }),
]

/** A kind without links: only existence and the times in its status. */
function timesOf({ group, kind, plural, versions, namespaced, roles }: KindSpec): KindSpec {
  const keep = [
    'status.conditions',
    'status.refreshTime',
    'status.history.lastReconciled',
    'status.artifact.lastUpdateTime',
    'status.ceph.lastChecked',
  ]
  return { group, kind, plural, versions, namespaced, roles, keep }
}
