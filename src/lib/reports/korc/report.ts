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

/** A K-ORC object, its OpenStack resource and what blocks it. */
export interface KorcRow extends NodeReport {
  /** managed: K-ORC creates, updates and deletes the resource. unmanaged: K-ORC imports it. */
  readonly policy: string
  /** What happens to the OpenStack resource when the object is deleted; absent if the spec does not say. */
  readonly onDelete?: string
  readonly import?: KorcImport
  /** Its own state combined with its findings. */
  readonly judged: State
  /** The ID in OpenStack. */
  readonly id?: string
  /** KIND/NAME of each object that its conditions name as missing. */
  readonly waits: readonly string[]
  readonly findings: readonly RowFinding[]
}

/** How an existing resource is found. */
export interface KorcImport {
  readonly id?: string
  readonly filter?: readonly { readonly field: string; readonly value: string }[]
}

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
  /** Unhealthy objects first, root causes before the objects they block. */
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

/** Every K-ORC object of all control planes: policy, import, state, blockers and OpenStack ID. */
export function korcReport(input: KorcInput): KorcReport {
  const { assessment, kinds, scope, causes, allowIncomplete } = input
  const existing = korcNodes(assessment, kinds, scope, input.snapshot)
  const snapshot = withEmptyPlanes(input.snapshot, kinds, scope, existing.length)
  const nodes = [...missingDependencies(existing, causes), ...existing]
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

/** A control plane without K-ORC objects is suspicious if it serves the kinds and other control planes have some. */
export function withEmptyPlanes(snapshot: Snapshot, kinds: readonly KindSpec[], scope: Scope, count: number): Snapshot {
  if (count === 0 || !isWhole(scope)) return snapshot
  const names = kinds.filter(({ group }) => group === KORC).map(kindName)
  const counterpart = 'other control planes do: nothing proves that K-ORC works there'
  const empty = emptyPlaneGaps(snapshot, { kinds: names, words: 'K-ORC object', isServed: true, counterpart })
  return empty.length === 0 ? snapshot : { ...snapshot, gaps: [...snapshot.gaps, ...empty] }
}

/** The K-ORC objects in scope. Throws when a limited scope contains none. */
export function korcNodes(
  { graph }: Assessment,
  kinds: readonly KindSpec[],
  scope: Scope,
  snapshot: Snapshot,
): readonly GraphNode[] {
  const korcKinds = kinds.filter(({ group }) => group === KORC).map(kindName)
  const all = korcKinds.flatMap((kind) => graph.of(kind))
  const isInScope = placeFilter(graph, scope, snapshot)
  const matches = all.filter(isInScope)
  if (matches.length > 0 || isWhole(scope)) return matches
  throw nothingMatches({ what: 'K-ORC object', kinds: korcKinds, roles: ['control-plane'], all }, scope, snapshot)
}

/** Missing K-ORC objects that these depend on. */
function missingDependencies(nodes: readonly GraphNode[], causes: readonly Cause[]): readonly GraphNode[] {
  const ids = new Set(nodes.map(({ id }) => id))
  return causes
    .filter(({ subject: { group, source }, consequences }) => {
      return group === KORC && source === 'missing' && consequences.some(({ id }) => ids.has(id))
    })
    .map(({ subject }) => subject)
}

/** K-ORC is not installed, or has no objects. */
export function emptyState({ readings }: Snapshot): State {
  const isServed = readings.some(({ kind, outcome }) => kind.endsWith(`.${KORC}`) && outcome !== 'notinstalled')
  return isServed ? 'off' : 'not installed'
}

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

/** Problems first, root causes before the objects they block. */
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
    .flatMap((group): KorcPlace[] => {
      const [first] = group
      if (!first) return []
      return [
        {
          cluster: first.cluster,
          namespace: first.namespace ?? '',
          state: group.map(({ judged }) => judged).reduce(worse),
          objects: group.length,
          fine: group.filter((row) => !hasKorcProblem(row)).length,
          imported: group.filter(({ policy }) => policy === 'unmanaged').length,
          managed: group.filter(({ policy }) => policy === 'managed').length,
          kinds: [...Map.groupBy(group, ({ kind }) => kind)]
            .map(([kind, sameKind]) => ({ kind, count: sameKind.length }))
            .sort((a, b) => compare(a.kind, b.kind)),
        },
      ]
    })
    .sort(
      (a, b) =>
        severity(b.state) - severity(a.state) || compare(`${a.cluster} ${a.namespace}`, `${b.cluster} ${b.namespace}`),
    )
}
