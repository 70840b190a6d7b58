// SPDX-License-Identifier: Apache-2.0
import type { Gap } from '../../model/landscape/gap.ts'
import { type ScopeReport, scopeWords } from '../../model/landscape/scope.ts'
import type { Completeness } from '../../model/report/report.ts'
import type { Cell } from '../../model/report/view.ts'

/** Sorts the gaps, so that the result does not depend on the order of responses. */
export function completenessOf(clusters: readonly string[], gaps: readonly Gap[]): Completeness {
  const position = new Map(clusters.map((name, i) => [name, i]))
  const order = (gap: Gap) => position.get(gap.cluster) ?? clusters.length
  const incomplete = new Set(gaps.map((gap) => gap.cluster))
  return {
    complete: gaps.length === 0,
    clusters: clusters.map((name) => ({ name, complete: !incomplete.has(name) })),
    gaps: [...gaps].sort((a, b) => order(a) - order(b) || (textOf(a) < textOf(b) ? -1 : 1)),
  }
}

const textOf = ({ kind = '', namespace = '', fault, message }: Gap) => `${kind} ${namespace} ${fault} ${message}`

/** For example "7 of 8 clusters answered". */
export function completenessText({ clusters }: Completeness, verb: string, scope?: ScopeReport): string {
  const good = clusters.filter((cluster) => cluster.complete).length
  const limits = scope ? ` · only ${scopeWords(scope)}` : ''
  return `${good} of ${clusters.length} ${clusters.length === 1 ? 'cluster' : 'clusters'} ${verb}${limits}`
}

/** The last, dim line of a text report: how much was read, and further remarks. */
export const completenessFooter = (
  { completeness, scope }: { readonly completeness: Completeness; readonly scope?: ScopeReport },
  ...remarks: readonly string[]
): Cell => ({
  text: [completenessText(completeness, 'read in full', scope), ...remarks].filter(Boolean).join(' · '),
  tone: 'dim',
})
