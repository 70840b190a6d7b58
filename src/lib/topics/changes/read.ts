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

type Read = Pick<ChangesInput, 'snapshot' | 'assessment' | 'subjects' | 'resources' | 'skews'>

/** Everything that tells when it changed: an object and all it stands on, or all that is read, and the Pods behind it. */
export async function readChanges(fleet: Fleet, object: string | undefined, options: ObserveOptions): Promise<Read> {
  const named = object ? onDemandKindsFor([object]) : []
  const kinds = [...KINDS.filter(({ onDemand }) => !onDemand), ...named].map(withTimes)
  const seen = await observe(fleet, { ...options, also: kinds })
  const { subjects, reached } = subjectsOf(seen, object)
  const { resources, gaps } = seen.snapshot
  const isAll = object === undefined && isWhole(options.scope)
  const nodes = isAll ? [...seen.assessment.graph.nodes.values()] : reached
  const near = await collectAround(fleet, nodes, WORKLOAD_KINDS.map(withTimes), options.signal)
  const objects = new Set(reached.map((node) => node.object))
  return {
    snapshot: { ...seen.snapshot, gaps: [...gaps, ...near.gaps] },
    assessment: seen.assessment,
    subjects,
    resources: [
      ...(isAll ? resources : resources.filter((resource) => objects.has(resource.object))),
      ...(isAll ? near.objects : ownedPods(reached, near.objects)),
    ],
    skews: clockSkews(fleet),
  }
}

/** Times that nothing else needs. */
export const withTimes = (spec: KindSpec): KindSpec => ({
  ...spec,
  keep: [
    ...spec.keep,
    'metadata.changed',
    ...(spec.group.endsWith('.toolkit.fluxcd.io') ? ['status.history', 'status.artifact'] : []),
    ...(spec.kind === 'Pod' ? ['status.containerStatuses.lastState', 'status.initContainerStatuses'] : []),
  ],
})
