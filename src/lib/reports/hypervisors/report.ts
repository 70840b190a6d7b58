// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine, severity, worse } from '../../model/graph/health.ts'
import { isChosen, isWhole, type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { countAt, textAt, textsAt } from '../../model/object/fields.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import {
  hiddenIn,
  membersOf,
  POOL_CLAIMS,
  type PoolContext,
  type PoolSite,
  poolSites,
  poolWorld,
} from '../pools/sites.ts'
import { completenessOf } from '../shared/completeness.ts'
import { nothingMatches } from '../shared/no-match-error.ts'
import {
  findingsFor,
  isCounted,
  type RowFinding,
  rowFinding,
  rowVerdictStates,
  stateWith,
} from '../shared/row-findings.ts'
import { verdictOf } from '../shared/verdict.ts'
import { type AgentKind, agentsOf, type PoolAgent } from './agents.ts'
import { type Host, hostState, hypervisorHosts, missingParts, partsOfHost } from './hosts.ts'

export interface HostPart {
  readonly state: State
  readonly reason?: string
  readonly message?: string
}

export interface EvictionPart extends HostPart {
  readonly outstandingInstances: number
  readonly outstandingRamMb?: number
  readonly migrations: number
}

/** A machine and the objects that make it a hypervisor; absent parts do not exist. */
export interface HostRow {
  readonly pool: string
  readonly cluster: string
  readonly name: string
  readonly state: State
  readonly node?: HostPart
  readonly hypervisor?: HostPart
  readonly chassis?: HostPart
  readonly ovs?: HostPart
  readonly eviction?: EvictionPart
  /** Labels of the node that its Hypervisor lacks. */
  readonly lackingLabels: readonly string[]
  readonly instances?: number
  readonly libvirt?: string
  readonly findings: readonly RowFinding[]
}

export interface HypervisorPoolRow {
  readonly name: string
  readonly region?: string
  readonly cluster?: string
  readonly state: State
  readonly hosts: number
  readonly fine: number
  readonly maintenance: number
  readonly evictions: number
  readonly chassis: { readonly fine: number; readonly total: number }
  readonly agents: readonly PoolAgent[]
  readonly instances: number
  /** Why the counts may be incomplete. */
  readonly hidden?: string
  readonly findings: readonly RowFinding[]
}

export interface HypervisorsReport extends Report {
  readonly kind: 'Hypervisors'
  readonly pools: readonly HypervisorPoolRow[]
  /** Worst first. */
  readonly hosts: readonly HostRow[]
  /** Findings about neither a pool nor a host, for example a Nova cell that counts fewer hosts. */
  readonly findings: readonly RowFinding[]
}

export interface HypervisorsInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly causes: readonly Cause[]
  readonly agents: readonly AgentKind[]
  /** All hypervisor pools, whether or not they are in scope. */
  readonly known: readonly string[]
  readonly scope: Scope
  readonly allowIncomplete: boolean
}

/** Every hypervisor of every pool with its node, chassis, agents and evictions. */
export function hypervisorsReport(input: HypervisorsInput): HypervisorsReport {
  const { snapshot, assessment, causes, scope, allowIncomplete } = input
  const context = poolWorld(assessment.graph, snapshot)
  const sites = sitesIn(context, input)
  const findingsOf = findingsFor(causes)
  const members = new Map(sites.map((site) => [site, selectHosts(hypervisorHosts(context, site), scope)]))
  const all = [...members.values()].flat()
  if (scope.selector && all.length === 0) throw noHostError(scope, snapshot)
  const hosts = all.map((host) => hostRow(assessment, host, findingsOf(partsOfHost(host))))
  const byPool = Map.groupBy(hosts, ({ pool, cluster }) => `${cluster} ${pool}`)
  const shownSites = scope.selector ? sites.filter((site) => members.get(site)?.length) : sites
  const pools = shownSites.map((site) =>
    poolRow(input, context, site, byPool.get(`${site.cluster?.label ?? ''} ${site.name}`) ?? [], findingsOf),
  )
  const reported = new Set([...pools, ...hosts].flatMap(({ findings }) => findings.map(keyOf)))
  const findings = causes.map(rowFinding).filter((finding) => isWhole(scope) && !reported.has(keyOf(finding)))
  const states = [
    ...rowVerdictStates([...pools, ...hosts]),
    ...(findings.some(isCounted) ? (['degraded'] as const) : []),
    ...(pools.length === 0 ? (['off'] as const) : []),
  ]
  return {
    apiVersion: API_VERSION,
    kind: 'Hypervisors',
    ...verdictOf({ snapshot, states, allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    ...scopeReport(scope),
    pools,
    hosts: hosts.sort(worstFirst),
    findings,
  }
}

const keyOf = ({ check, subject }: RowFinding) => `${check} ${subject}`

/** The pools in scope; an unknown pool name exits 8 with close names. */
function sitesIn(context: PoolContext, { scope, snapshot, known }: HypervisorsInput): readonly PoolSite[] {
  const { pool, region } = scope
  const all = poolSites(context).filter(({ type }) => type === 'hypervisor')
  const sites = all.filter(
    (site) => (pool === undefined || site.name === pool) && (region === undefined || site.region === region),
  )
  if (sites.length > 0 || (pool === undefined && region === undefined)) return sites
  if (pool === undefined || snapshot.gaps.length > 0) throw noPoolError(all, { pool, region }, snapshot)
  const names = [...new Set([...all.map(({ name }) => name), ...known])]
  const close = closestMatches(pool, names)
  throw new C5c3Error('NOT_FOUND', 'notFound', `hypervisor pool "${safeLine(pool)}" not found`, [
    close.length > 0 ? `did you mean: ${close.join(', ')}?` : `available: ${names.join(', ') || 'none'}`,
  ])
}

function noPoolError(
  all: readonly PoolSite[],
  { pool, region }: { pool?: string | undefined; region?: string | undefined },
  snapshot: Snapshot,
) {
  const scope = { ...(pool === undefined ? {} : { pool }), ...(region === undefined ? {} : { region }) }
  return nothingMatches({ what: 'hypervisor pool', kinds: POOL_CLAIMS, roles: ['management'], all }, scope, snapshot)
}

const noHostError = (scope: Scope, snapshot: Snapshot) =>
  nothingMatches({ what: 'hypervisor', kinds: ['Node'], roles: ['hypervisor'], all: [] }, scope, snapshot)

/** Hosts whose node or Hypervisor matches the selector. */
const selectHosts = (hosts: readonly Host[], { selector }: Scope) =>
  selector === undefined
    ? hosts
    : hosts.filter(({ node, hypervisor }) =>
        [node, hypervisor].some((one) => one?.object && isChosen(one.object, { selector })),
      )

export function hostRow(assessment: Assessment, host: Host, findings: readonly RowFinding[]): HostRow {
  const { node, hypervisor, chassis, ovs } = host
  const eviction = evictionOf(assessment, host)
  const instances = countAt(hypervisor?.object, 'status.numInstances')
  const libvirt = textAt(hypervisor?.object, 'status.libVirtVersion')
  return {
    pool: host.site.name,
    cluster: (node ?? hypervisor)?.cluster.label ?? '',
    name: host.name,
    state: stateWith(hostState(assessment, host), findings),
    ...(node ? { node: partOf(assessment, node) } : {}),
    ...(hypervisor ? { hypervisor: partOf(assessment, hypervisor) } : {}),
    ...(chassis ? { chassis: partOf(assessment, chassis) } : {}),
    ...(ovs ? { ovs: partOf(assessment, ovs) } : {}),
    ...(eviction ? { eviction } : {}),
    lackingLabels: hypervisor?.object ? missingParts(node, hypervisor) : [],
    ...(instances === undefined ? {} : { instances }),
    ...(libvirt ? { libvirt } : {}),
    findings,
  }
}

function partOf({ own }: Assessment, { id }: GraphNode): HostPart {
  const { state, reason, message } = own(id)
  return { state, ...(reason ? { reason } : {}), ...(message ? { message } : {}) }
}

/** The worst eviction that has not completed. */
function evictionOf(assessment: Assessment, { evictions, migrations }: Host): EvictionPart | undefined {
  if (evictions.length === 0) return undefined
  const [active] = evictions
    .filter(({ id }) => assessment.own(id).state !== 'healthy')
    .sort((a, b) => severity(assessment.own(b.id).state) - severity(assessment.own(a.id).state))
  if (!active) return undefined
  const ram = countAt(active.object, 'status.outstandingRamMb')
  return {
    ...partOf(assessment, active),
    outstandingInstances: textsAt(active.object, 'status.outstandingInstances').length,
    ...(ram === undefined ? {} : { outstandingRamMb: ram }),
    migrations: migrations.length,
  }
}

const isProgressing = ({ state }: HostRow) => state === 'progressing'

function poolRow(
  { assessment, agents: kinds }: HypervisorsInput,
  context: PoolContext,
  site: PoolSite,
  hosts: readonly HostRow[],
  findingsOf: ReturnType<typeof findingsFor>,
): HypervisorPoolRow {
  const hidden = hiddenIn(context, site, 'Node') ?? hiddenIn(context, site, 'Hypervisor.kvm.cloud.sap')
  // findings about a host are shown with that host
  const findings = findingsOf([
    ...(site.claim ? [site.claim] : []),
    ...membersOf(context, site, 'DaemonSet.apps'),
    ...membersOf(context, site, 'Deployment.apps'),
  ]).filter(({ follows }) => !follows)
  const withFinding = new Set(findings.filter(isCounted).map(({ subject }) => subject))
  // a DaemonSet that excludes hosts counts only the nodes it selects
  const agents = agentsOf(assessment, context, site, kinds).map((agent) =>
    agent.daemonSets.some((one) => withFinding.has(one))
      ? { ...agent, state: worse(agent.state, 'degraded'), wanted: Math.max(agent.wanted, hosts.length) }
      : agent,
  )
  const fine = hosts.filter(({ state }) => state === 'healthy').length
  const unhealthy = hosts.filter((host) => !isFine(host.state))
  const isInCreation = site.claim !== undefined && assessment.own(site.claim.id).reason === 'BeingCreated'
  const chassis = hosts.flatMap((host) => host.chassis ?? [])
  const state = [
    hosts.length > 0 || isInCreation ? 'healthy' : hidden ? 'unknown' : 'off',
    ...(unhealthy.length > 0
      ? [unhealthy.every(isProgressing) ? ('progressing' as const) : ('degraded' as const)]
      : []),
    ...(hosts.length > 0 && hosts.every((host) => host.state === 'failed') ? (['failed'] as const) : []),
    ...(site.claim?.object ? [assessment.own(site.claim.id).state] : []),
    ...(hosts.length > 0 && isMissingAgents(agents) ? (['progressing'] as const) : []),
    ...(hidden && !isInCreation ? (['unknown'] as const) : []),
  ].reduce<State>((a, b) => worse(a, b as State), 'healthy')
  return {
    name: site.name,
    ...(site.region ? { region: site.region } : {}),
    ...(site.cluster ? { cluster: site.cluster.label } : {}),
    state: stateWith(state, findings),
    hosts: hosts.length,
    fine,
    maintenance: hosts.filter((host) => host.state === 'maintenance').length,
    evictions: hosts.filter(({ eviction }) => eviction).length,
    chassis: { fine: chassis.filter((one) => isFine(one.state)).length, total: chassis.length },
    agents,
    instances: hosts.reduce((sum, { instances = 0 }) => sum + instances, 0),
    ...(hidden ? { hidden } : {}),
    findings,
  }
}

/** A new pool has an hour until the check reports an agent without DaemonSet; it is not healthy before. */
const isMissingAgents = (agents: readonly PoolAgent[]): boolean =>
  agents.some(({ state }) => state === 'not installed') && agents.some(({ daemonSets }) => daemonSets.length > 0)

export const isNotable = ({ state, findings }: Pick<HostRow, 'state' | 'findings'>): boolean =>
  state !== 'healthy' || findings.length > 0

/** Worst first, then most findings, then by pool and name. */
const worstFirst = (a: HostRow, b: HostRow) =>
  severity(b.state) - severity(a.state) ||
  b.findings.length - a.findings.length ||
  (a.pool < b.pool ? -1 : a.pool > b.pool ? 1 : a.name < b.name ? -1 : 1)
