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
  /** What K-ORC logs in with. */
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

/** The troubles the seeds name, and the modes that are meant. */
const TROUBLES = [
  { id: 'cannot-reach-keystone', title: 'cannot reach Keystone', modes: ['F80', 'F81', 'F82', 'F103'] },
  { id: 'clouds-yaml-missing', title: 'clouds.yaml missing', modes: ['F79', 'F101'] },
  { id: 'already-exists', title: 'already exists', modes: ['F90', 'F102'] },
  { id: 'stuck-in-creating', title: 'stuck in creating', modes: ['F83', 'F84', 'F85', 'F86', 'F87'] },
  { id: 'service-incomplete', title: 'a service lacks its entries', modes: ['F113'] },
] as const

/** The modes that this looks for. */
export const VERIFIED_MODES: readonly string[] = TROUBLES.flatMap(({ modes }) => modes)

/** Whether K-ORC found what it should import, can log in, and has made what every service needs. */
export function korcVerifyReport(seen: KorcVerifyInput): KorcVerifyReport {
  const { assessment, kinds, scope, allowIncomplete } = seen
  const nodes = korcNodes(assessment, kinds, scope, seen.snapshot)
  const snapshot = withEmptyPlanes(seen.snapshot, kinds, scope, nodes.length)
  const input = { ...seen, snapshot }
  const logins = cloudLogins(assessment, nodes)
  const items =
    nodes.length === 0
      ? []
      : [...importItems(input, nodes), loginItem(logins, unseenKorc(snapshot)), ...troubleItems(input, nodes)]
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

/** Clusters whose K-ORC objects, or some of them, nobody saw: what holds for the others may not hold for them. */
function unseenKorc({ clusters, gaps }: Snapshot): readonly string[] {
  const places = new Set(
    clusters
      .filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'control-plane'))
      .map(({ label }) => label),
  )
  const isOne = (kind: string | undefined) => kind === undefined || kind.endsWith('.openstack.k-orc.cloud')
  return gaps
    .filter(({ cluster, kind }) => places.has(cluster) && isOne(kind))
    .map(({ cluster, message }) => `${cluster}: ${message}`)
}

function importItems(
  { assessment, causes, snapshot }: KorcVerifyInput,
  nodes: readonly GraphNode[],
): readonly VerifyItem[] {
  const imports = nodes.filter(({ object }) => textAt(object, 'spec.managementPolicy') === 'unmanaged')
  const unseen = unseenKorc(snapshot)
  const findings = new Map(causes.flatMap(withExplained).map((finding) => [finding.subject.id, finding]))
  const count = (
    { id, title, modes, of }: Pick<VerifyItem, 'id' | 'title' | 'modes'> & { readonly of: readonly GraphNode[] },
    isBad: (node: GraphNode) => boolean,
  ) => {
    const bad = of.filter(isBad)
    const unsure = bad.filter(({ id: node }) => assessment.own(node).state === 'unknown' && !findings.has(node))
    const isUnsure = bad.length + unseen.length > 0
    const outcome: CheckOutcome = bad.length > unsure.length ? 'found' : isUnsure ? 'unknown' : 'ok'
    return {
      id,
      title,
      modes,
      outcome: of.length + unseen.length === 0 ? ('not applicable' as const) : outcome,
      good: of.length - bad.length,
      total: of.length,
      problems: bad.map((node) => verifyProblem(node, messageOf(assessment, node), findings.get(node.id))),
      hidden: [
        ...unsure.map((node) => `${node.kind} ${node.name} @${node.cluster.label}: ${messageOf(assessment, node)}`),
        ...unseen,
      ],
    }
  }
  const isResolved = ({ id }: GraphNode) => assessment.own(id).state === 'healthy'
  const isAmbiguous = ({ id }: GraphNode) => findings.get(id)?.mode === AMBIGUOUS
  // What never came to an answer does not say how many it would match.
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

/** K-ORC could not log in, or had no answer: it calls both transient. */
function cannotReach({ object, source }: GraphNode): boolean {
  const available = object && source === 'live' ? conditionsOf(object).get('Available') : undefined
  return available?.reason === 'TransientError' && !available.stale
}

const withExplained = (cause: Cause): readonly Finding[] => [cause, ...cause.explains]

function loginItem(logins: readonly CloudLogin[], unseen: readonly string[]): VerifyItem {
  const bad = logins.filter(({ state }) => state !== 'present' && state !== 'not read')
  const unread = logins.filter(({ state }) => state === 'not read')
  return {
    id: 'credentials-present',
    title: 'cloud credentials are present',
    modes: ['F79', 'F80', 'F101'],
    outcome:
      bad.length > 0
        ? 'found'
        : unread.length + unseen.length > 0
          ? 'unknown'
          : logins.length > 0
            ? 'ok'
            : 'not applicable',
    good: logins.length - bad.length - unread.length,
    total: logins.length,
    problems: bad.map(({ cluster, namespace, secret, message }) => ({
      cluster,
      kind: 'Secret',
      namespace,
      name: secret,
      message,
    })),
    hidden: [...new Set([...unread.map(({ cluster, message }) => `${cluster}: ${message}`), ...unseen])],
  }
}

function troubleItems(
  { causes, results, assessment, scope, snapshot }: KorcVerifyInput,
  nodes: readonly GraphNode[],
): readonly VerifyItem[] {
  const isThere = placeFilter(assessment.graph, scope, snapshot)
  return TROUBLES.map(({ id, title, modes }) => {
    const isMine = ({ mode }: { readonly mode: string }) => modes.some((one) => one === mode)
    const found = causes.flatMap(withExplained).filter((finding) => isMine(finding) && isThere(finding.subject))
    const asked = results.filter(({ check }) => check.modes.some((mode) => isMine({ mode })))
    // a check lets it be for some minutes; who asks now is told now
    const isYoung = (node: GraphNode) => assessment.own(node.id).state === 'progressing' && cannotReach(node)
    const young = id === 'cannot-reach-keystone' && found.length === 0 ? nodes.filter(isYoung) : []
    const unknown = asked.filter(({ outcome }) => outcome === 'unknown')
    const isApplicable = asked.some(({ outcome }) => outcome !== 'not applicable')
    return {
      id,
      title,
      modes,
      outcome:
        found.length + young.length > 0
          ? 'found'
          : unknown.length > 0
            ? 'unknown'
            : isApplicable
              ? 'ok'
              : 'not applicable',
      problems: [
        ...found.map((finding) => verifyProblem(finding.subject, finding.message, finding)),
        ...young.map((node) => verifyProblem(node, messageOf(assessment, node), undefined)),
      ],
      hidden: [
        ...new Set(unknown.flatMap(({ hidden }) => hidden.map(({ cluster, message }) => `${cluster}: ${message}`))),
      ],
    }
  })
}
