// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { NodeId } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { nodeStatus } from '../shared/node-status.ts'
import type { TreeChild } from './children.ts'
import type { TreeGroup } from './report.ts'

export interface Grouped {
  readonly single: readonly TreeChild[]
  readonly groups: readonly TreeGroup[]
}

/** Groups healthy siblings of one kind and cluster ("12 Hypervisor healthy"), and those that one gap hides. */
export function grouped(assessment: Assessment, next: readonly TreeChild[], affected: ReadonlySet<NodeId>): Grouped {
  const { state } = assessment
  const [plain, others] = partition(next, ({ node }) => !affected.has(node.id) && node.source === 'live')
  const [hidden, rest] = partition(others, ({ node }) => node.source === 'unseen')
  const fine = groupSteps(
    plain,
    ({ node }) => `${node.kind} ${node.cluster.label} ${state(node.id)}`,
    GROUP_FROM,
    (set) => groupOf(assessment, set),
  )
  const unread = groupSteps(
    hidden,
    ({ node }) => `${node.cluster.label} ${node.hidden?.message}`,
    2,
    (set) => ({
      ...groupOf(assessment, set),
      kind: 'unseen',
      ...(set[0]?.node.hidden ? { reason: set[0].node.hidden.message } : {}),
    }),
  )
  const single = new Set([...rest, ...fine.single, ...unread.single])
  return { single: next.filter((step) => single.has(step)), groups: [...unread.groups, ...fine.groups] }
}

/** From this many on, siblings of one kind share a line. */
const GROUP_FROM = 3

/** All nodes that are unhealthy or have an unhealthy dependency, whether or not it affects them. */
export function troubledNodes({ graph, state }: Assessment): ReadonlySet<NodeId> {
  const unhealthy = new Set([...graph.nodes.keys()].filter((id) => !isFine(state(id))))
  for (const id of unhealthy) for (const { from } of graph.into(id)) unhealthy.add(from)
  return unhealthy
}

function groupSteps(
  steps: readonly TreeChild[],
  key: (step: TreeChild) => string,
  from: number,
  group: (set: readonly TreeChild[]) => TreeGroup['group'],
): Grouped {
  const sets = [...Map.groupBy(steps, key).values()]
  return {
    single: sets.filter((set) => set.length < from).flat(),
    groups: sets.filter((set) => set.length >= from).map((set) => ({ group: group(set) })),
  }
}

function groupOf(assessment: Assessment, set: readonly TreeChild[]): TreeGroup['group'] {
  const [{ node }] = set as [TreeChild]
  return {
    kind: node.kind,
    cluster: node.cluster.label,
    state: assessment.state(node.id),
    status: nodeStatus(assessment, node).status,
    count: set.length,
  }
}

/** Groups nodes that are healthy by themselves and blocked by something drawn above. */
export function waitingGroups(assessment: Assessment, steps: readonly TreeChild[]): Grouped {
  return groupSteps(
    steps,
    ({ node }) => `${node.kind} ${node.cluster.label} ${nodeStatus(assessment, node).status}`,
    GROUP_FROM,
    (set) => ({ ...groupOf(assessment, set), waiting: true }),
  )
}

export function partition<T>(all: readonly T[], test: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(test), all.filter((one) => !test(one))]
}
