// SPDX-License-Identifier: Apache-2.0
import type { ExplainedSubject } from '../../assess/why.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { PhaseId } from '../../model/graph/phase.ts'
import { dependenciesOf } from '../shared/dependencies.ts'
import { nodeStatus } from '../shared/node-status.ts'
import { ageOf } from '../shared/object-row.ts'
import { phaseOrder } from '../shared/phase-order.ts'
import { isService } from './detail-parts.ts'
import type { Phase } from './phases.ts'

/** What explains the state of an OpenStack cluster, besides the object itself. */
export interface RootCause {
  /** The message of the check that found it, else that of the object. */
  readonly message?: string
  readonly check?: string
  readonly since?: string
  readonly sinceAge?: string
  /** The phase that it belongs to. */
  readonly phase?: PhaseId
  /** Services that it blocks, in the order in which they are brought up. */
  readonly blocks: readonly string[]
}

export function rootCauseOf(
  assessment: Assessment,
  subject: GraphNode,
  { cause, subject: blocker }: ExplainedSubject,
  phases: readonly Phase[],
): RootCause {
  const own = assessment.own(blocker.id)
  // the evidence decides as in `why`: the condition of the object may be older than the finding
  const since = cause ? (cause.evidence.find((entry) => entry.since)?.since ?? own.since) : own.since
  const sinceAge = ageOf(since, assessment.now)
  const message = cause?.message ?? own.message
  const phase = phases.find(({ members }) => members.some(({ id }) => id === blocker.id))?.id
  return {
    ...(message ? { message } : {}),
    ...(cause ? { check: cause.check.id } : {}),
    ...(since ? { since } : {}),
    ...(sinceAge ? { sinceAge } : {}),
    ...(phase ? { phase } : {}),
    blocks: blockedServices(assessment, subject, blocker),
  }
}

function blockedServices(assessment: Assessment, subject: GraphNode, blocker: GraphNode): readonly string[] {
  const services = dependenciesOf(assessment.graph, subject).filter(isService)
  const blocked = services.filter((node) => {
    const { status, blockedBy } = nodeStatus(assessment, node)
    return status === 'blocked' && blockedBy?.id === blocker.id
  })
  const ordered = blocked.sort((a, b) => phaseOrder(a) - phaseOrder(b) || (a.kind < b.kind ? -1 : 1))
  return [...new Set(ordered.map(({ kind }) => kind))]
}
