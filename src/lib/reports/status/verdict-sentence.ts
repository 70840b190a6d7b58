// SPDX-License-Identifier: Apache-2.0
import { isFine, severity } from '../../model/graph/health.ts'
import type { Completeness, State } from '../../model/report/report.ts'
import type { Cell } from '../../model/report/view.ts'
import { SYMBOLS, stateWord, TONES } from '../shared/state-cell.ts'
import { memberText, unreachableText } from './cause-text.ts'
import { poolSummary } from './pool-blocks.ts'
import type { StatusReport, StatusRow } from './report.ts'

/** The first line of `status`: how many OpenStack clusters are in which state, and how much could be read. */
export function verdictSentence(report: StatusReport): Cell {
  const { verdict, clusters, completeness } = report
  const text = [
    clusters.length === 0 ? noneText(completeness) : clustersText(clusters),
    ...poolsText(report),
    reachableText(completeness),
    ...(isPartial(report) ? ['not everything could be read'] : []),
  ].join(' · ')
  return { text: `${SYMBOLS[verdict]} ${text}`, tone: TONES[verdict] }
}

/** An empty list proves nothing if a cluster that could hold one was not read. */
function noneText({ gaps }: Completeness): string {
  const [unread] = gaps.filter(({ kind }) => kind === undefined)
  if (unread) return `Cannot tell which OpenStack clusters exist: ${memberText(unread.cluster)} could not be read`
  return gaps.length > 0 ? 'No OpenStack clusters found in what could be read' : 'No OpenStack clusters found'
}

function clustersText(rows: readonly StatusRow[]): string {
  const [only] = rows
  if (only && rows.length === 1 && only.name !== '*')
    return `OpenStack cluster ${only.name} ${isFine(only.state) ? 'is ' : ''}${phraseOf(rows)}`
  const byState = [...Map.groupBy(rows, ({ state }) => state)].sort(([a], [b]) => severity(b) - severity(a))
  const [unhealthy, fine] = [byState.filter(([state]) => !isFine(state)), byState.filter(([state]) => isFine(state))]
  const counts = unhealthy.map(([, set], i) =>
    i === 0 ? `${set.length} of ${rows.length} OpenStack clusters ${phraseOf(set)}` : `${set.length} ${phraseOf(set)}`,
  )
  if (counts.length > 0) return [counts.join(', '), ...fine.map(countOf)].join(' · ')
  if (fine.length === 1) return `All ${rows.length} OpenStack clusters are ${phraseOf(rows)}`
  return `${rows.length} OpenStack clusters: ${fine.map(countOf).join(', ')}`
}

const countOf = ([, rows]: readonly [State, readonly StatusRow[]]) => `${rows.length} ${phraseOf(rows)}`

/** Rows of one state; if they are unknown for one reason, that reason too. */
function phraseOf(rows: readonly StatusRow[]): string {
  const [first] = rows
  if (!first) return ''
  if (first.state === 'maintenance') return 'in maintenance'
  if (first.state !== 'unknown') return stateWord(first.state)
  const causes = new Map(rows.flatMap(({ unreachable }) => (unreachable ? [[unreachable.cluster, unreachable]] : [])))
  const [cause] = causes.values()
  return causes.size === 1 && cause ? `unknown: ${unreachableText(cause)}` : 'unknown'
}

/** In detail only if nothing else is unhealthy. */
function poolsText({ pools, clusters }: StatusReport): readonly string[] {
  const unhealthy = pools.filter(({ state }) => !isFine(state)).sort((a, b) => severity(b.state) - severity(a.state))
  const [worst] = unhealthy
  if (!worst) return []
  // the sentence about the OpenStack clusters names the same cause
  if (clusters.some(({ unreachable }) => unreachable !== undefined)) return []
  if (unhealthy.length === 1 && clusters.every(({ state }) => isFine(state))) return [poolSummary(worst)]
  return [...Map.groupBy(unhealthy, ({ state }) => state)].map(
    ([state, set]) => `${set.length} ${set.length === 1 ? 'pool' : 'pools'} ${stateWord(state)}`,
  )
}

function reachableText({ clusters, gaps }: Completeness): string {
  const unreachable = new Set(gaps.filter(({ kind }) => kind === undefined).map(({ cluster }) => cluster))
  const total = clusters.length
  const known = unreachable.size > 0 || gaps.length > 0 ? 'reachable' : 'read'
  return `${total - unreachable.size}/${total} Kubernetes ${total === 1 ? 'cluster' : 'clusters'} ${known}`
}

/** Objects of reachable clusters could not be read. */
const isPartial = ({ completeness: { gaps } }: StatusReport) => gaps.some(({ kind }) => kind !== undefined)
