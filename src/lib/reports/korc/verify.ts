// SPDX-License-Identifier: Apache-2.0
import type { Cause, Finding } from '../../assess/causes.ts'
import type { CheckOutcome, CheckResult } from '../../assess/check-results.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import { placeFilter } from '../shared/namespaces-in-scope.ts'
import { verdictOf } from '../shared/verdict.ts'
import { statesOf, type VerifyItem, verifyProblem } from '../shared/verify-items.ts'
import { type CloudLogin, cloudLogins } from './logins.ts'
import { emptyState, korcNodes, withEmptyPlanes } from './report.ts'

export interface KorcVerifyReport extends Report {
  readonly kind: 'KorcVerify'
  readonly items: readonly VerifyItem[]
  readonly logins: readonly CloudLogin[]
}

export interface KorcVerifyInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly kinds: readonly KindSpec[]
  readonly scope: Scope
  readonly results: readonly CheckResult[]
  readonly causes: readonly Cause[]
  readonly allowIncomplete: boolean
}

/** The problems the specification names, with the failure modes they cover. */
const KNOWN_PROBLEMS = [
  { id: 'cannot-reach-keystone', title: 'cannot reach Keystone', modes: ['F80', 'F81', 'F82', 'F103'] },
  { id: 'clouds-yaml-missing', title: 'clouds.yaml missing', modes: ['F79', 'F101'] },
  { id: 'already-exists', title: 'already exists', modes: ['F90', 'F102'] },
  { id: 'stuck-in-creating', title: 'stuck in creating', modes: ['F83', 'F84', 'F85', 'F86', 'F87'] },
  { id: 'service-incomplete', title: 'a service lacks its entries', modes: ['F113'] },
] as const

export const VERIFIED_MODES: readonly string[] = KNOWN_PROBLEMS.flatMap(({ modes }) => modes)

/** Whether K-ORC resolved its imports, can log in, and created what every service needs. */
export function korcVerifyReport(request: KorcVerifyInput): KorcVerifyReport {
  const { assessment, kinds, scope, allowIncomplete } = request
  const nodes = korcNodes(assessment, kinds, scope, request.snapshot)
  const snapshot = withEmptyPlanes(request.snapshot, kinds, scope, nodes.length)
  const input = { ...request, snapshot }
  const logins = cloudLogins(assessment, nodes)
  const items =
    nodes.length === 0
      ? []
      : [...importItems(input, nodes), loginItem(logins, unreadKorc(snapshot)), ...problemItems(input, nodes)]
  const states = items.length > 0 ? items.flatMap(statesOf) : [emptyState(snapshot)]
  return {
    apiVersion: API_VERSION,
    kind: 'KorcVerify',
    ...verdictOf({ snapshot, states, allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    ...scopeReport(scope),
    items,
    logins,
  }
}

const AMBIGUOUS = 'F84'

/** Clusters whose K-ORC objects could not all be read: items that pass for the others may fail there. */
function unreadKorc({ clusters, gaps }: Snapshot): readonly string[] {
  const controlPlanes = new Set(
    clusters
      .filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'control-plane'))
      .map(({ label }) => label),
  )
  const isKorcKind = (kind: string | undefined) => kind === undefined || kind.endsWith('.openstack.k-orc.cloud')
  return gaps
    .filter(({ cluster, kind }) => controlPlanes.has(cluster) && isKorcKind(kind))
    .map(({ cluster, message }) => `${cluster}: ${message}`)
}

function importItems(
  { assessment, causes, snapshot }: KorcVerifyInput,
  nodes: readonly GraphNode[],
): readonly VerifyItem[] {
  const imports = nodes.filter(({ object }) => textAt(object, 'spec.managementPolicy') === 'unmanaged')
  const unread = unreadKorc(snapshot)
  const findings = new Map(causes.flatMap(withExplained).map((finding) => [finding.subject.id, finding]))
  const count = (
    { id, title, modes, of }: Pick<VerifyItem, 'id' | 'title' | 'modes'> & { readonly of: readonly GraphNode[] },
    hasProblem: (node: GraphNode) => boolean,
  ) => {
    const failing = of.filter(hasProblem)
    const undecided = failing.filter(({ id: node }) => assessment.own(node).state === 'unknown' && !findings.has(node))
    const isUndecided = failing.length + unread.length > 0
    const outcome: CheckOutcome = failing.length > undecided.length ? 'found' : isUndecided ? 'unknown' : 'ok'
    return {
      id,
      title,
      modes,
      outcome: of.length + unread.length === 0 ? ('not applicable' as const) : outcome,
      good: of.length - failing.length,
      total: of.length,
      problems: failing.map((node) => verifyProblem(node, messageOf(assessment, node), findings.get(node.id))),
      hidden: [
        ...undecided.map((node) => `${node.kind} ${node.name} @${node.cluster.label}: ${messageOf(assessment, node)}`),
        ...unread,
      ],
    }
  }
  const isResolved = ({ id }: GraphNode) => assessment.own(id).state === 'healthy'
  const isAmbiguous = ({ id }: GraphNode) => findings.get(id)?.mode === AMBIGUOUS
  // an import that OpenStack never answered does not say how many objects it matches
  const answered = imports.filter((node) => isResolved(node) || isAmbiguous(node))
  return [
    count(
      { id: 'imports-resolved', title: 'imports are resolved', modes: ['F83', 'F85'], of: imports },
      (node) => !isResolved(node),
    ),
    count(
      { id: 'one-match', title: 'each import that was answered matches one object', modes: [AMBIGUOUS], of: answered },
      isAmbiguous,
    ),
  ]
}

const messageOf = ({ own }: Assessment, { id }: GraphNode): string => {
  const { message, reason, state } = own(id)
  return message || reason || state
}

/** K-ORC sets TransientError both for failed logins and for timeouts. */
function cannotReach({ object, source }: GraphNode): boolean {
  const available = object && source === 'live' ? conditionsOf(object).get('Available') : undefined
  return available?.reason === 'TransientError' && !available.stale
}

const withExplained = (cause: Cause): readonly Finding[] => [cause, ...cause.explains]

function loginItem(logins: readonly CloudLogin[], unreadClusters: readonly string[]): VerifyItem {
  const failing = logins.filter(({ state }) => state !== 'present' && state !== 'not read')
  const unread = logins.filter(({ state }) => state === 'not read')
  return {
    id: 'credentials-present',
    title: 'cloud credentials are present',
    modes: ['F79', 'F80', 'F101'],
    outcome:
      failing.length > 0
        ? 'found'
        : unread.length + unreadClusters.length > 0
          ? 'unknown'
          : logins.length > 0
            ? 'ok'
            : 'not applicable',
    good: logins.length - failing.length - unread.length,
    total: logins.length,
    problems: failing.map(({ cluster, namespace, secret, message }) => ({
      cluster,
      kind: 'Secret',
      namespace,
      name: secret,
      message,
    })),
    hidden: [...new Set([...unread.map(({ cluster, message }) => `${cluster}: ${message}`), ...unreadClusters])],
  }
}

function problemItems(
  { causes, results, assessment, scope, snapshot }: KorcVerifyInput,
  nodes: readonly GraphNode[],
): readonly VerifyItem[] {
  const isInScope = placeFilter(assessment.graph, scope, snapshot)
  return KNOWN_PROBLEMS.map(({ id, title, modes }) => {
    const isCovered = ({ mode }: { readonly mode: string }) => modes.some((one) => one === mode)
    const findings = causes.flatMap(withExplained).filter((finding) => isCovered(finding) && isInScope(finding.subject))
    const covering = results.filter(({ check }) => check.modes.some((mode) => isCovered({ mode })))
    // checks tolerate this state for some minutes; verify reports it at once
    const isRecent = (node: GraphNode) => assessment.own(node.id).state === 'progressing' && cannotReach(node)
    const recent = id === 'cannot-reach-keystone' && findings.length === 0 ? nodes.filter(isRecent) : []
    const unknown = covering.filter(({ outcome }) => outcome === 'unknown')
    const isApplicable = covering.some(({ outcome }) => outcome !== 'not applicable')
    return {
      id,
      title,
      modes,
      outcome:
        findings.length + recent.length > 0
          ? 'found'
          : unknown.length > 0
            ? 'unknown'
            : isApplicable
              ? 'ok'
              : 'not applicable',
      problems: [
        ...findings.map((finding) => verifyProblem(finding.subject, finding.message, finding)),
        ...recent.map((node) => verifyProblem(node, messageOf(assessment, node), undefined)),
      ],
      hidden: [
        ...new Set(unknown.flatMap(({ hidden }) => hidden.map(({ cluster, message }) => `${cluster}: ${message}`))),
      ],
    }
  })
}
