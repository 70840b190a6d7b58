// SPDX-License-Identifier: Apache-2.0
// Compares applied revisions with those of their sources.

import { conditionOf } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { fieldAt, listAt, textAt } from '../../model/object/fields.ts'

/** An applied revision that differs from that of its source. */
export interface Behind {
  readonly path: string
  readonly has: string
  readonly source: GraphNode
  readonly at: string
  readonly offered: string
}

/** The applied revision or chart version and its field; for a source, the last fetched one. */
export function revisionOf({ kind, object }: GraphNode): { readonly path: string; readonly value?: string } {
  if (kind === 'HelmRelease') {
    const value = textAt(listAt(object, 'status.history')[0], 'chartVersion')
    return { path: 'status.history[0].chartVersion', ...(value ? { value } : {}) }
  }
  const path =
    kind === 'Kustomization' || kind === 'FluxInstance' ? 'status.lastAppliedRevision' : 'status.artifact.revision'
  const value = textAt(object, path)
  return { path, ...(value ? { value } : {}) }
}

export function behindOf(node: GraphNode, sources: readonly GraphNode[]): Behind | undefined {
  const isRelease = node.kind === 'HelmRelease'
  const { path, value: has } = revisionOf(node)
  const pinned = isRelease ? textAt(node.object, 'spec.chart.spec.version') : undefined
  // A chart version may be a range: only an exact version can be compared.
  if (pinned && /^v?\d+\.\d+\.\d+/.test(pinned) && pinned !== has)
    return { path, has: has ?? 'nothing', source: node, at: 'spec.chart.spec.version', offered: pinned }
  const source = sources
    .filter(({ kind }) => !isRelease || kind === 'HelmChart')
    .find(({ object }) => textAt(object, 'status.artifact.revision'))
  const offered = textAt(source?.object, 'status.artifact.revision')
  if (!source || !offered || offered === has) return undefined
  return { path, has: has ?? 'nothing', source, at: 'status.artifact.revision', offered }
}

/** The last reconciliation, as far as known: an object that never ran has no conditions. */
export function lastWorked(node: GraphNode): string | undefined {
  const times = listAt(node.object, 'status.history').flatMap((run) => {
    const time = fieldAt(run, 'lastReconciled')
    return typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? [time] : []
  })
  const newest = times.sort((a, b) => Date.parse(b) - Date.parse(a))[0]
  return newest ?? conditionOf(node, 'Ready')?.since
}

/** Shortens a hash to eight digits for display. */
export const shortRevision = (revision: string): string => revision.replace(/([0-9a-f]{8})[0-9a-f]{24,}/, '$1')
