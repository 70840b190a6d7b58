// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import { type CountedTargets, type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { countAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { compositeLinks, crossplaneHealth } from '../crossplane/health-and-links.ts'
import { machinePoolLink } from '../ironcore/machine-pool.ts'
import { memberLink, poolName, shortfall, wantedNodes } from './pool-members.ts'

export const hypervisorCluster: KindSpec = {
  group: 'crossplane.c5c3.io',
  kind: 'HypervisorCluster',
  plural: 'hypervisorclusters',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['management'],
  keep: ['spec', 'status', 'metadata.managedFields'],
  links: (object) => [...compositeLinks(object), ...hypervisorPoolLinks(object)],
  health: crossplaneHealth,
  quorum: hypervisorPoolQuorum,
  aliases: (object) => [poolName(object)],
}

const HYPERVISORS = { group: ['kvm.cloud.sap', 'hypervisor.c5c3.io'], kind: 'Hypervisor' }
const CHASSIS = { group: 'ovn.c5c3.io', kind: 'OVNChassis' }

export function hypervisorPoolLinks(object: KubeObject): readonly Link[] {
  return [
    memberLink(object, 'hypervisor', { group: '', kind: 'Node' }, false),
    memberLink(object, 'hypervisor', HYPERVISORS),
    memberLink(object, 'hypervisor', CHASSIS),
    ...machinePoolLink(object),
  ]
}

/** A pool needs its nodes and, on each, a hypervisor for instances and a chassis for their network. */
export function hypervisorPoolQuorum(
  object: KubeObject,
  counts: ReadonlyMap<string, CountedTargets>,
  now: number,
): Health | undefined {
  const hypervisors = HYPERVISORS.group
    .map((group) => counts.get(kindName({ ...HYPERVISORS, group })))
    .find((counted) => counted !== undefined)
  const chassis = counts.get(kindName(CHASSIS))
  const desired = countAt(object, 'spec.workers') ?? 0
  return (
    shortfall(object, counts.get('Node'), wantedNodes(object), now) ??
    shortfall(object, hypervisors, { what: 'hypervisors', number: desired }, now) ??
    shortfall(object, chassis, { what: 'OVN chassis', number: chassis?.total ?? 0 }, now)
  )
}
