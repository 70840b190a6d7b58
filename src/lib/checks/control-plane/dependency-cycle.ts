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
  title: 'Circular dependency between services',
  why: 'Each of these services starts only when the next one is ready, so that none of them ever starts.',
  fix: 'Remove one entry of spec.dependsOn: the one that contradicts the usual order (Keystone, then Placement and Glance, then Nova, Neutron and Cinder, then Cortex and Tempest).',
  byHand: ['kubectl --context CONTEXT -n NAMESPACE get KIND NAME -o yaml   # spec.dependsOn'],
  modes: ['F57'],
  about: SERVICE_KINDS,
  *run(context) {
    const services = SERVICE_KINDS.flatMap((kind) => context.of(kind))
    const dependencies = new Map(
      services.map((service) => [service.id, declaredDependencies(context, service)] as const),
    )
    const reported = new Set<NodeId>()
    for (const service of services) {
      const cycle = reported.has(service.id) ? undefined : findCycle(service, dependencies)
      if (!cycle) continue
      for (const { from } of cycle) reported.add(from.id)
      yield {
        mode: 'F57',
        subject: service,
        standsAlone: true,
        severity: cycle.some(({ from }) => isStuck(context, from)) ? 'error' : 'warning',
        message: `depends on ${cycle.map(({ to }) => `${to.kind} ${to.name}`).join(', which depends on ')}`,
        evidence: cycle.map(({ from, path, to }) => ({ on: from, path, value: `${to.kind} ${to.name}` })),
        next: cycle.map(({ from }) => getYaml(from)),
        affects: cycle.map(({ from }) => from).filter(({ id }) => id !== service.id),
      }
    }
  },
}

const isStuck = (context: CheckContext, node: GraphNode) => !isFine(context.own(node).state)

interface DependencyStep extends Dependency {
  readonly from: GraphNode
}

function findCycle(
  start: GraphNode,
  dependencies: ReadonlyMap<NodeId, readonly Dependency[]>,
): readonly DependencyStep[] | undefined {
  const before = new Map<NodeId, DependencyStep>()
  const queue = [start]
  for (const from of queue)
    for (const dependency of dependencies.get(from.id) ?? []) {
      const { to } = dependency
      if (before.has(to.id)) continue
      before.set(to.id, { ...dependency, from })
      if (to.id === start.id) return pathBack(before, start)
      queue.push(to)
    }
  return undefined
}

function pathBack(before: ReadonlyMap<NodeId, DependencyStep>, start: GraphNode): readonly DependencyStep[] {
  const cycle: DependencyStep[] = []
  for (let step = before.get(start.id); step; step = before.get(step.from.id)) {
    cycle.unshift(step)
    if (step.from.id === start.id) break
  }
  return cycle
}
