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
  title: 'Reconciliation is paused',
  why: 'A paused object is neither reconciled nor deleted, and its status is frozen at the moment it was paused. Pausing is meant for manual work and easily forgotten.',
  fix: 'When the work is done, remove the annotation crossplane.io/paused.',
  byHand: [
    'kubectl --context MANAGEMENT get claim,composite,managed -A -o jsonpath=\'{range .items[?(@.metadata.annotations.crossplane\\.io/paused=="true")]}{.kind}/{.metadata.name}{"\\n"}{end}\'',
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
        message: 'paused: its spec is not applied, and its status is not updated',
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
