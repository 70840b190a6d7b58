// SPDX-License-Identifier: Apache-2.0
import type { Gap } from '../../model/landscape/gap.ts'
import { type ScopeReport, scopeWords } from '../../model/landscape/scope.ts'
import type { Completeness } from '../../model/report/report.ts'

/** What was read of which clusters, from the gaps. Says the same whichever gap was met first. */
export function completenessOf(clusters: readonly string[], gaps: readonly Gap[]): Completeness {
  const place = new Map(clusters.map((name, i) => [name, i]))
  const order = (gap: Gap) => place.get(gap.cluster) ?? clusters.length
  const incomplete = new Set(gaps.map((gap) => gap.cluster))
  return {
    complete: gaps.length === 0,
    clusters: clusters.map((name) => ({ name, complete: !incomplete.has(name) })),
    gaps: [...gaps].sort((a, b) => order(a) - order(b) || (textOf(a) < textOf(b) ? -1 : 1)),
  }
}

const textOf = ({ kind = '', namespace = '', fault, message }: Gap) => `${kind} ${namespace} ${fault} ${message}`

/** "7 of 8 clusters answered", the words every text answer ends with, and what it was limited to. */
export function completenessText({ clusters }: Completeness, verb: string, scope?: ScopeReport): string {
  const good = clusters.filter((cluster) => cluster.complete).length
  const limits = scope ? ` · only ${scopeWords(scope)}` : ''
  return `${good} of ${clusters.length} ${clusters.length === 1 ? 'cluster' : 'clusters'} ${verb}${limits}`
}
