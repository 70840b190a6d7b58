// SPDX-License-Identifier: Apache-2.0

import type { CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl, type NextStep } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { Condition } from '../../model/object/conditions.ts'
import { objectArgs } from '../../model/text/command.ts'

/** The failed Job of one step of a service, if it exists. */
export function failedJob(context: CheckContext, service: GraphNode, step: string): GraphNode | undefined {
  return context
    .out(service, 'Job.batch')
    .find((job) => job.name.endsWith(`-${step}`) && conditionOf(job, 'Failed')?.status === 'True')
}

/** Evidence from a failed Job, and from the condition of its service. */
export function jobProofs(
  service: GraphNode,
  { type }: Condition,
  job: GraphNode | undefined,
): readonly FindingEvidence[] {
  const condition = conditionProof(service, type)
  return job ? [conditionProof(job, 'Failed'), fieldProof(job, 'status.failed'), condition] : [condition]
}

/** Shows its log, and how to make the operator retry once the cause is fixed. */
export function jobSteps(job: GraphNode | undefined): readonly NextStep[] {
  if (!job) return []
  return [
    kubectl(job, 'logs', `job/${job.name}`, '--all-containers', '--tail=100'),
    {
      ...kubectl(job, 'delete', ...objectArgs('job', job.name)),
      why: 'after the cause is fixed: the operator starts it again',
    },
  ]
}
