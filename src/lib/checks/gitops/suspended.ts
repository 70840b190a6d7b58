// SPDX-License-Identifier: Apache-2.0
import type { Check, Sight } from '../../model/check.ts'
import { flagAt, listAt, textAt } from '../../model/fields.ts'
import { APPLIERS, SOURCES } from '../../model/flux-trouble.ts'
import type { GraphNode } from '../../model/graph.ts'
import { kubectl } from '../../model/next-step.ts'
import { conditionOf, fieldProof } from '../../model/proof.ts'

/** An intervention takes hours; what is suspended for longer has been forgotten. */
const PATIENCE = 24 * 3600_000

export const suspended: Check = {
  id: 'suspended',
  category: 'gitops',
  severity: 'warning',
  title: 'Something is suspended and behind its source',
  why: 'Somebody told Flux to leave it alone, for an upgrade or a repair, and Git has moved on since. What runs is no longer what Git says, and a later resume applies everything at once.',
  fix: 'Look at what has changed since, then resume it.',
  byHand: [
    'kubectl get kustomizations.kustomize.toolkit.fluxcd.io,helmreleases.helm.toolkit.fluxcd.io -A',
    'flux diff kustomization NAME -n NAMESPACE --path PATH',
  ],
  modes: ['F22'],
  about: APPLIERS,
  beside: SOURCES,
  *run(sight) {
    for (const node of APPLIERS.flatMap((kind) => sight.of(kind))) {
      if (flagAt(node.object, 'spec.suspend') !== true) continue
      const since = conditionOf(node, 'Ready')?.since ?? node.object?.metadata.creationTimestamp
      const behind = behindOf(sight, node)
      if (!behind || !(sight.now - Date.parse(since ?? '') > PATIENCE)) continue
      const resource = `${node.spec?.plural}.${node.group}`
      yield {
        mode: 'F22',
        subject: node,
        message: `it is suspended, and its source is ahead: ${short(behind.has)} is applied, ${short(behind.offered)} is there`,
        evidence: [
          { ...fieldProof(node, 'spec.suspend'), ...(since ? { since } : {}) },
          { on: node, path: behind.path, value: behind.has },
          { on: behind.source, path: behind.at, value: behind.offered, ...updatedAt(behind.source) },
        ],
        next: [kubectl(node, 'patch', resource, node.name, '--type=merge', '-p', '{"spec":{"suspend":false}}')],
        standsAlone: true,
      }
    }
  },
}

interface Behind {
  readonly path: string
  readonly has: string
  readonly source: GraphNode
  readonly at: string
  readonly offered: string
}

/** What is applied against what its source has, when they are not the same. */
function behindOf(sight: Sight, node: GraphNode): Behind | undefined {
  const isRelease = node.kind === 'HelmRelease'
  const path = isRelease ? 'status.history[0].chartVersion' : 'status.lastAppliedRevision'
  const has = isRelease
    ? textAt(listAt(node.object, 'status.history')[0], 'chartVersion')
    : textAt(node.object, 'status.lastAppliedRevision')
  const wanted = isRelease ? textAt(node.object, 'spec.chart.spec.version') : undefined
  // A version of a chart may be a range: only a plain one can be compared.
  if (wanted && /^v?\d+\.\d+\.\d+/.test(wanted) && wanted !== has)
    return { path, has: has ?? 'nothing', source: node, at: 'spec.chart.spec.version', offered: wanted }
  const kinds = isRelease ? SOURCES.filter((kind) => kind.startsWith('HelmChart.')) : SOURCES
  const source = kinds
    .flatMap((kind) => sight.out(node, kind))
    .find(({ object }) => textAt(object, 'status.artifact.revision'))
  const offered = textAt(source?.object, 'status.artifact.revision')
  if (!source || !offered || offered === has) return undefined
  return { path, has: has ?? 'nothing', source, at: 'status.artifact.revision', offered }
}

function updatedAt({ object }: GraphNode) {
  const since = textAt(object, 'status.artifact.lastUpdateTime')
  return since ? { since } : {}
}

/** A revision as people say it: eight digits of a hash are enough. */
const short = (revision: string) => revision.replace(/([0-9a-f]{8})[0-9a-f]{24,}/, '$1')
