// SPDX-License-Identifier: Apache-2.0

import { NEXT, ROW_FINDING } from '../check/schema.ts'
import { arrayOf, count, define, type Fields, objectOf, optional, text } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE } from '../schema/node.ts'
import { STATE } from '../schema/words.ts'
import type { HostAgent } from './agent-pods.ts'
import type { PoolAgent } from './agents.ts'
import type { EvictionPart, HostPart, HostRow, HypervisorPoolRow, HypervisorsReport } from './report.ts'
import type { HostCell, HostMigration, HypervisorReport } from './show.ts'

const PART_FIELDS: Fields<HostPart> = {
  state: STATE,
  reason: optional(text('One word: a condition’s reason, or ours.')),
  message: optional(text('Its own words.')),
}

const PART = define('HostPart', objectOf<HostPart>(PART_FIELDS, 'A part of a host by itself.'))

const EVICTION = objectOf<EvictionPart>({
  ...PART_FIELDS,
  outstandingInstances: count('Instances that are still to be moved.'),
  outstandingRamMb: optional(count('Their memory, in MiB.')),
  migrations: count('Instances that are on their way.'),
})

const HOST = define(
  'Host',
  objectOf<HostRow>({
    pool: text('The pool it belongs to.'),
    cluster: text('The cluster it is in.'),
    name: text('The name of its node.'),
    state: STATE,
    node: optional(PART),
    hypervisor: optional(PART),
    chassis: optional(PART),
    ovs: optional(PART),
    eviction: optional(EVICTION),
    lackingLabels: arrayOf(text('A label of the node that its Hypervisor lacks.')),
    instances: optional(count('Instances that run there.')),
    libvirt: optional(text('Its version of libvirt.')),
    findings: arrayOf(ROW_FINDING),
  }),
)

const AGENT = objectOf<PoolAgent>({
  name: text('The agent.'),
  state: STATE,
  ready: count('Nodes it is ready on.'),
  wanted: count('Nodes it should be on.'),
  versions: arrayOf(text('The tag of an image in use.')),
  daemonSets: arrayOf(text('Kind/namespace/name@cluster of a DaemonSet of it.')),
})

const POOL = objectOf<HypervisorPoolRow>({
  name: text('The pool’s name.'),
  region: optional(text('Its region.')),
  cluster: optional(text('The cluster it became; left out where none is known.')),
  state: STATE,
  hosts: count('Hosts that were seen.'),
  fine: count('Hosts that are healthy.'),
  maintenance: count('Hosts in maintenance.'),
  evictions: count('Hosts that instances are being moved away from.'),
  chassis: objectOf<HypervisorPoolRow['chassis']>({
    fine: count('OVN chassis that are well.'),
    total: count('OVN chassis that were seen.'),
  }),
  agents: arrayOf(AGENT),
  instances: count('Instances that run there.'),
  hidden: optional(text('Why not all of it is known.')),
  findings: arrayOf(ROW_FINDING),
})

export const hypervisors = report<HypervisorsReport>(
  'Hypervisors',
  'hypervisors by pool: node, chassis, agents, maintenance and evictions',
  {
    pools: arrayOf(POOL),
    hosts: arrayOf(HOST, 'Worst first. A part that is left out is not there.'),
    findings: arrayOf(ROW_FINDING, 'What was found about neither a pool nor a host.'),
  },
  { field: 'hosts', row: HOST },
)

export const hypervisorPage = report<HypervisorReport>('Hypervisor', 'one host with all that makes it a hypervisor', {
  host: HOST,
  parts: arrayOf(NODE, 'Node, Hypervisor, OVNChassis, OVSNode, Evictions.'),
  agents: arrayOf(
    objectOf<HostAgent>({
      name: text('The agent.'),
      state: STATE,
      detail: text('What this state stands on.'),
      daemonSet: optional(text('Kind/namespace/name@cluster of its DaemonSet.')),
      pod: optional(text('Kind/namespace/name@cluster of its Pod on this node.')),
      version: optional(text('The tag of its image.')),
      restarts: optional(count('How often its containers were started again.')),
      lackingLabels: arrayOf(text('A label of the node that the injector did not write on its Pod.')),
      next: optional(NEXT),
    }),
  ),
  outstandingInstances: arrayOf(text('The UUID of an instance that is still to be moved.')),
  migrations: arrayOf(
    objectOf<HostMigration>({
      instance: text('Its UUID.'),
      state: STATE,
      to: optional(text('The host it moves to.')),
      elapsed: optional(text('How long it has been on its way.')),
      remaining: optional(text('How long it will be, as libvirt guesses.')),
      left: optional(text('How much is still to be copied.')),
      error: optional(text('What libvirt says went wrong.')),
    }),
  ),
  heldBy: arrayOf(NODE, 'Budgets that hold back the drain of its node.'),
  cells: arrayOf(
    objectOf<HostCell>({
      nova: NODE,
      cell: text('The name of the cell.'),
      hosts: optional(count('How many hosts it counts.')),
    }),
    'Cells of Nova that the hosts of its pool belong to.',
  ),
  next: arrayOf(NEXT),
})
