// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { countAt, entriesAt, fieldAt, labelAt, textAt, textsAt } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import { sum } from './amounts.ts'
import { hiddenIn, membersOf, type PoolContext, type PoolSite } from './sites.ts'

export interface Monitor {
  readonly id: string
  readonly state: State
  /** The machine it is pinned to, if its Deployment says so. */
  readonly node?: string
  /** It runs in another cluster as a tiebreaker. */
  readonly arbiter: boolean
}

/** Ceph's monitors: without a majority Ceph accepts no writes. */
export interface MonitorQuorum {
  readonly total?: number
  readonly up?: number
  readonly needed?: number
  /** How many more may fail; negative without quorum. */
  readonly tolerates?: number
  readonly monitors: readonly Monitor[]
  /** Which values are unknown, and why. */
  readonly unavailable?: string
}

/** undefined if no CephCluster was read. */
export function monitorQuorum(assessment: Assessment, context: PoolContext, site: PoolSite): MonitorQuorum | undefined {
  const ceph = membersOf(context, site, 'CephCluster.ceph.rook.io')[0]
  if (!ceph) return undefined
  const monitors = [...deployed(assessment, context, site), ...arbiters(assessment, context, site)]
  const total = totalOf(ceph, monitors)
  const up = upOf(ceph, monitors, total)
  const hidden = monitors.every(({ arbiter }) => arbiter) ? hiddenIn(context, site, 'Deployment.apps') : undefined
  const unavailable = up === undefined ? (hidden ?? 'Ceph does not report its monitors') : hidden
  return {
    ...(total === undefined ? {} : { total }),
    ...(up === undefined ? {} : { up }),
    ...(total === undefined ? {} : { needed: majority(total) }),
    ...(total === undefined || up === undefined ? {} : { tolerates: up - majority(total) }),
    monitors,
    ...(unavailable === undefined ? {} : { unavailable }),
  }
}

export const majority = (total: number): number => Math.floor(total / 2) + 1

function deployed(assessment: Assessment, context: PoolContext, site: PoolSite): Monitor[] {
  return membersOf(context, site, 'Deployment.apps')
    .filter(({ object }) => labelAt(object, 'app') === 'rook-ceph-mon')
    .map((node) => {
      const host = hostOf(node)
      const id = labelAt(node.object, 'mon') ?? labelAt(node.object, 'ceph_daemon_id') ?? node.name
      return { id, state: assessment.own(node.id).state, ...(host ? { node: host } : {}), arbiter: false }
    })
}

function hostOf({ object }: GraphNode): string | undefined {
  const selector = entriesAt(object, 'spec.template.spec.nodeSelector')
  const host = selector.find(([key]) => key === 'kubernetes.io/hostname')?.[1]
  return typeof host === 'string' ? host : undefined
}

function arbiters(assessment: Assessment, context: PoolContext, site: PoolSite): Monitor[] {
  const kinds = ['RemoteArbiter.ceph.cobaltcore.sap.com', 'RemoteArbiter.ceph.c5c3.io']
  return membersOf(context, site, ...kinds).map((node) => ({
    id: textAt(node.object, 'status.monId') ?? node.name,
    state: assessment.own(node.id).state,
    arbiter: true,
  }))
}

/** The desired count plus external monitors, which Rook lists separately. */
function totalOf({ object }: GraphNode, monitors: readonly Monitor[]): number | undefined {
  const inside = countAt(object, 'spec.mon.count')
  const outside = monitors.filter(({ arbiter }) => arbiter).length
  const known = inside ?? monitors.length - outside
  return known > 0 ? known + Math.max(outside, textsAt(object, 'spec.mon.externalMonIDs').length) : undefined
}

/** Running monitors, capped by the number Ceph reports as not down. */
function upOf(ceph: GraphNode, monitors: readonly Monitor[], total: number | undefined): number | undefined {
  const running = monitors.filter(({ state }) => isFine(state)).length
  const versions = entriesAt(ceph.object, 'status.ceph.versions.mon').map(([, count]) => Number(count))
  const counted = versions.length > 0 && versions.every(Number.isFinite) ? sum(versions) : undefined
  const reporting = monitors.some(({ arbiter }) => !arbiter) ? running : counted
  const down = downOf(ceph)
  return reporting === undefined || total === undefined ? reporting : Math.min(reporting, total - down)
}

/** Ceph's message, for example "1/5 mons down, quorum a,b,c,d". */
function downOf({ object }: GraphNode): number {
  const message = fieldAt(object, 'status.ceph.details.MON_DOWN.message')
  const [, down] = /^(\d{1,3})\/\d{1,3} mons? down/.exec(typeof message === 'string' ? message : '') ?? []
  return down === undefined ? 0 : Number(down)
}
