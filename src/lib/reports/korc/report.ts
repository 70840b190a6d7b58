// SPDX-License-Identifier: Apache-2.0

import type { Cause } from '../../assess/causes.ts'
import { causeFinder } from '../../assess/root-cause-path.ts'
import { KORC } from '../../kinds/korc/health-and-links.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine, severity, worse } from '../../model/graph/health.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { isWhole, type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { entriesAt, textAt } from '../../model/object/fields.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { awaitedObjects } from '../../model/text/objects-in-message.ts'
import { completenessOf } from '../shared/completeness.ts'
import { emptyPlaneGaps } from '../shared/empty-planes.ts'
import { placeFilter } from '../shared/namespaces-in-scope.ts'
import { nothingMatches } from '../shared/no-match-error.ts'
import { type NodeReport, nodeReport } from '../shared/object-row.ts'
import { phaseOrder } from '../shared/phase-order.ts'
import { findingsFor, type RowFinding } from '../shared/row-findings.ts'
import { rowVerdictState } from '../shared/row-verdict.ts'
import { verdictOf } from '../shared/verdict.ts'

/** One K-ORC object: what it stands for in OpenStack, and why it waits. */
export interface KorcRow extends NodeReport {
  /** managed: K-ORC makes, changes and deletes it. unmanaged: it is imported as it is. */
  readonly policy: string
  /** What becomes of it in OpenStack when the object is deleted; left out where nothing is said. */
  readonly onDelete?: string
  readonly import?: KorcImport
  /** How it is by itself, with what checks found on it. */
  readonly judged: State
  /** Its ID in OpenStack. */
  readonly id?: string
  /** KIND/NAME of what it says it waits for. */
  readonly waits: readonly string[]
  readonly findings: readonly RowFinding[]
}

/** How an object that exists already is found. */
export interface KorcImport {
  readonly id?: string
  readonly filter?: readonly { readonly field: string; readonly value: string }[]
}

/** The K-ORC objects of one namespace. */
export interface KorcPlace {
  readonly cluster: string
  readonly namespace: string
  readonly state: State
  readonly objects: number
  readonly fine: number
  readonly imported: number
  readonly managed: number
  readonly kinds: readonly { readonly kind: string; readonly count: number }[]
}

export interface KorcReport extends Report {
  readonly kind: 'Korc'
  /** Those that are not well first, causes before what waits for them. */
  readonly objects: readonly KorcRow[]
  readonly places: readonly KorcPlace[]
}

export interface KorcInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly kinds: readonly KindSpec[]
  readonly scope: Scope
  readonly causes: readonly Cause[]
  readonly allowIncomplete: boolean
}

/** Every K-ORC object of all control planes: policy, import, state, what it waits for, and its ID in OpenStack. */
export function korcReport(input: KorcInput): KorcReport {
  const { assessment, kinds, scope, causes, allowIncomplete } = input
  const there = korcNodes(assessment, kinds, scope, input.snapshot)
  const snapshot = withEmptyPlanes(input.snapshot, kinds, scope, there.length)
  const nodes = [...missingBelow(there, causes), ...there]
  const findingsOf = findingsFor(causes)
  const causeOf = causeFinder(assessment, phaseOrder)
  const rows = nodes.map((node) => korcRow(nodeReport(assessment, node, causeOf), node, findingsOf([node])))
  const states = rows.map(({ judged }) => judged)
  return {
    apiVersion: API_VERSION,
    kind: 'Korc',
    ...verdictOf({ snapshot, states: states.length > 0 ? states : [emptyState(snapshot)], allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    ...scopeReport(scope),
    objects: rows.sort(worstFirst),
    places: placesOf(rows),
  }
}

/** Where other control planes hold K-ORC objects, one that serves the kinds and holds none proves nothing. */
export function withEmptyPlanes(snapshot: Snapshot, kinds: readonly KindSpec[], scope: Scope, count: number): Snapshot {
  if (count === 0 || !isWhole(scope)) return snapshot
  const names = kinds.filter(({ group }) => group === KORC).map(kindName)
  const counterpart = 'other control planes do: nothing proves that K-ORC works there'
  const empty = emptyPlaneGaps(snapshot, { kinds: names, words: 'K-ORC object', isServed: true, counterpart })
  return empty.length === 0 ? snapshot : { ...snapshot, gaps: [...snapshot.gaps, ...empty] }
}

/** The K-ORC objects the answer is about. Throws when it is limited to where none is. */
export function korcNodes(
  { graph }: Assessment,
  kinds: readonly KindSpec[],
  scope: Scope,
  snapshot: Snapshot,
): readonly GraphNode[] {
  const mine = kinds.filter(({ group }) => group === KORC).map(kindName)
  const all = mine.flatMap((kind) => graph.of(kind))
  const isThere = placeFilter(graph, scope, snapshot)
  const found = all.filter(isThere)
  if (found.length > 0 || isWhole(scope)) return found
  throw nothingMatches({ what: 'K-ORC object', kinds: mine, roles: ['control-plane'], all }, scope, snapshot)
}

/** What these wait for and nobody has made. */
function missingBelow(nodes: readonly GraphNode[], causes: readonly Cause[]): readonly GraphNode[] {
  const ids = new Set(nodes.map(({ id }) => id))
  return causes
    .filter(({ subject: { group, source }, consequences }) => {
      return group === KORC && source === 'missing' && consequences.some(({ id }) => ids.has(id))
    })
    .map(({ subject }) => subject)
}

/** Nothing to judge: K-ORC is not there, or nobody uses it. What could not be read is another matter. */
export function emptyState({ readings }: Snapshot): State {
  const isServed = readings.some(({ kind, outcome }) => kind.endsWith(`.${KORC}`) && outcome !== 'notinstalled')
  return isServed ? 'off' : 'not installed'
}

/** Not well, or something was found on it. */
export const hasKorcProblem = ({ judged }: KorcRow): boolean => !isFine(judged)

function korcRow(report: NodeReport, { object }: GraphNode, findings: readonly RowFinding[]): KorcRow {
  const onDelete = textAt(object, 'spec.managedOptions.onDelete')
  const id = textAt(object, 'status.id')
  const imported = importOf(object)
  const conditions = object && conditionsOf(object)
  const message = conditions?.get('Progressing')?.message || conditions?.get('Available')?.message || ''
  return {
    ...report,
    policy: object ? (textAt(object, 'spec.managementPolicy') ?? 'managed') : '',
    ...(onDelete ? { onDelete } : {}),
    ...(imported ? { import: imported } : {}),
    ...(id ? { id } : {}),
    waits: isFine(report.own) ? [] : awaitedObjects(message).map(({ kind, name }) => `${kind}/${name}`),
    judged: rowVerdictState(
      report.own,
      findings.filter(({ follows }) => !follows),
    ),
    findings,
  }
}

function importOf(object: unknown): KorcImport | undefined {
  const id = textAt(object, 'spec.import.id')
  const filter = entriesAt(object, 'spec.import.filter').flatMap(([field, value]) =>
    ['string', 'boolean', 'number'].includes(typeof value) ? [{ field, value: String(value) }] : [],
  )
  if (id === undefined && filter.length === 0) return undefined
  return { ...(id ? { id } : {}), ...(filter.length > 0 ? { filter } : {}) }
}

/** The worst first, and before those that only wait for it: what says itself what is wrong. */
function worstFirst(a: KorcRow, b: KorcRow): number {
  return (
    Number(hasKorcProblem(b)) - Number(hasKorcProblem(a)) ||
    Number(waitsForOther(a)) - Number(waitsForOther(b)) ||
    severity(b.judged) - severity(a.judged) ||
    compare(keyOf(a), keyOf(b))
  )
}

export const waitsForOther = ({ waits, findings }: KorcRow): boolean =>
  waits.length > 0 || findings.some(({ follows }) => follows)

const keyOf = ({ cluster, namespace = '', kind, name }: KorcRow) => [cluster, namespace, kind, name].join(' ')

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function placesOf(rows: readonly KorcRow[]): readonly KorcPlace[] {
  const groups = Map.groupBy(rows, ({ cluster, namespace = '' }) => `${cluster} ${namespace}`)
  return [...groups.values()]
    .flatMap((those): KorcPlace[] => {
      const [first] = those
      if (!first) return []
      return [
        {
          cluster: first.cluster,
          namespace: first.namespace ?? '',
          state: those.map(({ judged }) => judged).reduce(worse),
          objects: those.length,
          fine: those.filter((row) => !hasKorcProblem(row)).length,
          imported: those.filter(({ policy }) => policy === 'unmanaged').length,
          managed: those.filter(({ policy }) => policy === 'managed').length,
          kinds: [...Map.groupBy(those, ({ kind }) => kind)]
            .map(([kind, all]) => ({ kind, count: all.length }))
            .sort((a, b) => compare(a.kind, b.kind)),
        },
      ]
    })
    .sort(
      (a, b) =>
        severity(b.state) - severity(a.state) || compare(`${a.cluster} ${a.namespace}`, `${b.cluster} ${b.namespace}`),
    )
}
