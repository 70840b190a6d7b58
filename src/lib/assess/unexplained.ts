// SPDX-License-Identifier: Apache-2.0

import type { Check, CheckFinding } from '../model/check/check.ts'
import type { WarningEvent } from '../model/check/warning-event.ts'
import type { Assessment } from '../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../model/graph/graph.ts'
import { isFine } from '../model/graph/health.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Gap } from '../model/landscape/gap.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'
import type { State } from '../model/report/report.ts'
import type { Cause } from './causes.ts'
import { rootCausePath } from './root-cause-path.ts'

/** Covers failures that no check explains: an unhealthy fleet must never pass as one without findings. */
export const UNEXPLAINED: Check = {
  id: 'unexplained',
  category: 'control-plane',
  severity: 'error',
  title: 'Failure without a matching check',
  why: 'The object itself reports a failure, other objects depend on it, and none of the known failure modes matches.',
  fix: 'Read the status of the object, its events and the log of its controller.',
  byHand: ['kubectl --context CONTEXT -n NAMESPACE describe KIND NAME', 'kubectl c5c3 why KIND/NAME'],
  modes: [],
  about: [],
  run: () => [],
}

/** A finding for every object that reports a failure no known cause explains and no broken dependency causes. */
export function unexplained(
  assessment: Assessment,
  causes: readonly Cause[],
  subjects: readonly GraphNode[],
  order: (node: GraphNode) => number,
  events: ReadonlyMap<string, readonly WarningEvent[]> = new Map(),
): readonly CheckFinding[] {
  const explained = new Set(
    causes.flatMap(({ subject, consequences }) => [subject.id, ...consequences.map(({ id }) => id)]),
  )
  const ends = new Set<GraphNode>()
  const found = new Set(
    causes.flatMap(({ subject, explains }) => [subject.id, ...explains.map((one) => one.subject.id)]),
  )
  // a workload only counts the Pods of an owner that reports the failure itself
  const isCountedFor = ({ id, group }: GraphNode) =>
    group === 'apps' &&
    assessment.graph.into(id).some(({ from }) => found.has(from) && FAILED.has(assessment.own(from).state))
  for (const subject of subjects) {
    if (!isBroken(assessment, subject)) continue
    const path = rootCausePath(assessment, subject.id, order) ?? []
    const [creator, end] = [path.at(-2), path.at(-1)]
    // what a refused object should have created is missing because of it
    const isRefused = end?.source === 'missing' && creator && explained.has(creator.id)
    // too few members: the cause is the member that a check found
    const isShort = end && isTooFew(assessment, end) && assessment.graph.out(end.id).some(({ to }) => found.has(to))
    const isUnderWay = end && assessment.own(end.id).state === 'progressing'
    if (end && !explained.has(end.id) && !isRefused && !isShort && !isUnderWay && !isCountedFor(end)) {
      ends.add(end)
      found.add(end.id)
    }
  }
  const delivery = [...assessment.graph.nodes.values()].filter((node) => DELIVERY.test(node.group))
  const affecting = affectingNodes(assessment, [...subjects, ...delivery])
  for (const end of structuralEnds(assessment))
    if (!explained.has(end.id) && affecting.has(end.id) && !isCountedFor(end)) ends.add(end)
  // an error of its own, which the causes below it do not explain
  const isRepeated = repeatsCause(assessment, causes)
  for (const node of assessment.graph.nodes.values())
    if (affecting.has(node.id) && !found.has(node.id) && reportsOwnError(assessment, node) && !isRepeated(node))
      ends.add(node)
  return [...ends].map((end) => ({
    ...findingOf(assessment, end, newestWarning(assessment, end, events)),
    ...(reportsOwnError(assessment, end) ? { standsAlone: true } : {}),
  }))
}

/** Gaps that could hide an object that reports a failure; Secrets, ConfigMaps and Events report none. */
export function unexplainedGaps({ gaps }: Snapshot, kinds: readonly KindSpec[]): readonly Gap[] {
  const silent = new Set(['Event', ...kinds.filter(({ byReference }) => byReference).map(kindName)])
  return gaps.filter(({ kind }) => kind === undefined || !silent.has(kind))
}

const isBroken = ({ own, state }: Assessment, { id }: GraphNode) => FAILED.has(state(id)) || FAILED.has(own(id).state)

const FAILED: ReadonlySet<State> = new Set(['failed', 'stalled', 'degraded'])

/** GitOps and packages: they fail for everybody, whatever depends on them now. */
const DELIVERY = /\.toolkit\.fluxcd\.io$|^pkg\.crossplane\.io$/

function affectingNodes({ troubles }: Assessment, subjects: readonly GraphNode[]): ReadonlySet<NodeId> {
  const affecting = new Set(subjects.map(({ id }) => id))
  for (const id of affecting) for (const { to } of troubles(id)) affecting.add(to)
  return affecting
}

/** Objects that report a failure themselves, while nothing they depend on does. */
function structuralEnds(assessment: Assessment): readonly GraphNode[] {
  const { graph, own, troubles } = assessment
  const reports = (id: NodeId) => FAILED.has(own(id).state)
  return [...graph.nodes.values()].filter(
    (node) =>
      node.source === 'live' &&
      !HISTORY.has(node.kind) &&
      FAILED.has(own(node.id).state) &&
      !isTooFew(assessment, node) &&
      !isStillStarting(assessment, node) &&
      !troubles(node.id).some(({ to }) => to !== node.id && (reports(to) || FAILED.has(assessment.state(to)))),
  )
}

function reportsOwnError({ own }: Assessment, { id, source }: GraphNode): boolean {
  const { state, itself, isTransient, finding } = own(id)
  return source === 'live' && state === 'failed' && itself === true && !isTransient && finding === undefined
}

/** Its message is that of a known cause below it: an owner repeats what its part reports. */
function repeatsCause({ own }: Assessment, causes: readonly Cause[]): (node: GraphNode) => boolean {
  return ({ id }) => {
    const { message = '' } = own(id)
    return causes.some(
      (cause) =>
        cause.message !== '' &&
        (message.includes(cause.message) || (message !== '' && cause.message.includes(message))) &&
        cause.consequences.some((node) => node.id === id),
    )
  }
}

/** It only counts its members. */
const isTooFew = ({ own }: Assessment, { id }: GraphNode) => own(id).reason === 'TooFew'

/** It has stalled, and something it depends on is not there yet. */
const isStillStarting = ({ own, state, troubles }: Assessment, { id }: GraphNode) =>
  own(id).state === 'stalled' && troubles(id).some(({ to }) => to !== id && !isFine(state(to)))

/** A finished one is history, and a ReplicaSet reports nothing that its Deployment does not. */
const HISTORY: ReadonlySet<string> = new Set(['Job', 'Pod', 'ReplicaSet'])

interface WarningAbout extends WarningEvent {
  readonly on: GraphNode
}

/** The newest Warning event of the object or, for a workload, of its ReplicaSets and Pods. */
function newestWarning(
  { graph }: Assessment,
  end: GraphNode,
  events: ReadonlyMap<string, readonly WarningEvent[]>,
): WarningAbout | undefined {
  const below = graph.out(end.id).flatMap(({ to, weak }) => (weak === 'explains' ? (graph.nodes.get(to) ?? []) : []))
  const about = [end, ...below].flatMap((on) =>
    (events.get(on.object?.metadata.uid ?? '') ?? []).slice(0, 1).map((event): WarningAbout => ({ ...event, on })),
  )
  return about.sort((a, b) => timeOf(b) - timeOf(a))[0]
}

const timeOf = ({ last }: WarningEvent) => Date.parse(last ?? '') || 0

function findingOf({ own: ownOf }: Assessment, end: GraphNode, warning: WarningAbout | undefined): CheckFinding {
  const own = ownOf(end.id)
  const since = own.since ? { since: own.since } : {}
  const evidence = own.evidence ?? [{ path: 'metadata.name', value: own.reason ?? own.state }]
  const message = own.message ?? own.reason ?? `is ${own.state}`
  const isNew =
    warning !== undefined &&
    warning.message !== '' &&
    !warning.message.includes(message) &&
    !message.includes(warning.message)
  return {
    mode: '',
    subject: end,
    message: isNew ? `${message}; event ${warning.reason}: ${warning.message}` : message,
    evidence: [
      ...evidence.map(({ path, value }) => ({ on: end, path, value, ...since })),
      ...(warning ? [eventEvidence(warning)] : []),
    ],
  }
}

const eventEvidence = ({ on, reason, message, first }: WarningAbout) => ({
  on,
  path: `events[${reason}]`,
  value: message,
  ...(first ? { since: first } : {}),
})
