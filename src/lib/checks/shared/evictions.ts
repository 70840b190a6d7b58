// SPDX-License-Identifier: Apache-2.0
// Shared by the checks about hosts that are being emptied.
import type { CheckContext } from '../../model/check/check.ts'
import { conditionOf } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { countAt } from '../../model/object/fields.ts'

export const EVICTIONS = ['Eviction.kvm.cloud.sap', 'Eviction.hypervisor.c5c3.io'] as const

export const evictionsOf = (context: CheckContext, hypervisor: GraphNode): readonly GraphNode[] =>
  EVICTIONS.flatMap((kind) => context.out(hypervisor, kind)).filter(({ object }) => object)

export const hasFailed = (eviction: GraphNode): boolean => {
  const evicting = conditionOf(eviction, 'Evicting')
  return evicting?.status === 'False' && evicting.reason === 'Failed'
}

/**
 * status.evicted of a Hypervisor follows Evicting=False of its Eviction with any reason, Failed included: instances may
 * still run on the host.
 * @see https://github.com/cobaltcore-dev/openstack-hypervisor-operator/blob/8ee7e08/internal/controller/hypervisor_maintenance_controller.go#L196-L200
 */
export const isEvictionIncomplete = (context: CheckContext, hypervisor: GraphNode): boolean =>
  (countAt(hypervisor.object, 'status.numInstances') ?? 0) > 0 || evictionsOf(context, hypervisor).some(hasFailed)
