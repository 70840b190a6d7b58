// SPDX-License-Identifier: Apache-2.0

import { APPLIERS, SOURCES } from '../../kinds/flux/failures.ts'
import { behindOf, lastWorked, shortRevision } from '../../kinds/flux/revision.ts'
import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { flagAt, textAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'

/** An intervention takes hours; a longer suspension has been forgotten. */
const INTERVENTION_TIME = 24 * 3600_000

export const suspended: Check = {
  id: 'suspended',
  category: 'gitops',
  severity: 'warning',
  title: 'Suspended and behind its source',
  why: 'Reconciliation was suspended, for an upgrade or a repair, and Git has changed since. What runs differs from Git, and a later resume applies all changes at once.',
  fix: 'Review what has changed since (flux diff kustomization), then resume it.',
  byHand: [
    'kubectl --context CONTEXT get kustomizations.kustomize.toolkit.fluxcd.io,helmreleases.helm.toolkit.fluxcd.io -A',
    'flux diff kustomization NAME -n NAMESPACE --path PATH --context CONTEXT',
  ],
  modes: ['F22'],
  about: APPLIERS,
  beside: SOURCES,
  *run(context) {
    for (const node of APPLIERS.flatMap((kind) => context.of(kind))) {
      if (flagAt(node.object, 'spec.suspend') !== true) continue
      const since = lastWorked(node) ?? node.object?.metadata.creationTimestamp
      const behind = behindOf(
        node,
        SOURCES.flatMap((kind) => context.out(node, kind)),
      )
      if (!behind || !(context.now - Date.parse(since ?? '') > INTERVENTION_TIME)) continue
      const resource = `${node.spec?.plural}.${node.group}`
      yield {
        mode: 'F22',
        subject: node,
        message: `suspended at ${shortRevision(behind.has)}, its source is at ${shortRevision(behind.offered)}`,
        evidence: [
          { ...fieldProof(node, 'spec.suspend'), ...(since ? { since } : {}) },
          { on: node, path: behind.path, value: behind.has },
          { on: behind.source, path: behind.at, value: behind.offered, ...updatedAt(behind.source) },
        ],
        next: [
          kubectl(
            node,
            'patch',
            ...objectArgs(resource, node.name),
            '--type=merge',
            '-p',
            '{"spec":{"suspend":false}}',
          ),
        ],
        standsAlone: true,
      }
    }
  },
}

function updatedAt({ object }: GraphNode) {
  const since = textAt(object, 'status.artifact.lastUpdateTime')
  return since ? { since } : {}
}
