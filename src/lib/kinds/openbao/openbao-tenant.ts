// SPDX-License-Identifier: Apache-2.0
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { deleting, existsHealth } from '../../model/object/conditions.ts'
import { flagAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** Allows the operator to work in a namespace: without it an OpenBaoCluster there keeps an empty status. */
export const openBaoTenant: KindSpec = {
  group: 'openbao.org',
  kind: 'OpenBaoTenant',
  plural: 'openbaotenants',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['management', 'control-plane'],
  keep: ['spec.targetNamespace', 'status.provisioned', 'status.lastError', 'status.conditions'],
  links: clusterLinks,
  health,
}

/** Every OpenBaoCluster of the namespace depends on it. */
function clusterLinks(object: KubeObject): readonly Link[] {
  const namespace = textAt(object, 'spec.targetNamespace')
  if (!namespace) return []
  const to = { where: 'here', group: 'openbao.org', kind: 'OpenBaoCluster', namespace } as const
  return [{ rel: 'depends-on', to, path: 'spec.targetNamespace', reverse: true, optional: true }]
}

/** Not provisioned shows at the OpenBaoClusters of the namespace, which stay without a status; without any it stops nothing. */
function health(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const [isProvisioned, error] = [flagAt(object, 'status.provisioned'), textAt(object, 'status.lastError')]
  if (isProvisioned === true)
    return { state: 'healthy', reason: 'Provisioned', evidence: [{ path: 'status.provisioned', value: 'true' }] }
  if (error)
    return {
      state: 'failed',
      reason: 'ProvisioningFailed',
      message: error,
      evidence: [{ path: 'status.lastError', value: error }],
    }
  return { ...existsHealth(object), notes: ['the OpenBao operator has not provisioned it'] }
}
