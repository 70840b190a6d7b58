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

/** Where Pods are looked for. */
export interface LogWhere {
  readonly seen: SeenCluster
  readonly client: ClusterClient
  readonly namespace?: string
  /** Only Pods on this node. */
  readonly node?: string
  /** What is looked at to find them. */
  readonly kinds: readonly KindSpec[]
}

/** Whose logs are meant, and where their Pods are. */
export interface LogTarget {
  readonly subject: GraphNode
  /** Of the operator whose log it is, instead of the object's own. */
  readonly operator?: string
  /** Objects that own the Pods, directly or not. */
  readonly owners: readonly GraphNode[]
  readonly places: readonly LogWhere[]
  readonly seen: Observation
  /** What may hide a Pod. */
  readonly gaps: readonly Gap[]
}

/** Finds the object, and what it or its operator is made of. Throws for an object that is not there. */
export async function logTarget(
  fleet: Fleet,
  text: string,
  isOperator: boolean,
  options: ObserveOptions,
): Promise<LogTarget> {
  const seen = await observe(fleet, { ...options, ...kindsFor(text, isOperator) })
  const { graph } = seen.assessment
  const subject = findSubject(text, graph, seen.kinds, seen.snapshot, seen.scope.namespace)
  const { owners, operator } = isOperator ? operatorOf(seen, subject) : { owners: ownersOf(seen, subject) }
  return logTargets(fleet, seen, { subject, owners, ...(operator ? { operator } : {}) })
}

/** The places where Pods of some owners are. */
export function logTargets(
  { members }: Pick<Fleet, 'members'>,
  seen: Observation,
  about: Pick<LogTarget, 'subject' | 'owners' | 'operator'>,
): LogTarget {
  const isRun = about.owners.every(({ kind }) => kind === 'Job' || kind === 'Pod')
  const places = new Map<string, LogWhere>()
  for (const { cluster, group, kind, name, namespace } of about.owners) {
    const client = members.find(({ label }) => label === cluster.label)?.client
    const isNode = kind === 'Node' && group === ''
    if (!client || (namespace === undefined && !isNode)) continue
    // agents on a node are known by their owner alone, and between a Job and its Pods stands nothing
    const kinds = isNode ? LOG_KINDS.slice(0, 1) : isRun ? LOG_KINDS.filter((one) => one !== REPLICA_SET) : LOG_KINDS
    const where = { seen: cluster, client, kinds, ...(isNode ? { node: name } : { namespace: namespace ?? '' }) }
    places.set(`${cluster.label} ${isNode ? `on ${name}` : namespace}`, where)
  }
  const clusters = new Set(about.owners.map(({ cluster }) => cluster.label))
  const names = new Set([...WORKLOADS, ...NEAR_PODS].map(kindName))
  const gaps = seen.snapshot.gaps.filter(({ cluster, kind }) => clusters.has(cluster) && (!kind || names.has(kind)))
  return { ...about, places: [...places.values()], seen, gaps }
}

/** What is near its Pods needs nothing else to be read; anything else is found through all it may have made. */
function kindsFor(text: string, isOperator: boolean): Pick<ObserveOptions, 'only' | 'also'> {
  const { kind } = parseSubject(text, KINDS)
  const asked = kind === undefined ? [] : kindsNamed(kind, KINDS)
  const near = NEAR_PODS.filter((one) => asked.some((spec) => kindName(spec) === kindName(one)))
  const isNear = asked.length > 0 && near.length === asked.length
  if (!isOperator) return isNear ? { only: near } : { also: onDemandKindsFor([text]) }
  const isWritten = asked.every((spec) => OPERATORS.some(({ writes }) => writes.includes(kindName(spec))))
  if (asked.length > 0 && isWritten) return { only: [...asked, ...WORKLOADS] }
  const names = new Set(WORKLOADS.map(kindName))
  return { also: [...onDemandKindsFor([text]).filter((spec) => !names.has(kindName(spec))), ...WORKLOADS] }
}

/** A Hypervisor is the agents on its machine; anything else is what it made. */
function ownersOf({ assessment: { graph } }: Observation, subject: GraphNode): readonly GraphNode[] {
  if (subject.kind !== 'Hypervisor') return madeBy(graph, subject)
  const near = [...graph.out(subject.id).map(({ to }) => to), ...graph.into(subject.id).map(({ from }) => from)]
  const host = near.map((id) => graph.nodes.get(id)).find((one) => one?.kind === 'Node' && one.group === '')
  return host ? [host] : madeBy(graph, subject)
}

/** The operator runs beside what it looks after, else wherever one does. */
function operatorOf({ assessment: { graph } }: Observation, subject: GraphNode) {
  const found = responsibleFor(graph, subject)
  if (!found)
    throw new C5c3Error('NOT_FOUND', 'findings', `no operator is known to look after ${nameOf(subject)}`, [
      'kubectl c5c3 operators lists them; kubectl c5c3 logs Deployment/NAME shows the log of one',
    ])
  const { operator } = found
  const all = WORKLOADS.flatMap((kind) => graph.of(kindName(kind)))
    .filter((one) => one.source === 'live' && isOf(operator, one))
    // what runs on every node is an agent, not the operator
    .filter(({ kind }) => kind !== 'DaemonSet')
  const beside = all.filter(({ cluster }) => cluster.label === subject.cluster.label)
  const owners = (beside.length > 0 ? beside : all).flatMap((one) => madeBy(graph, one))
  if (owners.length === 0)
    throw new C5c3Error(
      'NOT_FOUND',
      'findings',
      `${operator.name} looks after ${objectAddress(subject)}, and no workload looks like it`,
      [`${formatCommand(c5c3Command('operators'))} shows where ${operator.name} should be`],
    )
  return { operator: operator.name, owners }
}
