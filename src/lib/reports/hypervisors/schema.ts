// SPDX-License-Identifier: Apache-2.0

import { NEXT, ROW_FINDING } from '../check/schema.ts'
import { count, define, type Fields, listSchema, objectSchema, optionalField, text } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE } from '../schema/node.ts'
import { STATE } from '../schema/words.ts'
import type { HostAgent } from './agent-pods.ts'
import type { PoolAgent } from './agents.ts'
import type { EvictionPart, HostPart, HostRow, HypervisorPoolRow, HypervisorsReport } from './report.ts'
import type { HostCell, HostMigration, HypervisorReport } from './show.ts'

const PART_FIELDS: Fields<HostPart> = {
  state: STATE,
  reason: optionalField(text('One word: a condition’s reason, or ours.')),
  message: optionalField(text('Its own words.')),
}

const PART = define('HostPart', objectSchema<HostPart>(PART_FIELDS, 'A part of a host by itself.'))

const EVICTION = objectSchema<EvictionPart>({
  ...PART_FIELDS,
  outstandingInstances: count('Instances that are still to be moved.'),
  outstandingRamMb: optionalField(count('Their memory, in MiB.')),
  migrations: count('Instances that are on their way.'),
})

const HOST = define(
  'Host',
  objectSchema<HostRow>({
    pool: text('The pool it belongs to.'),
    cluster: text('The cluster it is in.'),
    name: text('The name of its node.'),
    state: STATE,
    node: optionalField(PART),
    hypervisor: optionalField(PART),
    chassis: optionalField(PART),
    ovs: optionalField(PART),
    eviction: optionalField(EVICTION),
    lackingLabels: listSchema(text('A label of the node that its Hypervisor lacks.')),
    instances: optionalField(count('Instances that run there.')),
    libvirt: optionalField(text('Its version of libvirt.')),
    findings: listSchema(ROW_FINDING),
  }),
)

const AGENT = objectSchema<PoolAgent>({
  name: text('The agent.'),
  state: STATE,
  ready: count('Nodes it is ready on.'),
  wanted: count('Nodes it should be on.'),
  versions: listSchema(text('The tag of an image in use.')),
  daemonSets: listSchema(text('Kind/namespace/name@cluster of a DaemonSet of it.')),
})

const POOL = objectSchema<HypervisorPoolRow>({
  name: text('The pool’s name.'),
  region: optionalField(text('Its region.')),
  cluster: optionalField(text('The cluster it became; left out where none is known.')),
  state: STATE,
  hosts: count('Hosts that were seen.'),
  fine: count('Hosts that are healthy.'),
  maintenance: count('Hosts in maintenance.'),
  evictions: count('Hosts that instances are being moved away from.'),
  chassis: objectSchema<HypervisorPoolRow['chassis']>({
    fine: count('OVN chassis that are well.'),
    total: count('OVN chassis that were seen.'),
  }),
  agents: listSchema(AGENT),
  instances: count('Instances that run there.'),
  hidden: optionalField(text('Why not all of it is known.')),
  findings: listSchema(ROW_FINDING),
})

export const hypervisors = report<HypervisorsReport>(
  'Hypervisors',
  'hypervisors by pool: node, chassis, agents, maintenance and evictions',
  {
    pools: listSchema(POOL),
    hosts: listSchema(HOST, 'Worst first. A part that is left out is not there.'),
    findings: listSchema(ROW_FINDING, 'What was found about neither a pool nor a host.'),
  },
  { field: 'hosts', row: HOST },
)

export const hypervisorPage = report<HypervisorReport>('Hypervisor', 'one host with all that makes it a hypervisor', {
  host: HOST,
  parts: listSchema(NODE, 'Node, Hypervisor, OVNChassis, OVSNode, Evictions.'),
  agents: listSchema(
    objectSchema<HostAgent>({
      name: text('The agent.'),
      state: STATE,
      detail: text('What this state stands on.'),
      daemonSet: optionalField(text('Kind/namespace/name@cluster of its DaemonSet.')),
      pod: optionalField(text('Kind/namespace/name@cluster of its Pod on this node.')),
      version: optionalField(text('The tag of its image.')),
      restarts: optionalField(count('How often its containers were started again.')),
      lackingLabels: listSchema(text('A label of the node that the injector did not write on its Pod.')),
      next: optionalField(NEXT),
    }),
  ),
  outstandingInstances: listSchema(text('The UUID of an instance that is still to be moved.')),
  migrations: listSchema(
    objectSchema<HostMigration>({
      instance: text('Its UUID.'),
      state: STATE,
      to: optionalField(text('The host it moves to.')),
      elapsed: optionalField(text('How long it has been on its way.')),
      remaining: optionalField(text('How long it will be, as libvirt guesses.')),
      left: optionalField(text('How much is still to be copied.')),
      error: optionalField(text('What libvirt says went wrong.')),
    }),
  ),
  heldBy: listSchema(NODE, 'Budgets that hold back the drain of its node.'),
  cells: listSchema(
    objectSchema<HostCell>({
      nova: NODE,
      cell: text('The name of the cell.'),
      hosts: optionalField(count('How many hosts it counts.')),
    }),
    'Cells of Nova that the hosts of its pool belong to.',
  ),
  next: listSchema(NEXT),
})
