// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import { capsCover, capsPools, cephClientSecret, cephUser, isSecretRemoved } from '../../kinds/rook/client-secret.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine, severity, worse } from '../../model/graph/health.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { isWhole, type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import { KEY_PROBLEMS } from '../../model/plan/ceph-key-states.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { factsOf } from '../../model/secret/secret-facts.ts'
import { completenessOf } from '../shared/completeness.ts'
import { emptyPlaneGaps } from '../shared/empty-planes.ts'
import { type NodeReport, nodeReport } from '../shared/object-row.ts'
import { findingsFor, isCounted, type RowFinding } from '../shared/row-findings.ts'
import { rowVerdictState } from '../shared/row-verdict.ts'
import { verdictOf } from '../shared/verdict.ts'
import { type CephCopy, type CephCopySeen, copyReport, type KeyPrint, printText } from './copies.ts'
import { type CephMonitors, monitorsOf } from './monitors.ts'

/** A CephClient, its key and the synced copies of that key. */
export interface CephClientRow extends NodeReport {
  /** The Ceph user name without the prefix "client.". */
  readonly user: string
  /** The Secret that Rook creates for the client. */
  readonly key: CephSourceRow
  /** Increases with each key rotation. */
  readonly keyGeneration?: number
  readonly copies: readonly CephCopy[]
  /** Why copies may exist although none was found. */
  readonly copiesUnknown?: string
  readonly caps: readonly CephCap[]
  /** The worst state of the client, its copies and its findings. */
  readonly judged: State
  readonly findings: readonly RowFinding[]
}

export interface CephSourceRow {
  readonly name: string
  readonly state: 'present' | 'empty' | 'invalid' | 'missing' | 'not made yet' | 'not kept' | 'not read'
  readonly message?: string
  /** Fingerprint of the key; comparable only within one report. */
  readonly fingerprint?: string
}

/** An RBD pool that the client's capabilities name or that a consumer uses with its key. */
export interface CephCap {
  readonly pool: string
  /** The client's capabilities cover the pool. */
  readonly granted: boolean
  /** Absent when CephBlockPools could not be read. */
  readonly exists?: boolean
}

export interface CephSecretsReport extends Report {
  readonly kind: 'CephSecrets'
  /** Unhealthy clients first. */
  readonly clients: readonly CephClientRow[]
  /** Secrets that hold a Ceph key of an unknown client. */
  readonly unclaimed: readonly CephCopy[]
  readonly monitors: readonly CephMonitors[]
}

export interface CephSecretsInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly scope: Scope
  readonly causes: readonly Cause[]
  readonly copies: readonly CephCopySeen[]
  readonly clients: readonly GraphNode[]
  /** Fingerprints of the key in the client's own Secret. */
  readonly keyOf: (client: GraphNode, source: GraphNode | undefined) => readonly KeyPrint[]
  /** Whether Secrets of the client's namespace were read, so that an absent one is missing. */
  readonly isRead: (client: GraphNode, secret: string) => boolean
  readonly allowIncomplete: boolean
}

export function cephSecretsReport(input: CephSecretsInput): CephSecretsReport {
  const { assessment, scope, clients: requested, copies, allowIncomplete } = input
  const rows = requested.map((client) => clientRow(input, client))
  const empty = isWhole(scope) ? emptyPlanes(input.snapshot, rows.filter(isWithoutCopy).length) : []
  const snapshot = { ...input.snapshot, gaps: [...input.snapshot.gaps, ...empty] }
  const hidden = isWhole(scope) ? hiddenConsumers(snapshot) : undefined
  const clients = rows.map((row) => withHiddenCopies(row, hidden)).sort(worstFirst)
  const unclaimed = copies.filter(({ client }) => client === undefined).map((copy) => copyReport(copy))
  const monitors = monitorsOf(assessment, input.causes, new Set(requested.map(({ cluster }) => cluster.label)))
  const states = [
    ...clients.map(({ judged }) => judged),
    ...unclaimed.map((): State => 'unknown'),
    ...monitors.map(({ judged }) => judged),
  ]
  return {
    apiVersion: API_VERSION,
    kind: 'CephSecrets',
    ...verdictOf({ snapshot, states: states.length > 0 ? states : [emptyState(snapshot)], allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    ...scopeReport(scope),
    clients,
    unclaimed,
    monitors,
  }
}

/** Kinds that reference copies of Ceph keys. */
const CONSUMERS = [
  'ControlPlane.c5c3.io',
  'Cinder.cinder.openstack.c5c3.io',
  'Glance.glance.openstack.c5c3.io',
  'Nova.nova.openstack.c5c3.io',
]

const isWithoutCopy = ({ copies, key }: CephClientRow) => copies.length === 0 && key.state !== 'not kept'

function emptyPlanes(snapshot: Snapshot, count: number): readonly Gap[] {
  const have = count === 1 ? 'CephClient has' : 'CephClients have'
  const counterpart = `${count} ${have} no known copy: whether a copy is missing is unknown`
  return count === 0
    ? []
    : emptyPlaneGaps(snapshot, { kinds: CONSUMERS, words: 'ControlPlane, Cinder, Glance or Nova', counterpart })
}

/** Why consumers of Ceph keys may be unknown; undefined when all control planes were read. */
function hiddenConsumers({ clusters, gaps }: Snapshot): string | undefined {
  const planes = clusters.filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'control-plane'))
  if (planes.length === 0) return 'no control plane was read'
  const labels = new Set(planes.map(({ label }) => label))
  const gap = gaps.find(({ cluster, kind }) => labels.has(cluster) && (!kind || CONSUMERS.includes(kind)))
  return gap && `${gap.cluster}: ${gap.message}`
}

/** A client without copies is unused only if every possible consumer was read. */
function withHiddenCopies(row: CephClientRow, hidden: string | undefined): CephClientRow {
  if (hidden === undefined || !isWithoutCopy(row)) return row
  return { ...row, judged: worse(row.judged, 'unknown'), copiesUnknown: hidden }
}

function emptyState({ readings }: Snapshot): State {
  const isServed = readings.some(
    ({ kind, outcome }) => kind === 'CephClient.ceph.rook.io' && outcome !== 'notinstalled',
  )
  return isServed ? 'off' : 'not installed'
}

function clientRow(input: CephSecretsInput, client: GraphNode): CephClientRow {
  const { assessment, copies } = input
  const own = copies.filter((copy) => copy.client === client)
  const source = sourceNode(assessment, client)
  const nodes = [
    client,
    ...(source ? [source] : []),
    ...own.flatMap(({ secret, keepers }) => [secret ?? [], ...keepers].flat()),
  ]
  const findings = findingsFor(input.causes)(nodes).filter(({ follows }) => !follows)
  const report = nodeReport(assessment, client)
  const { object } = client
  const copyReports = own.map((copy) => copyReport(copy))
  const generation = countAt(object, 'status.cephx.keyGeneration')
  const key = sourceReport(input, client, source)
  return {
    ...report,
    user: object ? cephUser(object) : client.name,
    key,
    ...(generation === undefined ? {} : { keyGeneration: generation }),
    copies: copyReports,
    caps: capsOf(assessment, client, own),
    judged: [...copyReports.map(({ judged }) => judged), SOURCE_STATES[key.state]].reduce(
      worse,
      rowVerdictState(report.own, findings),
    ),
    findings,
  }
}

/** The client's Secret, if it was read or is known to be missing. */
function sourceNode({ graph }: Assessment, client: GraphNode): GraphNode | undefined {
  const name = client.object && cephClientSecret(client.object).name
  return graph
    .out(client.id)
    .map(({ to }) => graph.nodes.get(to))
    .find((node) => node?.kind === 'Secret' && node.name === name)
}

function sourceReport(
  { keyOf, isRead }: CephSecretsInput,
  client: GraphNode,
  source: GraphNode | undefined,
): CephSourceRow {
  const { object } = client
  const name = object ? cephClientSecret(object).name : client.name
  if (object && isSecretRemoved(object) && !source?.object) return { name, state: 'not kept' }
  if (source?.source === 'missing' || (!source && isRead(client, name))) {
    // until the client is ready, its own status reports what is wrong
    const isDue = textAt(object, 'status.phase') === 'Ready'
    return { name, state: isDue ? 'missing' : 'not made yet', message: 'Rook made no Secret for it' }
  }
  if (!source?.object) return { name, state: 'not read', message: source?.hidden?.message ?? 'the Secret was not read' }
  const [first] = keyOf(client, source)
  if (!first) return { name, state: 'empty', message: 'it holds no key' }
  const format = factsOf(source.object, first.key)?.cephx
  if (format !== undefined && format !== 'good')
    return { name, state: 'invalid', message: `${first.key} ${KEY_PROBLEMS[format]}`, fingerprint: printText(first) }
  return { name, state: 'present', fingerprint: printText(first) }
}

const SOURCE_STATES: Readonly<Record<CephSourceRow['state'], State>> = {
  present: 'healthy',
  'not kept': 'healthy',
  'not made yet': 'progressing',
  'not read': 'unknown',
  empty: 'failed',
  invalid: 'failed',
  missing: 'failed',
}

function capsOf({ graph }: Assessment, client: GraphNode, copies: readonly CephCopySeen[]): readonly CephCap[] {
  const { object } = client
  if (!object) return []
  const pools = graph
    .of('CephBlockPool.ceph.rook.io')
    .filter(({ cluster, namespace }) => cluster.label === client.cluster.label && namespace === client.namespace)
  const names = new Set(pools.flatMap(({ name, object: pool }) => [name, textAt(pool, 'spec.name') ?? name]))
  const poolNames = [...new Set([...capsPools(object), ...copies.flatMap((copy) => copy.pools)])]
  return poolNames.map((pool) => ({
    pool,
    granted: capsCover(object, pool),
    ...(pools.length > 0 ? { exists: names.has(pool) } : {}),
  }))
}

function worstFirst(a: CephClientRow, b: CephClientRow): number {
  return severity(b.judged) - severity(a.judged) || (keyOf(a) < keyOf(b) ? -1 : 1)
}

const keyOf = ({ cluster, namespace = '', name }: CephClientRow) => `${cluster} ${namespace} ${name}`

export const hasCopyProblem = ({ judged, findings }: CephClientRow): boolean =>
  !isFine(judged) || findings.some(isCounted)
