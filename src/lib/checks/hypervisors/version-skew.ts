// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext, CheckFinding } from '../../model/check/check.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { entriesAt, flagAt, labelAt, listAt, textAt } from '../../model/object/fields.ts'
import { agentOf, DAEMONS } from '../shared/node-agents.ts'
import {
  COUNTED_POOL_KINDS,
  counted,
  HYPERVISORS,
  networksOf,
  OVN,
  poolHypervisors,
  poolOf,
} from '../shared/pool-members.ts'

const CEPH = 'CephCluster.ceph.rook.io'
const VERSIONS = [
  ['libvirt', 'status.libVirtVersion'],
  ['kernel', 'status.operatingSystem.kernelRelease'],
] as const

export const versionSkew: Check = {
  id: 'version-skew',
  category: 'hypervisors',
  severity: 'warning',
  title: 'Mixed versions in one pool',
  why: 'An upgrade stopped half-way. Instances may not move back to a host with an older libvirt, Ceph daemons of two versions are supported only during an upgrade, and an OVN controller may be at most one minor version older than its databases.',
  fix: 'Find out why the rollout stopped (a host that could not be drained, a daemon that does not start), then finish it or roll it back.',
  byHand: [
    'kubectl --context CONTEXT get hypervisors.kvm.cloud.sap -o custom-columns=NAME:.metadata.name,LIBVIRT:.status.libVirtVersion,KERNEL:.status.operatingSystem.kernelRelease',
    "kubectl --context STORAGE -n rook-ceph get cephcluster -o jsonpath='{.items[*].status.ceph.versions}'",
  ],
  modes: ['F39'],
  about: [...HYPERVISORS, CEPH, OVN],
  beside: ['Node', DAEMONS, ...COUNTED_POOL_KINDS],
  *run(context) {
    for (const hosts of Map.groupBy(poolHypervisors(context), groupOf).values()) yield* hostSkew(context, hosts)
    for (const ceph of context.of(CEPH)) yield* cephSkew(context, ceph)
    for (const daemons of context.of(DAEMONS))
      if (agentOf(daemons, context.agents)?.name === 'ovn-controller') yield* ovnSkew(context, daemons)
  },
}

/** Hosts of one worker group have the same kind of machine; other groups may differ. */
const groupOf = ({ cluster, object }: GraphNode) =>
  `${cluster.label} ${labelAt(object, 'worker.gardener.cloud/pool') ?? ''}`

/** An upgrade proceeds host by host: while one is being updated, the others are queued. */
const isBeingUpdated = ({ object }: GraphNode) =>
  flagAt(object, 'status.updateStatus.inProgress') === true ||
  ['auto', 'termination'].includes(textAt(object, 'spec.maintenance') ?? '')

/** Hosts that are being updated or report no version may differ. */
function* hostSkew(context: CheckContext, hosts: readonly GraphNode[]): Iterable<CheckFinding> {
  if (hosts.some(isBeingUpdated)) return
  const settled = hosts.filter((host) => context.own(host).state === 'healthy')
  for (const [component, path] of VERSIONS) {
    const groups = [...versionsOf(settled, path)].sort(([, a], [, b]) => b.length - a.length)
    const rarest = groups.at(-1)?.[1][0]
    if (groups.length < 2 || !rarest) continue
    const subject = poolOf(context, rarest) ?? rarest
    yield {
      mode: 'F39',
      subject,
      message: `${groups.map(([version, all]) => `${counted(all.length, 'host')} with ${component} ${version}`).join(', ')}`,
      evidence: groups.flatMap(([version, all]) => all.slice(0, 1).map((on) => ({ on, path, value: version }))),
      standsAlone: true,
      next: [kubectl({ cluster: rarest.cluster }, 'get', `hypervisors.${rarest.group}`, '-o', 'wide')],
    }
    return
  }
}

/** Hosts by version; hosts that report none are left out. */
function versionsOf(hosts: readonly GraphNode[], path: string): ReadonlyMap<string, readonly GraphNode[]> {
  const groups = new Map<string, GraphNode[]>()
  for (const host of hosts) {
    const version = textAt(host.object, path)
    if (version === undefined || version.toLowerCase() === 'unknown') continue
    const group = groups.get(version)
    if (group) group.push(host)
    else groups.set(version, [host])
  }
  return groups
}

function* cephSkew(context: CheckContext, ceph: GraphNode): Iterable<CheckFinding> {
  if (context.own(ceph).state === 'progressing') return
  const mixed = entriesAt(ceph.object, 'status.ceph.versions').filter(
    ([, versions]) => Object.keys(versions ?? {}).length > 1,
  )
  const reported = mixed.filter(([daemon]) => daemon !== 'overall' || mixed.length === 1)
  if (reported.length === 0) return
  yield {
    mode: 'F39',
    subject: ceph,
    message: `its ${reported.map(([daemon]) => daemon).join(', ')} daemons run different versions`,
    evidence: reported.flatMap(([daemon, versions]) =>
      Object.entries(versions as Record<string, unknown>).map(([version, number]) => ({
        on: ceph,
        path: `status.ceph.versions.${daemon}[${version}]`,
        value: `${number} daemons`,
      })),
    ),
    standsAlone: true,
    next: [kubectl(ceph, 'get', 'deployments', '-L', 'ceph-version')],
  }
}

/** Compares ovn-controller on the hosts with the OVN databases; more than one release apart is a finding. */
function* ovnSkew(context: CheckContext, daemons: GraphNode): Iterable<CheckFinding> {
  const [first] = listAt(daemons.object, 'spec.template.spec.containers')
  const image = textAt(first, 'image')
  const [tag, actual] = [image?.split(':').at(-1), halfYearOf(image?.split(':').at(-1))]
  const host = context.of('Node').find(({ cluster }) => cluster.label === daemons.cluster.label)
  for (const ovn of actual === undefined ? [] : networksOf(context, host)) {
    const databases = textAt(ovn.object, 'spec.ovnImage.tag')
    const desired = halfYearOf(databases)
    if (actual === undefined || databases === undefined || desired === undefined || Math.abs(desired - actual) <= 1)
      continue
    yield {
      mode: 'F39',
      subject: daemons,
      message: `ovn-controller ${tag} is more than one release apart from the OVN databases (${databases})`,
      evidence: [
        { on: daemons, path: 'spec.template.spec.containers[0].image', value: image ?? '' },
        { on: ovn, path: 'spec.ovnImage.tag', value: databases },
      ],
      standsAlone: true,
    }
    return
  }
}

/** OVN has two releases a year, in March and September: 24.03.4 is the 49th half year. */
function halfYearOf(tag: string | undefined): number | undefined {
  const [, year, month] = /^v?(\d{2})\.(\d{2})(?:\.|$)/.exec(tag ?? '') ?? []
  return year && month ? Number(year) * 2 + (Number(month) > 6 ? 1 : 0) : undefined
}
