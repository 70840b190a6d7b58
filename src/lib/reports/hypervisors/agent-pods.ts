// SPDX-License-Identifier: Apache-2.0

import { describe, kubectl, type PrintedStep, printStep } from '../../model/check/next-step.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { Health } from '../../model/graph/health.ts'
import { countAt, listAt, textAt } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import { hiddenIn, membersOf, type PoolContext } from '../pools/sites.ts'
import { objectAddress } from '../shared/object-row.ts'
import { type AgentKind, selects, tagOf } from './agents.ts'
import { type Host, missingParts } from './hosts.ts'

/** An agent on one host. */
export interface HostAgent {
  readonly name: string
  readonly state: State
  readonly detail: string
  readonly daemonSet?: string
  readonly pod?: string
  readonly version?: string
  readonly restarts?: number
  /** Node labels that the label injector should have copied to the Pod and did not. */
  readonly lackingLabels: readonly string[]
  readonly next?: PrintedStep
}

/** Labels the injector copies from a node to its Pods. */
const INJECTED: readonly string[] = [
  'kubernetes.metal.cloud.sap/name',
  'kubernetes.metal.cloud.sap/cluster',
  'kubernetes.metal.cloud.sap/bb',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
]

/** The agents of one host, by its Pods; if no Pod of the node is known, by the counts of their DaemonSets. */
export function hostAgents(
  assessment: Assessment,
  context: PoolContext,
  host: Host,
  kinds: readonly AgentKind[],
): readonly HostAgent[] {
  const daemons = membersOf(context, host.site, 'DaemonSet.apps')
  const pods = membersOf(context, host.site, 'Pod').filter(
    ({ object }) => textAt(object, 'spec.nodeName') === host.name,
  )
  const hidden = hiddenIn(context, host.site, 'DaemonSet.apps')
  return kinds.map(({ name, isIt }) => {
    const own = daemons.filter(isIt)
    const pod = pods.find((one) => own.some((daemon) => isOwnedBy(one, daemon)))
    const daemon = own.find((one) => (pod ? isOwnedBy(pod, one) : selects(one, host.node))) ?? own[0]
    const about = { name, lackingLabels: pod ? missingParts(host.node, pod, INJECTED) : [] }
    if (!daemon)
      return { ...about, state: hidden ? 'unknown' : 'not installed', detail: hidden ?? 'no DaemonSet looks like it' }
    const version = versionOf(pod ?? daemon)
    const facts = { ...about, daemonSet: objectAddress(daemon), ...(version ? { version } : {}) }
    if (pod) return { ...facts, ...podFacts(assessment, pod) }
    if (!selects(daemon, host.node))
      return {
        ...facts,
        state: 'failed',
        detail: 'its DaemonSet does not select this node',
        next: printStep(describe(daemon)),
      }
    const why = hiddenIn(context, host.site, 'Pod')
    if (pods.length > 0 && !why)
      return { ...facts, state: 'failed', detail: 'no Pod of it on this node', next: printStep(describe(daemon)) }
    return { ...facts, ...daemonFacts(assessment, daemon, why) }
  })
}

const isOwnedBy = (pod: GraphNode, daemon: GraphNode) =>
  pod.namespace === daemon.namespace &&
  pod.object?.metadata.ownerReferences?.some(({ kind, name }) => kind === 'DaemonSet' && name === daemon.name) === true

function podFacts({ own }: Assessment, pod: GraphNode): Omit<HostAgent, 'name' | 'lackingLabels'> {
  const health = own(pod.id)
  const restarts = listAt(pod.object, 'status.containerStatuses').reduce(
    (sum, one) => sum + (countAt(one, 'restartCount') ?? 0),
    0,
  )
  return {
    state: health.state,
    detail: healthText(health),
    pod: objectAddress(pod),
    restarts,
    next: printStep(kubectl(pod, 'logs', `pod/${pod.name}`, '--all-containers', '--tail=50')),
  }
}

const healthText = ({ state, reason, message }: Health) =>
  state === 'healthy' ? 'its Pod is ready' : [reason, message].filter(Boolean).join(': ') || state

/** A DaemonSet that is ready everywhere proves its Pod here ready; a partially ready one does not. */
function daemonFacts({ own }: Assessment, daemon: GraphNode, why: string | undefined) {
  const { state } = own(daemon.id)
  const [ready, desired] = ['status.numberReady', 'status.desiredNumberScheduled'].map((path) =>
    countAt(daemon.object, path),
  )
  const counted = `ready on ${ready ?? '?'} of ${desired ?? '?'} nodes`
  return {
    state: state === 'healthy' ? state : ('unknown' as const),
    detail: state === 'healthy' ? counted : `${counted}, and its Pod here was not seen${why ? `: ${why}` : ''}`,
    next: printStep(describe(daemon)),
  }
}

function versionOf({ object, kind }: GraphNode): string | undefined {
  const path = kind === 'Pod' ? 'spec.containers' : 'spec.template.spec.containers'
  const [image] = listAt(object, path).map((one) => textAt(one, 'image') ?? '')
  return image ? tagOf(image) : undefined
}
