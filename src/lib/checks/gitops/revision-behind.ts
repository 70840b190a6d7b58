// SPDX-License-Identifier: Apache-2.0

import { durationOf } from '../../kinds/external-secrets/refresh-interval.ts'
import { APPLIERS, SOURCES } from '../../kinds/flux/failures.ts'
import { behindOf, shortRevision } from '../../kinds/flux/revision.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionProof, fieldProof, withoutDate } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { flagAt, textAt } from '../../model/object/fields.ts'

/** In minutes, besides twice the interval: time to apply and to check what was applied. */
const APPLY_MINUTES = 30

export const revisionBehind: Check = {
  id: 'revision-behind',
  category: 'gitops',
  severity: 'error',
  effect: 'degrades',
  title: 'Flux reports Ready for an outdated revision',
  why: 'The source has had a newer revision for longer than the interval, and this object still reports Ready for the old one. Its controller is down or stuck: changes in Git do not reach the cluster.',
  fix: 'Check that the Flux controllers run, and read their logs. Then request a reconciliation: flux reconcile kustomization NAME -n NAMESPACE.',
  byHand: [
    'kubectl --context CONTEXT -n flux-system get deployments',
    'kubectl --context CONTEXT get kustomizations.kustomize.toolkit.fluxcd.io -A',
    'kubectl --context CONTEXT -n flux-system logs deployment/kustomize-controller --tail=100',
  ],
  modes: ['F169'],
  about: ['Kustomization.kustomize.toolkit.fluxcd.io'],
  beside: SOURCES,
  *run(context) {
    const late = APPLIERS.flatMap((kind) => context.of(kind)).flatMap((node) => behind(context, node))
    // One source, one finding: its users all wait for the same controller.
    for (const [source, group] of Map.groupBy(late, ({ revision }) => revision.source)) {
      const [first, ...others] = group
      if (!first) continue
      const { node, revision } = first
      yield {
        mode: 'F169',
        subject: node,
        message: `Ready at ${shortRevision(revision.has)}, but its source is at ${shortRevision(revision.offered)}${others.length > 0 ? `; the same for ${others.length} more` : ''}`,
        evidence: [
          { on: node, path: revision.path, value: revision.has },
          { ...fieldProof(source, revision.at), ...sinceOf(source) },
          withoutDate(conditionProof(node, 'Ready')),
          ...others
            .slice(0, 2)
            .map((other) => ({ on: other.node, path: other.revision.path, value: other.revision.has })),
        ],
        touches: others.map((other) => other.node),
        next: [
          kubectl(
            { cluster: node.cluster, ...(node.namespace ? { namespace: node.namespace } : {}) },
            'get',
            'deployments',
          ),
        ],
      }
    }
  },
}

function behind(context: CheckContext, node: GraphNode) {
  if (node.kind !== 'Kustomization' || flagAt(node.object, 'spec.suspend') === true) return []
  // A failing one, or one that is blocked by a dependency, says itself why it is behind.
  if (context.own(node).state !== 'healthy') return []
  const revision = behindOf(
    node,
    SOURCES.flatMap((kind) => context.out(node, kind)),
  )
  const updated = revision && textAt(revision.source.object, 'status.artifact.lastUpdateTime')
  if (!revision || flagAt(revision.source.object, 'spec.suspend') === true) return []
  const interval = (durationOf(textAt(node.object, 'spec.interval')) ?? 600_000) / 60_000
  return hasLastedFor(updated, 2 * interval + APPLY_MINUTES, context.now) ? [{ node, revision }] : []
}

function sinceOf({ object }: GraphNode) {
  const since = textAt(object, 'status.artifact.lastUpdateTime')
  return since ? { since } : {}
}
