// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { countAt, listAt, textAt } from '../../model/object/fields.ts'
import { isOlder, MINUTE } from '../../model/text/time.ts'
import { agentOf, DAEMONS } from '../shared/node-agents.ts'
import { HYPERVISORS } from '../shared/pool-members.ts'

const NOVA = 'Nova.nova.openstack.c5c3.io'
const POOL = 'HypervisorCluster.crossplane.c5c3.io'

/** Nova counts its hosts periodically. */
const LAG = 10 * MINUTE

export const cellShort: Check = {
  id: 'cell-short',
  category: 'hypervisors',
  severity: 'error',
  effect: 'degrades',
  title: 'Nova cell has fewer hosts than its pool',
  why: 'The hosts run and report Ready, but their nova-compute has not registered in the cell or has lost its message queue: no instances are placed on them.',
  fix: 'Read the log of nova-compute on a missing host; usually its credentials or its RabbitMQ address are outdated.',
  byHand: [
    'openstack compute service list --service nova-compute',
    'kubectl --context CONTEXT get hypervisors.kvm.cloud.sap',
  ],
  modes: ['F38'],
  about: [NOVA],
  beside: [POOL, DAEMONS, ...HYPERVISORS],
  clusters: ['management', 'control-plane', 'hypervisor'],
  *run(context) {
    const ready = new Map<GraphNode, readonly GraphNode[]>()
    const hostsOf = (pool: GraphNode) => {
      const hosts = ready.get(pool) ?? readyHosts(context, pool)
      ready.set(pool, hosts)
      return hosts
    }
    for (const nova of context.of(NOVA)) {
      for (const [i, cell] of listAt(nova.object, 'spec.cells').entries()) {
        const name = textAt(cell, 'name')
        const at = listAt(nova.object, 'status.cells').findIndex((one) => textAt(one, 'name') === name)
        const counted = countAt(listAt(nova.object, 'status.cells')[at], 'computeNodes')
        const pool = context.out(nova, POOL).find((one) => hasName(one, textAt(cell, 'computeRef.name')))
        const hosts = pool ? hostsOf(pool) : []
        if (counted === undefined || !pool || counted >= hosts.length) continue
        // An agent that does not run is reported by its own check.
        if (computeAgents(context, hosts).some((one) => !isFine(context.own(one).state))) continue
        yield {
          mode: 'F38',
          subject: nova,
          message: `cell ${name ?? i} has ${counted} hosts, but ${hosts.length} hypervisors of pool ${pool.name} are ready`,
          evidence: [
            { on: nova, path: `status.cells[${name ?? at}].computeNodes`, value: String(counted) },
            { on: pool, path: 'ready hypervisors', value: String(hosts.length) },
            ...computeAgents(context, hosts).map((one) => fieldProof(one, 'status.numberReady')),
          ],
          next: [
            { command: { words: ['openstack', 'compute', 'service', 'list', '--service', 'nova-compute'] } },
            ...hosts.slice(0, 1).map((host) => kubectl({ cluster: host.cluster }, 'get', `hypervisors.${host.group}`)),
          ],
        }
      }
    }
  },
}

const hasName = (pool: GraphNode, name: string | undefined) =>
  name !== undefined && (pool.name === name || textAt(pool.object, 'spec.name') === name)

const readyHosts = (context: CheckContext, pool: GraphNode) =>
  HYPERVISORS.flatMap((kind) => context.out(pool, kind)).filter(
    (host) => context.own(host).state === 'healthy' && isOlder(conditionOf(host, 'Ready')?.since, LAG, context.now),
  )

const computeAgents = (context: CheckContext, hosts: readonly GraphNode[]) =>
  context
    .of(DAEMONS)
    .filter(
      (one) => one.cluster.label === hosts[0]?.cluster.label && agentOf(one, context.agents)?.name === 'nova-compute',
    )
