// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import { EXTERNAL_SECRET } from '../../kinds/external-secrets/sync.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import { isFine, severity, worse } from '../../model/graph/health.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { isWhole, type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { completenessOf } from '../shared/completeness.ts'
import { emptyPlaneGaps } from '../shared/empty-planes.ts'
import { type NamespaceInCluster, placeFilter } from '../shared/namespaces-in-scope.ts'
import { nothingMatches } from '../shared/no-match-error.ts'
import { type NodeReport, nodeReport } from '../shared/object-row.ts'
import { findingsFor, type RowFinding } from '../shared/row-findings.ts'
import { rowVerdictState } from '../shared/row-verdict.ts'
import { unreadOf } from '../shared/unread-candidates.ts'
import { verdictOf } from '../shared/verdict.ts'
import { type CredentialChain, credentialChains } from './chains.ts'
import { hiddenWriters } from './hidden-writers.ts'

/** A SecretAggregate or a CredentialRotation. */
export interface CredentialTool extends NodeReport {
  readonly judged: State
  readonly findings: readonly RowFinding[]
}

export interface CredentialsReport extends Report {
  readonly kind: 'Credentials'
  /** Broken chains first. */
  readonly chains: readonly CredentialChain[]
  readonly aggregates: readonly CredentialTool[]
  readonly rotations: readonly CredentialTool[]
}

export interface CredentialsInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly scope: Scope
  readonly causes: readonly Cause[]
  readonly allowIncomplete: boolean
  /** Selects chains by the name of any of their hops. */
  readonly name?: string
}

const KINDS = [
  'ExternalSecret.external-secrets.io',
  'PushSecret.external-secrets.io',
  'ApplicationCredential.openstack.k-orc.cloud',
]

/** The path of every credential with its broken hop, and the objects that create credentials. */
export function credentialsReport(input: CredentialsInput): CredentialsReport {
  const { assessment, scope, causes, allowIncomplete, name } = input
  const isInScope = placeFilter(assessment.graph, scope, input.snapshot)
  const selected = selectChains(
    input,
    credentialChains(assessment, causes, hiddenWriters(input.snapshot, assessment.graph)),
    isInScope,
  )
  const empty = isWhole(scope) ? emptyPlanes(input.snapshot, selected.filter(hasNoReader).length) : []
  const snapshot = { ...input.snapshot, gaps: [...input.snapshot.gaps, ...empty] }
  const chains = empty.length === 0 ? selected : selected.map(withUnknownReader)
  const tools = (kind: string) => (name === undefined ? toolsOf(input, kind, isInScope) : [])
  const [aggregates, rotations] = [tools('SecretAggregate.c5c3.io'), tools('CredentialRotation.c5c3.io')]
  const states = [...chains.map(({ state }) => state), ...[...aggregates, ...rotations].map(({ judged }) => judged)]
  return {
    apiVersion: API_VERSION,
    kind: 'Credentials',
    ...verdictOf({ snapshot, states: states.length > 0 ? states : ['off'], allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    ...scopeReport(scope),
    chains: [...chains].sort(worstFirst),
    aggregates,
    rotations,
  }
}

/** A PushSecret writes it, and no ExternalSecret that was read uses it. */
const hasNoReader = ({ hops }: CredentialChain) =>
  hops.some(({ kind }) => kind === 'PushSecret') && !hops.some(({ kind }) => kind === 'ExternalSecret')

function emptyPlanes(snapshot: Snapshot, count: number): readonly Gap[] {
  const have = count === 1 ? 'PushSecret has' : 'PushSecrets have'
  const counterpart = `${count} ${have} no known reader: whether one is missing is unknown`
  return count === 0 ? [] : emptyPlaneGaps(snapshot, { kinds: [EXTERNAL_SECRET], words: 'ExternalSecret', counterpart })
}

/** The reader may be in a control plane that returned no ExternalSecrets. */
const withUnknownReader = (chain: CredentialChain): CredentialChain =>
  hasNoReader(chain) ? { ...chain, state: worse(chain.state, 'unknown') } : chain

function selectChains(
  { snapshot, scope, name }: CredentialsInput,
  all: readonly CredentialChain[],
  isInScope: (place: NamespaceInCluster) => boolean,
): readonly CredentialChain[] {
  const clusters = new Map(snapshot.clusters.map((cluster) => [cluster.label, cluster]))
  const inScope = all.filter(({ hops }) =>
    hops.some(({ cluster, namespace }) => {
      const place = clusters.get(cluster)
      return place !== undefined && namespace !== undefined && isInScope({ cluster: place, namespace })
    }),
  )
  if (name === undefined) {
    if (inScope.length > 0 || isWhole(scope)) return inScope
    const known = all.map(({ name: one }) => ({ namespace: one.split('/')[0] ?? '', name: one.split('/')[1] ?? one }))
    throw nothingMatches({ what: 'credential', kinds: KINDS, roles: ['control-plane'], all: known }, scope, snapshot)
  }
  const matches = inScope.filter((chain) => matchesName(chain, name))
  if (matches.length > 0) return matches
  const labels = new Set(snapshot.clusters.map(({ label }) => label))
  const hidden = unreadOf({ kinds: KINDS, roles: ['control-plane'], isNamed: true }, labels, snapshot)
  if (hidden) throw hidden.error(`a credential ${safeLine(name)}`)
  const names = inScope.flatMap(({ hops }) => hops.map((hop) => hop.name))
  const close = closestMatches(name.split('/').at(-1) ?? name, names)
  throw new C5c3Error('NOT_FOUND', 'notFound', `credential "${safeLine(name)}" not found`, [
    close.length > 0 ? `did you mean: ${close.join(', ')}?` : 'to list them: kubectl c5c3 credentials -o name',
  ])
}

/** Matches the name of the chain or of any hop, with or without namespace, optionally followed by @CLUSTER. */
function matchesName({ name: own, cluster: end, hops }: CredentialChain, query: string): boolean {
  const [path = '', cluster] = query.split('@')
  const names = [own, ...hops.flatMap(({ namespace, name }) => [name, `${namespace}/${name}`])]
  return (
    (names.includes(path) || own.endsWith(`/${path}`)) &&
    (cluster === undefined || end === cluster || end.endsWith(`/${cluster}`))
  )
}

function toolsOf(
  { assessment, causes }: CredentialsInput,
  kind: string,
  isInScope: (place: NamespaceInCluster) => boolean,
): readonly CredentialTool[] {
  const findingsOf = findingsFor(causes)
  return assessment.graph
    .of(kind)
    .filter(isInScope)
    .map((node) => {
      const findings = findingsOf([node]).filter(({ follows }) => !follows)
      const report = nodeReport(assessment, node)
      return { ...report, judged: rowVerdictState(report.own, findings), findings }
    })
}

const worstFirst = (a: CredentialChain, b: CredentialChain) =>
  Number(hasChainProblem(b)) - Number(hasChainProblem(a)) ||
  severity(b.state) - severity(a.state) ||
  (`${a.cluster} ${a.name}` < `${b.cluster} ${b.name}` ? -1 : 1)

export const hasChainProblem = ({ state }: CredentialChain): boolean => !isFine(state)
