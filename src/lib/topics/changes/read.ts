// SPDX-License-Identifier: Apache-2.0
import type { Fleet } from '../../fleet/member.ts'
import { KINDS } from '../../kinds/index.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { isWhole } from '../../model/landscape/scope.ts'
import { clockSkews } from '../../pipeline/clock-skew.ts'
import { collectAround } from '../../pipeline/collect-around.ts'
import { type ObserveOptions, observe } from '../../pipeline/observe.ts'
import { onDemandKindsFor, subjectsOf } from '../../pipeline/subjects.ts'
import type { ChangesInput } from '../../reports/changes/report.ts'
import { ownedPods } from '../../reports/shared/owned-pods.ts'
import { WORKLOAD_KINDS } from '../events/kinds.ts'

/** Reads everything that shows changes: an object and its dependencies, or all, and the Pods they own. */
export async function readChanges(
  fleet: Fleet,
  object: string | undefined,
  options: ObserveOptions,
): Promise<ChangesData> {
  const onDemandKinds = object ? onDemandKindsFor([object]) : []
  const kinds = [...KINDS.filter(({ onDemand }) => !onDemand), ...onDemandKinds].map(withTimes)
  const observation = await observe(fleet, { ...options, also: kinds })
  const { subjects, reached } = subjectsOf(observation, object)
  const { resources, gaps } = observation.snapshot
  const isAll = object === undefined && isWhole(options.scope)
  const nodes = isAll ? [...observation.assessment.graph.nodes.values()] : reached
  const workloads = await collectAround(fleet, nodes, WORKLOAD_KINDS.map(withTimes), options.signal)
  const objects = new Set(reached.map((node) => node.object))
  return {
    snapshot: { ...observation.snapshot, gaps: [...gaps, ...workloads.gaps] },
    assessment: observation.assessment,
    subjects,
    resources: [
      ...(isAll ? resources : resources.filter((resource) => objects.has(resource.object))),
      ...(isAll ? workloads.objects : ownedPods(reached, workloads.objects)),
    ],
    skews: clockSkews(fleet),
  }
}

/** Adds the times that only `changes` needs. */
export const withTimes = (spec: KindSpec): KindSpec => ({
  ...spec,
  keep: [
    ...spec.keep,
    'metadata.changed',
    ...(spec.group.endsWith('.toolkit.fluxcd.io') ? ['status.history', 'status.artifact'] : []),
    ...(spec.kind === 'Pod' ? ['status.containerStatuses.lastState', 'status.initContainerStatuses'] : []),
  ],
})

type ChangesData = Pick<ChangesInput, 'snapshot' | 'assessment' | 'subjects' | 'resources' | 'skews'>
