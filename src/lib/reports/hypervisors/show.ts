// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import { c5c3, describe, type PrintedStep, printStep } from '../../model/check/next-step.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine, worse } from '../../model/graph/health.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { countAt, entriesAt, listAt, textAt, textsAt } from '../../model/object/fields.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { type PoolContext, poolWorld } from '../pools/sites.ts'
import { completenessOf } from '../shared/completeness.ts'
import { type NodeReport, nodeReport } from '../shared/object-row.ts'
import { findingsFor, rowVerdictStates } from '../shared/row-findings.ts'
import { verdictOf } from '../shared/verdict.ts'
import { type HostAgent, hostAgents } from './agent-pods.ts'
import type { AgentKind } from './agents.ts'
import { findHost } from './find-host.ts'
import { type Host, partsOfHost } from './hosts.ts'
import { type HostRow, hostRow } from './report.ts'

export interface HostMigration {
  readonly instance: string
  readonly state: NodeReport['state']
  readonly to?: string
  readonly elapsed?: string
  readonly remaining?: string
  readonly left?: string
  readonly error?: string
}

/** A Nova cell that contains the hosts of this pool. */
export interface HostCell {
  readonly nova: NodeReport
  readonly cell: string
  readonly hosts?: number
}

export interface HypervisorReport extends Report {
  readonly kind: 'Hypervisor'
  readonly host: HostRow
  /** Node, Hypervisor, OVNChassis, OVSNode and Evictions. */
  readonly parts: readonly NodeReport[]
  readonly agents: readonly HostAgent[]
  readonly outstandingInstances: readonly string[]
  readonly migrations: readonly HostMigration[]
  /** PodDisruptionBudgets that block the drain of its node. */
  readonly heldBy: readonly NodeReport[]
  readonly cells: readonly HostCell[]
  readonly next: readonly PrintedStep[]
}

export interface HypervisorInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly causes: readonly Cause[]
  readonly agents: readonly AgentKind[]
  /** NODE or NODE@CLUSTER */
  readonly name: string
  readonly allowIncomplete: boolean
}

/** One host with its parts, agents, migrations and what blocks its drain. */
export function hypervisorReport(input: HypervisorInput): HypervisorReport {
  const { snapshot, assessment, causes, name, allowIncomplete } = input
  const context = poolWorld(assessment.graph, snapshot)
  const host = findHost(context, snapshot, name)
  const agents = hostAgents(assessment, context, host, input.agents)
  const base = hostRow(assessment, host, findingsFor(causes)(partsOfHost(host)))
  // lists leave out the agents of each host; here their states count
  const row = { ...base, state: unhealthyStates(agents).reduce<State>(worse, base.state) }
  const { node, hypervisor, chassis, ovs, evictions, migrations } = host
  const parts = [node, hypervisor, chassis, ovs, ...evictions].flatMap((one) =>
    one ? nodeReport(assessment, one) : [],
  )
  return {
    apiVersion: API_VERSION,
    kind: 'Hypervisor',
    ...verdictOf({ snapshot, states: [...rowVerdictStates([row]), ...unhealthyStates(agents)], allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    host: row,
    parts,
    agents,
    outstandingInstances: evictions.flatMap(({ object }) => textsAt(object, 'status.outstandingInstances')),
    migrations: migrations.map((one) => migrationOf(assessment, one)),
    heldBy: budgetsOf(context, host).map((budget) => nodeReport(assessment, budget)),
    cells: cellsOf(assessment, host),
    next: nextOf(host, row, agents),
  }
}

/** `not installed` does not count: the agent may run under another name, which a check assesses. */
const unhealthyStates = (agents: readonly HostAgent[]) => agents.flatMap(({ state }) => (isFine(state) ? [] : state))

function migrationOf({ own }: Assessment, { id, name, object }: GraphNode): HostMigration {
  const text = (key: string, path: string) => {
    const value = textAt(object, path)
    return value ? { [key]: value } : {}
  }
  return {
    instance: name,
    state: own(id).state,
    ...text('to', 'status.destination'),
    ...text('elapsed', 'status.timeElapsed'),
    ...text('remaining', 'status.timeRemaining'),
    ...text('left', 'status.dataRemaining'),
    ...text('error', 'status.errMsg'),
  }
}

/** The hypervisor operator sets this label on the Pod and the PodDisruptionBudget that block a drain. */
const DRAIN_BLOCKER_LABEL = 'cobaltcore-maintenance-controller'

function budgetsOf({ byCluster }: PoolContext, { node, name }: Host): readonly GraphNode[] {
  const budgets = byCluster('PodDisruptionBudget.policy').get(node?.cluster.label ?? '') ?? []
  return budgets.filter(
    ({ object }) =>
      countAt(object, 'status.disruptionsAllowed') === 0 &&
      entriesAt(object, 'spec.selector.matchLabels').some(
        ([key, value]) => key === DRAIN_BLOCKER_LABEL && value === `maint-${name}`,
      ),
  )
}

function cellsOf(assessment: Assessment, { site }: Host): readonly HostCell[] {
  return assessment.graph.of('Nova.nova.openstack.c5c3.io').flatMap((nova) =>
    listAt(nova.object, 'spec.cells').flatMap((cell): HostCell[] => {
      const name = textAt(cell, 'name')
      const pool = textAt(cell, 'computeRef.name')
      if (!name || !pool || (pool !== site.name && pool !== site.claim?.name)) return []
      const status = listAt(nova.object, 'status.cells').find((one) => textAt(one, 'name') === name)
      const hosts = countAt(status, 'computeNodes')
      return [{ nova: nodeReport(assessment, nova), cell: name, ...(hosts === undefined ? {} : { hosts }) }]
    }),
  )
}

/** The steps of the finding, else of an unhealthy agent, else describe the host. */
function nextOf({ node, hypervisor }: Host, row: HostRow, agents: readonly HostAgent[]): readonly PrintedStep[] {
  const [finding] = row.findings
  if (finding) return [printStep(c5c3('why', finding.subject)), ...finding.next.slice(0, 2)]
  const unhealthy = agents.find(({ state }) => !isFine(state))
  if (unhealthy?.next) return [unhealthy.next]
  const subject = hypervisor?.object ? hypervisor : node
  return subject && row.state !== 'healthy' ? [printStep(describe(subject))] : []
}
