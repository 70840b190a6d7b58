// SPDX-License-Identifier: Apache-2.0
import type { Link, LinkTarget } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { serviceHost } from '../openstack/host.ts'

/**
 * The workload behind an in-cluster address (https://openbao.vaults.svc:8200). Services are not read: charts name the
 * workload like its Service, and an address without such a workload gives no link.
 */
export function workloadByAddress(object: KubeObject, path: string, where: LinkTarget = 'here'): readonly Link[] {
  const host = serviceHost(textAt(object, path))
  if (!host) return []
  const to = { where, group: 'apps', kind: 'StatefulSet', otherKind: 'Deployment', ...host } as const
  // One Pod of several is enough to answer.
  return [{ rel: 'depends-on', to, path, optional: true, weak: 'degraded' }]
}
