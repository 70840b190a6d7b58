// SPDX-License-Identifier: Apache-2.0
// What Flux has applied against what it could apply.

import { conditionOf } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { fieldAt, listAt, textAt } from '../../model/object/fields.ts'

/** Something that Flux applied is not what its source has now. */
export interface Behind {
  /** The field that says what is applied. */
  readonly path: string
  readonly has: string
  readonly source: GraphNode
  /** The field of the source that says what is there. */
  readonly at: string
  readonly offered: string
}

/** The revision or chart version that is in use, with the field that says so; of a source, the one it fetched last. */
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

/** What is applied against what its sources have, when they are not the same. */
export function behindOf(node: GraphNode, sources: readonly GraphNode[]): Behind | undefined {
  const isRelease = node.kind === 'HelmRelease'
  const { path, value: has } = revisionOf(node)
  const wanted = isRelease ? textAt(node.object, 'spec.chart.spec.version') : undefined
  // A version of a chart may be a range: only a plain one can be compared.
  if (wanted && /^v?\d+\.\d+\.\d+/.test(wanted) && wanted !== has)
    return { path, has: has ?? 'nothing', source: node, at: 'spec.chart.spec.version', offered: wanted }
  const source = sources
    .filter(({ kind }) => !isRelease || kind === 'HelmChart')
    .find(({ object }) => textAt(object, 'status.artifact.revision'))
  const offered = textAt(source?.object, 'status.artifact.revision')
  if (!source || !offered || offered === has) return undefined
  return { path, has: has ?? 'nothing', source, at: 'status.artifact.revision', offered }
}

/** When Flux last did its work on something, as far as that tells: one that never ran has not even conditions. */
export function lastWorked(node: GraphNode): string | undefined {
  const times = listAt(node.object, 'status.history').flatMap((run) => {
    const time = fieldAt(run, 'lastReconciled')
    return typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? [time] : []
  })
  const newest = times.sort((a, b) => Date.parse(b) - Date.parse(a))[0]
  return newest ?? conditionOf(node, 'Ready')?.since
}

/** A revision as people say it: eight digits of a hash are enough. */
export const shortRevision = (revision: string): string => revision.replace(/([0-9a-f]{8})[0-9a-f]{24,}/, '$1')
