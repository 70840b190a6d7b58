// SPDX-License-Identifier: Apache-2.0

import type { CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl, type NextStep } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { Condition } from '../../model/object/conditions.ts'
import { objectArgs } from '../../model/text/command.ts'

/** The Job by which an operator did one step for a service, when it is there and has failed. */
export function failedJob(sight: CheckContext, service: GraphNode, step: string): GraphNode | undefined {
  return sight
    .out(service, 'Job.batch')
    .find((job) => job.name.endsWith(`-${step}`) && conditionOf(job, 'Failed')?.status === 'True')
}

/** What a Job that failed leaves behind, besides what its service says. */
export function jobProofs(
  service: GraphNode,
  { type }: Condition,
  job: GraphNode | undefined,
): readonly FindingEvidence[] {
  const told = conditionProof(service, type)
  return job ? [conditionProof(job, 'Failed'), fieldProof(job, 'status.failed'), told] : [told]
}

/** Its log, and how to have the operator try again once the reason is gone. */
export function jobSteps(job: GraphNode | undefined): readonly NextStep[] {
  if (!job) return []
  return [
    kubectl(job, 'logs', `job/${job.name}`, '--all-containers', '--tail=100'),
    {
      ...kubectl(job, 'delete', ...objectArgs('job', job.name)),
      why: 'once it is repaired: the operator starts it again',
    },
  ]
}
