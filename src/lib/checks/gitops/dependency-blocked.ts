// SPDX-License-Identifier: Apache-2.0

import {
  APPLIERS,
  goneVersion,
  isExhausted,
  isSourceFailing,
  isWaitingForOther,
  SOURCES,
} from '../../kinds/flux/failures.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof, missingEvidence } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { conditionEvidence, firstLine } from '../shared/crossplane.ts'

export const dependencyBlocked: Check = {
  id: 'dependency-blocked',
  category: 'gitops',
  severity: 'error',
  title: 'Flux dependency fails and blocks others',
  why: 'Flux applies objects in the order of dependsOn. Everything that depends on the failing one keeps its old revision, however long the chain is; only the first needs a fix.',
  fix: 'Fix the first one: its own message says what is wrong. The others recover on their own.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get kustomizations.kustomize.toolkit.fluxcd.io',
    'kubectl --context CONTEXT -n NAMESPACE describe kustomizations.kustomize.toolkit.fluxcd.io NAME',
  ],
  modes: ['F21'],
  reasons: ['DependencyNotReady'],
  about: APPLIERS,
  beside: SOURCES,
  *run(context) {
    const blocked = new Map<GraphNode, GraphNode[]>()
    for (const node of APPLIERS.flatMap((kind) => context.of(kind)).filter(isWaitingForOther))
      for (const root of rootsOf(context, node)) blocked.set(root, [...(blocked.get(root) ?? []), node])
    for (const [root, nodes] of blocked) {
      // A more specific check reports this root.
      if (hasSpecificCheck(context, root)) continue
      const ready = conditionOf(root, 'Ready')
      yield {
        mode: 'F21',
        subject: root,
        message: `${root.object ? firstLine(ready?.message || 'not ready') : 'does not exist'}; it blocks ${nodes.length} ${nodes.length === 1 ? 'object' : 'objects'}`,
        evidence: [
          root.object ? conditionProof(root, 'Ready') : missingEvidence(root),
          ...conditionEvidence(nodes, 'Ready'),
        ],
        next: root.object ? [] : [kubectl(root, 'get', `${root.spec?.plural ?? 'kustomizations'}.${root.group}`)],
        affects: nodes,
      }
    }
  },
}

/** Where a chain of blocked objects ends: at a missing object, or one that fails by itself. A cycle has no end. */
function rootsOf(context: CheckContext, from: GraphNode): readonly GraphNode[] {
  const seen = new Set([from])
  const roots: GraphNode[] = []
  for (const node of seen) {
    const next = context.out(node, `${from.kind}.${from.group}`)
    if (node !== from && !isWaitingForOther(node)) {
      if (node.source === 'missing' || conditionOf(node, 'Ready')?.status === 'False') roots.push(node)
    } else for (const dependency of next) seen.add(dependency)
  }
  return roots
}

const hasSpecificCheck = (context: CheckContext, root: GraphNode) =>
  isExhausted(root) ||
  goneVersion(root) !== undefined ||
  SOURCES.flatMap((kind) => context.out(root, kind)).some(isSourceFailing)
