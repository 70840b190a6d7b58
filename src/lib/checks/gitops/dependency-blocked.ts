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
  title: 'One Flux object fails and others wait for it',
  why: 'Flux applies in the order of dependsOn. Everything behind the one that fails stays as it was, however long the chain is; only the first needs repair.',
  fix: 'Repair the first one: its own message says what is wrong. The others follow by themselves.',
  byHand: [
    'kubectl -n NAMESPACE get kustomizations.kustomize.toolkit.fluxcd.io',
    'flux tree kustomization NAME -n NAMESPACE',
  ],
  modes: ['F21'],
  reasons: ['DependencyNotReady'],
  about: APPLIERS,
  beside: SOURCES,
  *run(sight) {
    const waiting = new Map<GraphNode, GraphNode[]>()
    for (const node of APPLIERS.flatMap((kind) => sight.of(kind)).filter(isWaitingForOther))
      for (const root of rootsOf(sight, node)) waiting.set(root, [...(waiting.get(root) ?? []), node])
    for (const [root, nodes] of waiting) {
      // Where a better name is known for what is wrong with it, that one speaks.
      if (isKnown(sight, root)) continue
      const ready = conditionOf(root, 'Ready')
      yield {
        mode: 'F21',
        subject: root,
        message: `${root.object ? firstLine(ready?.message || 'it is not ready') : 'it does not exist'}, and ${nodes.length} ${nodes.length === 1 ? 'waits' : 'wait'} for it`,
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

/** Where a chain of waiting ends: at one that is missing, or that fails by itself. A circle has no end. */
function rootsOf(sight: CheckContext, from: GraphNode): readonly GraphNode[] {
  const seen = new Set([from])
  const roots: GraphNode[] = []
  for (const node of seen) {
    const next = sight.out(node, `${from.kind}.${from.group}`)
    if (node !== from && !isWaitingForOther(node)) {
      if (node.source === 'missing' || conditionOf(node, 'Ready')?.status === 'False') roots.push(node)
    } else for (const one of next) seen.add(one)
  }
  return roots
}

const isKnown = (sight: CheckContext, root: GraphNode) =>
  isExhausted(root) ||
  goneVersion(root) !== undefined ||
  SOURCES.flatMap((kind) => sight.out(root, kind)).some(isSourceFailing)
