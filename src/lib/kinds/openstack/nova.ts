// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { entriesAt, flagAt, listAt, textAt } from '../../model/object/fields.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { KORC } from '../korc/health-and-links.ts'
import { serviceHost } from './host.ts'
import { SEED_SERVICE_FIELDS, SERVICE_FIELDS, SERVICE_PARTS, serviceLinks } from './links.ts'

const ORDER: readonly string[] = ['DatabaseReady', 'MessagingReady', 'APIReady', 'SchedulerReady', 'ConductorReady']

const NEEDS = { database: true, messaging: true, korc: true, services: ['keystone', 'placement', 'glance'] }

const UNRELEASED_FIELDS = [...SEED_SERVICE_FIELDS, 'spec.cells', 'spec.api', 'spec.scheduler', 'spec.conductor']

/** Known only from the specification: no released operator serves it yet. */
export const nova: KindSpec = {
  group: 'nova.openstack.c5c3.io',
  kind: 'Nova',
  plural: 'novas',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [...SERVICE_FIELDS, ...UNRELEASED_FIELDS],
  links: (object) => [
    ...serviceLinks(object, ORDER, NEEDS),
    ...cellLinks(object),
    ...userLinks(object),
    ...schedulerLink(object),
  ],
  health: (object) => orderedHealth(object, ORDER),
  parts: SERVICE_PARTS,
  seedOnly: UNRELEASED_FIELDS,
}

/** The hypervisors of a cell are a pool, which other cells may share. */
const cellLinks = (object: KubeObject) =>
  listAt(object, 'spec.cells').flatMap((cell): Link[] => {
    const name = textAt(cell, 'computeRef.name')
    if (!name) return []
    const to = { where: { role: 'management' }, group: 'crossplane.c5c3.io', kind: 'HypervisorCluster', name } as const
    return [{ rel: 'consumes', optional: true, weak: 'degraded', path: 'spec.cells.computeRef.name', to }]
  })

/** The users with which Nova logs in to other services. */
const userLinks = (object: KubeObject) =>
  entriesAt(object, 'spec.serviceAuth').flatMap(([field, value]): Link[] => {
    const [name, { namespace }] = [textAt(value, 'name'), object.metadata]
    if (!name || !namespace) return []
    const to = { where: 'here', group: KORC, kind: 'User', namespace, name } as const
    return [{ rel: 'depends-on', path: `spec.serviceAuth.${field}.name`, to }]
  })

/** Nova also schedules without the external scheduler, with less information. */
const schedulerLink = (object: KubeObject): Link[] => {
  const path = 'spec.scheduler.externalScheduler'
  const host = flagAt(object, `${path}.enabled`) ? serviceHost(textAt(object, `${path}.endpoint`)) : undefined
  if (!host) return []
  const to = { where: 'here', group: 'cortex.c5c3.io', kind: 'Cortex', ...host } as const
  return [{ rel: 'consumes', optional: true, weak: 'degraded', path: `${path}.endpoint`, to }]
}
