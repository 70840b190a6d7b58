// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import { verdictOf } from '../shared/verdict.ts'
import { amountsOf, loadOf } from './amounts.ts'
import { findPoolOrNode, type PoolMachine } from './find-pool.ts'
import type { TenantImpact } from './impact-model.ts'
import { hypervisorOn, instancesOn } from './impact-of-hypervisor.ts'
import { impactOfNode, tenantsOnNode } from './impact-of-node.ts'
import { impactOfPool } from './impact-of-pool.ts'
import { monitorQuorum } from './monitors.ts'
import { poolParts } from './parts.ts'
import { type PoolIndex, poolView } from './pool-index.ts'
import { type QuorumAfter, quorumAfterNode, quorumAfterPool } from './quorum-after.ts'
import { poolRow } from './report.ts'
import { hiddenIn, type PoolSite, type PoolType } from './sites.ts'
import { tenantsHidden } from './tenants.ts'

/** The pool, or the machine of a pool, whose loss is assessed. */
export interface ImpactSubject {
  readonly kind: 'pool' | 'node'
  readonly name: string
  readonly pool: string
  readonly type: PoolType
  readonly region?: string
  readonly cluster?: string
  readonly state: State
}

export interface PoolImpactReport extends Report {
  readonly kind: 'PoolImpact'
  readonly subject: ImpactSubject
  /** Current load; values the API does not report are absent. */
  readonly load: {
    readonly nodes?: number
    readonly instances?: number
    readonly vcpus?: number
    readonly memoryBytes?: number
    readonly cephBytes?: number
  }
  readonly tenants: readonly TenantImpact[]
  readonly quorum?: QuorumAfter
  /** What is unknown, and why. */
  readonly notes: readonly string[]
}

export interface ImpactInput {
  readonly name: string
  readonly allowIncomplete: boolean
}

/** Who is affected if a pool or machine is drained or lost. The exit code reports the current state. */
export function poolImpactReport(
  snapshot: Snapshot,
  assessment: Assessment,
  { name, allowIncomplete }: ImpactInput,
): PoolImpactReport {
  const view = poolView(snapshot, assessment)
  const subject = findPoolOrNode(view, snapshot, name)
  const impact = 'node' in subject ? nodeAnswer(view, subject) : poolAnswer(view, subject, snapshot)
  const hidden = tenantsHidden(snapshot)
  return {
    apiVersion: API_VERSION,
    kind: 'PoolImpact',
    ...verdictOf({ snapshot, states: [impact.subject.state], allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    ...impact,
    notes: [
      ...(hidden === undefined ? [] : [`there may be more tenants: ${hidden}`]),
      ...servicesHidden(snapshot, impact.tenants),
      ...impact.notes,
    ],
  }
}

type Impact = Pick<PoolImpactReport, 'subject' | 'load' | 'tenants' | 'quorum' | 'notes'>

function poolAnswer(view: PoolIndex, site: PoolSite, snapshot: Snapshot): Impact {
  const { state, nodes } = poolRow(view, site, poolParts(view, site, snapshot))
  const amounts = amountsOf(view.assessment, view.world, site)
  const now = monitorQuorum(view.assessment, view.world, site)
  const quorum = now && quorumAfterPool(now)
  const tenants = view.usersOf(site).map((tenant) => impactOfPool(view, site, tenant))
  return {
    subject: subjectOf(site, 'pool', site.name, state),
    load: {
      ...optionalNumber('nodes', nodes.hidden !== undefined && nodes.seen === 0 ? undefined : nodes.seen),
      ...optionalNumber('instances', amounts.instances),
      ...optionalNumber('vcpus', amounts.vcpus?.used),
      ...optionalNumber('memoryBytes', amounts.memoryBytes?.used),
      ...optionalNumber('cephBytes', amounts.cephBytes?.used),
    },
    tenants,
    ...(quorum ? { quorum } : {}),
    notes: [
      ...(nodes.hidden === undefined ? [] : [`the pool could not be read in full: ${nodes.hidden}`]),
      ...quorumHidden(view, site, quorum),
      ...(site.type === 'hypervisor' ? whoseInstances(tenants) : []),
    ],
  }
}

/** Without its control plane the services of a tenant are unknown. */
function servicesHidden({ clusters, gaps }: Snapshot, tenants: readonly TenantImpact[]): readonly string[] {
  const planes = clusters.filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'control-plane'))
  const gap = gaps.find(({ cluster }) => planes.some(({ label }) => label === cluster))
  const hasUnknownServices = tenants.some(({ services, lost }) => services.length === 0 && lost.effect !== 'nothing')
  return gap && hasUnknownServices ? [`affected services are not fully known: ${gap.cluster}: ${gap.message}`] : []
}

function quorumHidden({ world }: PoolIndex, site: PoolSite, quorum: QuorumAfter | undefined): readonly string[] {
  if (site.type !== 'storage' || quorum) return []
  const why = hiddenIn(world, site, 'CephCluster.ceph.rook.io') ?? 'Ceph does not report its monitors'
  return [`Ceph quorum after the loss unknown: ${why}`]
}

function whoseInstances(tenants: readonly TenantImpact[]): readonly string[] {
  const note = 'instances per tenant: not exposed by the API'
  return tenants.length > 1 ? [note] : []
}

function nodeAnswer(view: PoolIndex, machine: PoolMachine): Impact {
  const { site, node } = machine
  const now = site.type === 'storage' ? monitorQuorum(view.assessment, view.world, site) : undefined
  const quorum = now && quorumAfterNode(now, node)
  const hypervisor = hypervisorOn(view, machine)
  const tenants = tenantsOnNode(view, machine).map((tenant) => impactOfNode(view, machine, quorum, tenant))
  return {
    subject: subjectOf(site, 'node', node.name, view.assessment.state(node.id)),
    load: {
      nodes: 1,
      ...optionalNumber('instances', instancesOn(view, machine)),
      ...optionalNumber('vcpus', hypervisor && loadOf(hypervisor, 'cpu').used),
      ...optionalNumber('memoryBytes', hypervisor && loadOf(hypervisor, 'memory').used),
    },
    tenants,
    ...(quorum ? { quorum } : {}),
    notes: [...quorumHidden(view, site, quorum), ...(site.type === 'hypervisor' ? whoseInstances(tenants) : [])],
  }
}

function subjectOf(site: PoolSite, kind: ImpactSubject['kind'], name: string, state: State): ImpactSubject {
  return {
    kind,
    name,
    pool: site.name,
    type: site.type,
    ...(site.region ? { region: site.region } : {}),
    ...(site.cluster ? { cluster: site.cluster.label } : {}),
    state,
  }
}

const optionalNumber = <K extends string>(key: K, value: number | undefined): Partial<Record<K, number>> =>
  value === undefined ? {} : ({ [key]: value } as Record<K, number>)
