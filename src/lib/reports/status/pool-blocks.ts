// SPDX-License-Identifier: Apache-2.0
import { isFine, severity } from '../../model/graph/health.ts'
import type { Block, Cell } from '../../model/report/view.ts'
import { nodesCell } from '../pools/nodes-cell.ts'
import type { PoolRow } from '../pools/report.ts'
import { objectPlace } from '../shared/object-row.ts'
import { stateCell, stateWord } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import { objectText, problemSentence } from './cause-text.ts'
import { bar } from './usage-bar.ts'

/** Unhealthy pools as a table, worst first; with `isWide` all of them. */
export function poolTables(pools: readonly PoolRow[], isWide: boolean): readonly Block[] {
  const shown = pools.filter(({ state }) => isWide || !isFine(state))
  return shown.length > 0 ? [poolTable(shown.toSorted((a, b) => severity(b.state) - severity(a.state)))] : []
}

/** The healthy pools on one line, after a label or with the noun. */
export function foldedPools(pools: readonly PoolRow[], label?: string): readonly Cell[] {
  const folded = pools.filter(({ state }) => isFine(state))
  return folded.length > 0
    ? [{ text: label === undefined ? foldedText(folded, true) : `${label}${foldedText(folded, false)}` }]
    : []
}

function poolTable(pools: readonly PoolRow[]): Block {
  return tableOf(pools, [
    { title: 'POOL', cell: ({ name }) => name },
    { title: 'TYPE', drop: 3, cell: ({ type }) => type },
    { title: 'STATE', cell: ({ state }) => stateCell(state) },
    { title: 'NODES', cell: ({ nodes }) => nodesCell(nodes) },
    {
      title: 'CEPH',
      cell: ({ ceph }) => ({ text: ceph?.health ?? '', tone: ceph?.health === 'HEALTH_OK' ? 'good' : 'bad' }),
    },
    { title: 'USED', drop: 2, cell: ({ ceph }) => (ceph?.capacity ? bar(usedShare(ceph.capacity)) : '') },
    {
      title: 'PROBLEM',
      flexible: true,
      cell: (pool) => ({ text: problemOf(pool), ...(pool.blocker ? { about: objectPlace(pool.blocker) } : {}) }),
    },
    { title: 'OPENSTACK CLUSTERS', flexible: true, drop: 1, cell: ({ tenants }) => tenants.join(', ') },
  ])
}

const usedShare = ({ usedBytes, totalBytes }: { readonly usedBytes: number; readonly totalBytes: number }) =>
  usedBytes / totalBytes

function problemOf({ blocker, nodes }: PoolRow): string {
  if (!blocker) return ''
  if (blocker.source === 'unseen')
    return blocker.reason === 'forbidden' || nodes.hidden === undefined
      ? `${objectText(blocker)} could not be read`
      : 'its cluster could not be read'
  return `${objectText(blocker)}: ${problemSentence(blocker)}`
}

/** For example "storage pool st-pool-a degraded: 4/5 nodes, HEALTH_WARN (3 OpenStack clusters depend on it)". */
export function poolSummary(pool: PoolRow): string {
  const { type, name, state, nodes, ceph, tenants } = pool
  const isShort = nodes.ready < (nodes.expected ?? nodes.seen)
  const facts = [
    isShort ? `${nodesCell(nodes).text} nodes` : '',
    ceph?.health && ceph.health !== 'HEALTH_OK' ? ceph.health : '',
  ].filter(Boolean)
  const users = `${tenants.length} OpenStack ${tenants.length === 1 ? 'cluster depends' : 'clusters depend'} on it`
  return `${type} pool ${name} ${stateWord(state)}: ${facts.join(', ') || problemOf(pool)} (${users})`
}

/** For example "✔ 4 pools healthy: 70/70 hypervisors, Ceph HEALTH_OK, fullest st-pool-a 61%". */
function foldedText(pools: readonly PoolRow[], withNoun: boolean): string {
  const states = new Set(pools.map(({ state }) => state))
  const fine = states.size === 1 && states.has('healthy') ? 'healthy' : 'without a problem'
  const noun = withNoun ? (pools.length === 1 ? 'pool ' : 'pools ') : ''
  const parts = [hypervisorsText(pools), ...cephTexts(pools), fullestText(pools)].filter(Boolean)
  return `✔ ${pools.length} ${noun}${fine}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
}

function hypervisorsText(pools: readonly PoolRow[]): string {
  const nodes = pools.flatMap((pool) => (pool.type === 'hypervisor' ? [pool.nodes] : []))
  if (nodes.length === 0) return ''
  const sum = (read: (one: PoolRow['nodes']) => number) => nodes.reduce((total, one) => total + read(one), 0)
  const maintenance = sum((one) => one.maintenance ?? 0)
  const counts = `${sum(({ ready }) => ready)}/${sum(({ expected, seen }) => expected ?? seen)} hypervisors`
  return maintenance > 0 ? `${counts} (${maintenance} in maintenance)` : counts
}

/** One word if all agree; else the pools that are not HEALTH_OK. */
function cephTexts(pools: readonly PoolRow[]): readonly string[] {
  const clusters = pools.flatMap(({ name, ceph }) => (ceph?.health ? [{ name, health: ceph.health }] : []))
  if (clusters.length === 0) return []
  const others = clusters.filter(({ health }) => health !== 'HEALTH_OK')
  return others.length === 0 ? ['Ceph HEALTH_OK'] : others.map(({ name, health }) => `${name} ${health}`)
}

function fullestText(pools: readonly PoolRow[]): string {
  const shares = pools.flatMap(({ name, ceph }) => (ceph?.capacity ? [{ name, share: usedShare(ceph.capacity) }] : []))
  const [fullest] = shares.toSorted((a, b) => b.share - a.share)
  return fullest ? `fullest ${fullest.name} ${Math.round(fullest.share * 100)}%` : ''
}
