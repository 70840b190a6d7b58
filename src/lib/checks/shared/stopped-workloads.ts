// SPDX-License-Identifier: Apache-2.0
// Which workloads a node took down with it. Pods are not read for this.
import type { CheckContext } from '../../model/check/check.ts'
import { conditionOf } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { MINUTE } from '../../model/text/time.ts'

export const VOLUME = 'PersistentVolumeClaim'

const [SET, DEPLOYMENT] = ['StatefulSet.apps', 'Deployment.apps'] as const

export const STOPPABLE_WORKLOADS: readonly string[] = [SET, DEPLOYMENT]

/** Owners of StatefulSets that report since when they are not ready; a StatefulSet has no conditions. */
export const OPERATED: readonly string[] = [
  'MariaDB.k8s.mariadb.com',
  'RabbitmqCluster.rabbitmq.com',
  'Valkey.cache.cs.sap.com',
  'Memcached.memcached.c5c3.io',
  'OpenBaoCluster.openbao.org',
]

/** Unhealthy workloads of the node's cluster that lost Pods when the node went down, not before. */
export function stoppedWorkloads(
  context: CheckContext,
  node: GraphNode,
  since: string | undefined,
): readonly GraphNode[] {
  const inCluster = ({ cluster }: GraphNode) => cluster.label === node.cluster.label
  const isUnhealthy = (workload: GraphNode) => !isFine(context.own(workload).state)
  const candidates = (kind: string) => context.of(kind).filter((one) => inCluster(one) && isUnhealthy(one))
  return [
    ...candidates(SET).filter((set) => mayRunOn(context, set, node) && !failedBefore(context, set, since)),
    ...candidates(DEPLOYMENT).filter((one) => startedWith(conditionOf(one, 'Available'), since)),
  ]
}

/** The scheduler writes the node of a volume into this annotation of its claim. */
const SELECTED_NODE = 'volume.kubernetes.io/selected-node'

/** False if every volume of the set is known to be on another node. */
function mayRunOn(context: CheckContext, set: GraphNode, { name }: GraphNode): boolean {
  const nodes = context.out(set, VOLUME).flatMap(({ object }) => object?.metadata.annotations?.[SELECTED_NODE] ?? [])
  return nodes.length === 0 || nodes.includes(name)
}

function failedBefore(context: CheckContext, set: GraphNode, since: string | undefined): boolean {
  const owners = OPERATED.flatMap((kind) => context.into(set, kind)).map((owner) => conditionOf(owner, 'Ready'))
  return owners.some((ready) => ready?.status === 'False' && !startedWith(ready, since))
}

type Told = ReturnType<typeof conditionOf>

/** Kubernetes notices a lost node later than its Pods' users do. */
const NOTICE_TIME = 2 * MINUTE

const startedWith = (condition: Told, since: string | undefined): boolean =>
  condition?.status === 'False' && Date.parse(condition.since ?? '') >= Date.parse(since ?? '') - NOTICE_TIME
