// SPDX-License-Identifier: Apache-2.0

import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { objectArgs } from '../../model/text/command.ts'
import { CLAIM_KINDS, COMPOSITES, OBJECTS } from '../shared/crossplane.ts'

const ANNOTATION = 'crossplane.io/paused'

export const paused: Check = {
  id: 'paused',
  category: 'crossplane',
  severity: 'warning',
  title: 'Somebody told Crossplane to leave an object alone',
  why: 'A paused object is neither kept up nor deleted, and its status is that of the moment it was paused. It is meant for an intervention and easily forgotten.',
  fix: 'When the work is done, remove the annotation crossplane.io/paused.',
  byHand: [
    'kubectl get claim,composite,managed -A -o jsonpath=\'{range .items[?(@.metadata.annotations.crossplane\\.io/paused=="true")]}{.kind}/{.metadata.name}{"\\n"}{end}\'',
  ],
  modes: ['F12'],
  reasons: ['ReconcilePaused'],
  about: [...CLAIM_KINDS, ...COMPOSITES, ...OBJECTS],
  *run(context) {
    const pausedClaims = new Set(
      CLAIM_KINDS.flatMap((kind) => context.of(kind))
        .filter(isPaused)
        .flatMap((claim) => COMPOSITES.flatMap((kind) => context.out(claim, kind)).map(({ id }) => id)),
    )
    for (const node of [...CLAIM_KINDS, ...COMPOSITES, ...OBJECTS].flatMap((kind) => context.of(kind))) {
      // Crossplane copies the annotation from a claim to its composite: report the claim, where to remove it.
      if (!isPaused(node) || pausedClaims.has(node.id)) continue
      const { since } = conditionOf(node, 'Synced') ?? {}
      const resource = `${node.spec?.plural ?? node.kind.toLowerCase()}.${node.group}`
      yield {
        mode: 'F12',
        subject: node,
        message: 'it is paused: nothing it asks for is done, and its status is old',
        evidence: [
          { on: node, path: `metadata.annotations[${ANNOTATION}]`, value: 'true', ...(since ? { since } : {}) },
          conditionProof(node, 'Synced'),
        ],
        next: [kubectl(node, 'annotate', ...objectArgs(resource, node.name), `${ANNOTATION}-`)],
        standsAlone: true,
      }
    }
  },
}

const isPaused = (node: GraphNode) =>
  node.object?.metadata.annotations?.[ANNOTATION] === 'true' ||
  conditionOf(node, 'Synced')?.reason === 'ReconcilePaused'
