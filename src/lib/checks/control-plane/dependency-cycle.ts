// SPDX-License-Identifier: Apache-2.0

import { SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode, NodeId } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { type Dependency, declaredDependencies } from '../shared/service-dependencies.ts'

export const dependencyCycle: Check = {
  id: 'dependency-cycle',
  category: 'control-plane',
  severity: 'error',
  title: 'Services wait for one another in a circle',
  why: 'Each service of the circle starts only when the next one is ready, so none of them ever does.',
  fix: 'Take one entry out of spec.dependsOn: the one that goes against the usual order (Keystone, then Placement and Glance, then Nova, Neutron and Cinder, then Cortex and Tempest).',
  byHand: ['kubectl -n NAMESPACE get KIND NAME -o yaml   # spec.dependsOn'],
  modes: ['F57'],
  about: SERVICE_KINDS,
  *run(sight) {
    const services = SERVICE_KINDS.flatMap((kind) => sight.of(kind))
    const known = new Map(services.map((service) => [service.id, declaredDependencies(sight, service)] as const))
    const told = new Set<NodeId>()
    for (const service of services) {
      const circle = told.has(service.id) ? undefined : circleThrough(service, known)
      if (!circle) continue
      for (const { from } of circle) told.add(from.id)
      yield {
        mode: 'F57',
        subject: service,
        standsAlone: true,
        severity: circle.some(({ from }) => isStuck(sight, from)) ? 'error' : 'warning',
        message: `it waits for ${circle.map(({ to }) => `${to.kind} ${to.name}`).join(', which waits for ')}`,
        evidence: circle.map(({ from, path, to }) => ({ on: from, path, value: `${to.kind} ${to.name}` })),
        next: circle.map(({ from }) => getYaml(from)),
        affects: circle.map(({ from }) => from).filter(({ id }) => id !== service.id),
      }
    }
  },
}

const isStuck = (sight: CheckContext, node: GraphNode) => !isFine(sight.own(node).state)

interface Wait extends Dependency {
  readonly from: GraphNode
}

/** The shortest way from a service back to itself. */
function circleThrough(
  start: GraphNode,
  known: ReadonlyMap<NodeId, readonly Dependency[]>,
): readonly Wait[] | undefined {
  const before = new Map<NodeId, Wait>()
  const queue = [start]
  for (const from of queue)
    for (const dependency of known.get(from.id) ?? []) {
      const { to } = dependency
      if (before.has(to.id)) continue
      before.set(to.id, { ...dependency, from })
      if (to.id === start.id) return wayBack(before, start)
      queue.push(to)
    }
  return undefined
}

function wayBack(before: ReadonlyMap<NodeId, Wait>, start: GraphNode): readonly Wait[] {
  const circle: Wait[] = []
  for (let wait = before.get(start.id); wait; wait = before.get(wait.from.id)) {
    circle.unshift(wait)
    if (wait.from.id === start.id) break
  }
  return circle
}
