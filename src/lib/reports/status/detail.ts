// SPDX-License-Identifier: Apache-2.0

import { normaliseControlPlane, requestedServices } from '../../kinds/c5c3-operator/spec.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { kindName } from '../../model/graph/kind.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { textAt } from '../../model/object/fields.ts'
import { dependenciesOf } from '../shared/dependencies.ts'
import { type DetailPart, detailParts, detailServices, type ServiceRow } from './detail-parts.ts'
import { servicePhase } from './phase-requests.ts'
import { type StatusInput, type StatusReport, statusReport } from './report.ts'
import { type Requested, requestedOf } from './requested-vs-actual.ts'

export interface StatusPageReport extends StatusReport {
  readonly services: readonly ServiceRow[]
  readonly parts: readonly DetailPart[]
  readonly requested: readonly Requested[]
  /** The phase the claim itself reports, and whether the assessment agrees. */
  readonly claims?: { readonly phase: string; readonly agrees: boolean }
  readonly dialect?: string
}

export function statusPageReport(
  snapshot: Snapshot,
  assessment: Assessment,
  subject: GraphNode,
  options: Pick<StatusInput, 'causes' | 'allowIncomplete' | 'acceptCached'>,
): StatusPageReport {
  const input: StatusInput = { subjects: [subject], ...options, scope: {}, onlyUsedPools: true }
  const base = statusReport(snapshot, assessment, input)
  const nodes = dependenciesOf(assessment.graph, subject)
  const plane = nodes.find((node) => kindName(node) === 'ControlPlane.c5c3.io' && node.object)
  const model = plane?.object ? normaliseControlPlane(plane.object) : undefined
  const phase = textAt(subject.object, 'status.phase')
  const { pools } = base
  return {
    ...base,
    services: detailServices(assessment, nodes, model ? requestedServices(model) : [], (service) => {
      const phase = base.clusters[0]?.phases.find(({ id }) => id === servicePhase(service))
      return phase?.state === 'waiting' || phase?.state === 'progressing' || phase?.state === 'stalled'
    }),
    parts: detailParts(assessment, nodes, snapshot, pools),
    requested: requestedOf(subject, nodes),
    ...(phase ? { claims: { phase, agrees: (phase === 'Ready') === isFine(assessment.state(subject.id)) } } : {}),
    ...(model ? { dialect: model.dialect } : {}),
  }
}
