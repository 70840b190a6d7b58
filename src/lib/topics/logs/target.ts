// SPDX-License-Identifier: Apache-2.0

import type { ClusterClient } from '../../cluster/types.ts'
import type { Fleet } from '../../fleet/member.ts'
import { KINDS } from '../../kinds/index.ts'
import { madeBy, responsibleFor } from '../../kinds/openstack/responsible-operator.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { OPERATORS } from '../../model/landscape/operators.ts'
import type { SeenCluster } from '../../model/landscape/snapshot.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { type Observation, type ObserveOptions, observe } from '../../pipeline/observe.ts'
import { onDemandKindsFor } from '../../pipeline/subjects.ts'
import { isOf } from '../../reports/operators/report.ts'
import { findSubject } from '../../reports/shared/find-subject.ts'
import { nameOf, objectAddress } from '../../reports/shared/object-row.ts'
import { kindsNamed, parseSubject } from '../../reports/shared/parse-subject.ts'
import { REPLICA_SET } from '../events/kinds.ts'
import { LOG_KINDS, NEAR_PODS, WORKLOADS } from './kinds.ts'

/** Where to look for Pods. */
export interface LogWhere {
  readonly seen: SeenCluster
  readonly client: ClusterClient
  readonly namespace?: string
  /** Only Pods on this node. */
  readonly node?: string
  /** The kinds to read in order to find them. */
  readonly kinds: readonly KindSpec[]
}

/** The object whose logs are requested, and the locations of its Pods. */
export interface LogTarget {
  readonly subject: GraphNode
  /** The operator whose log is shown instead of the object's own. */
  readonly operator?: string
  /** Objects that own the Pods, directly or not. */
  readonly owners: readonly GraphNode[]
  readonly places: readonly LogWhere[]
  readonly seen: Observation
  /** Gaps that may hide a Pod. */
  readonly gaps: readonly Gap[]
}

/** Finds the object and the workloads of it or of its operator. Throws if there is no such object. */
export async function logTarget(
  fleet: Fleet,
  text: string,
  isOperator: boolean,
  options: ObserveOptions,
): Promise<LogTarget> {
  const observation = await observe(fleet, { ...options, ...kindsFor(text, isOperator) })
  const { graph } = observation.assessment
  const subject = findSubject(text, graph, observation.kinds, observation.snapshot, observation.scope.namespace)
  const { owners, operator } = isOperator
    ? operatorOf(observation, subject)
    : { owners: ownersOf(observation, subject) }
  return logTargets(fleet, observation, { subject, owners, ...(operator ? { operator } : {}) })
}

/** The locations of the Pods of some owners. */
export function logTargets(
  { members }: Pick<Fleet, 'members'>,
  observation: Observation,
  about: Pick<LogTarget, 'subject' | 'owners' | 'operator'>,
): LogTarget {
  const isRun = about.owners.every(({ kind }) => kind === 'Job' || kind === 'Pod')
  const places = new Map<string, LogWhere>()
  for (const { cluster, group, kind, name, namespace } of about.owners) {
    const client = members.find(({ label }) => label === cluster.label)?.client
    const isNode = kind === 'Node' && group === ''
    if (!client || (namespace === undefined && !isNode)) continue
    // Agents on a node are identified by their owner alone, and a Job owns its Pods directly.
    const kinds = isNode ? LOG_KINDS.slice(0, 1) : isRun ? LOG_KINDS.filter((one) => one !== REPLICA_SET) : LOG_KINDS
    const where = { seen: cluster, client, kinds, ...(isNode ? { node: name } : { namespace: namespace ?? '' }) }
    places.set(`${cluster.label} ${isNode ? `on ${name}` : namespace}`, where)
  }
  const clusters = new Set(about.owners.map(({ cluster }) => cluster.label))
  const names = new Set([...WORKLOADS, ...NEAR_PODS].map(kindName))
  const gaps = observation.snapshot.gaps.filter(
    ({ cluster, kind }) => clusters.has(cluster) && (!kind || names.has(kind)),
  )
  return { ...about, places: [...places.values()], seen: observation, gaps }
}

/** Kinds close to Pods need no other reads; other objects are found through everything they own. */
function kindsFor(text: string, isOperator: boolean): Pick<ObserveOptions, 'only' | 'also'> {
  const { kind } = parseSubject(text, KINDS)
  const namedKinds = kind === undefined ? [] : kindsNamed(kind, KINDS)
  const podOwners = NEAR_PODS.filter((one) => namedKinds.some((spec) => kindName(spec) === kindName(one)))
  const areAllPodOwners = namedKinds.length > 0 && podOwners.length === namedKinds.length
  if (!isOperator) return areAllPodOwners ? { only: podOwners } : { also: onDemandKindsFor([text]) }
  const areAllManaged = namedKinds.every((spec) => OPERATORS.some(({ writes }) => writes.includes(kindName(spec))))
  if (namedKinds.length > 0 && areAllManaged) return { only: [...namedKinds, ...WORKLOADS] }
  const names = new Set(WORKLOADS.map(kindName))
  return { also: [...onDemandKindsFor([text]).filter((spec) => !names.has(kindName(spec))), ...WORKLOADS] }
}

/** The owners for a Hypervisor are the agents on its node; for other objects what they created. */
function ownersOf({ assessment: { graph } }: Observation, subject: GraphNode): readonly GraphNode[] {
  if (subject.kind !== 'Hypervisor') return madeBy(graph, subject)
  const neighbours = [...graph.out(subject.id).map(({ to }) => to), ...graph.into(subject.id).map(({ from }) => from)]
  const host = neighbours.map((id) => graph.nodes.get(id)).find((one) => one?.kind === 'Node' && one.group === '')
  return host ? [host] : madeBy(graph, subject)
}

/** Prefers the operator in the object's own cluster. */
function operatorOf({ assessment: { graph } }: Observation, subject: GraphNode) {
  const responsible = responsibleFor(graph, subject)
  if (!responsible)
    throw new C5c3Error('NOT_FOUND', 'notFound', `no operator is known to manage ${nameOf(subject)}`, [
      'to list them: kubectl c5c3 operators; for the log of one: kubectl c5c3 logs Deployment/NAME',
    ])
  const { operator } = responsible
  const all = WORKLOADS.flatMap((kind) => graph.of(kindName(kind)))
    .filter((one) => one.source === 'live' && isOf(operator, one))
    // A DaemonSet is an agent, not the operator.
    .filter(({ kind }) => kind !== 'DaemonSet')
  const inSameCluster = all.filter(({ cluster }) => cluster.label === subject.cluster.label)
  const owners = (inSameCluster.length > 0 ? inSameCluster : all).flatMap((one) => madeBy(graph, one))
  if (owners.length === 0)
    throw new C5c3Error(
      'NOT_FOUND',
      'findings',
      `${operator.name} manages ${objectAddress(subject)}, but no workload of it was found`,
      [`${formatCommand(c5c3Command('operators'))} shows where ${operator.name} should be`],
    )
  return { operator: operator.name, owners }
}
