// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Rows } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { ageOf } from '../shared/object-row.ts'
import { findingText, problemNextLines } from '../shared/problem-text.ts'
import { stateCell, TONES } from '../shared/state-cell.ts'
import type { CephCopy, CephKeeper } from './copies.ts'
import type { CephMonitors } from './monitors.ts'
import { type CephClientRow, type CephSecretsReport, hasCopyProblem } from './report.ts'

/** One row per copy, unhealthy clients first; then the problems and the monitors that are not current. */
export function cephSecretsView(report: CephSecretsReport, now: number): View {
  const { clients, unclaimed, monitors } = report
  const unhealthy = clients.filter(hasCopyProblem)
  // gaps are listed once, in the notes
  const known = unhealthy.filter(({ judged, findings }) => judged !== 'unknown' || findings.length > 0)
  const outdated = monitors.filter(({ judged }) => !isFine(judged))
  return {
    blocks: [
      ...(clients.length + unclaimed.length > 0 ? [keys(clients, unclaimed, now)] : []),
      ...(known.length > 0 ? [whyTable(known)] : []),
      ...(outdated.length > 0 ? [monitorTable(outdated)] : []),
      { type: 'lines', lines: [...next(known, outdated), { text: lastLine(report) }] },
    ],
    notes: gapNotes(report.completeness.gaps),
  }
}

function keys(clients: readonly CephClientRow[], unclaimed: readonly CephCopy[], now: number): Block {
  return {
    type: 'table',
    columns: [
      { title: 'STATE' },
      { title: 'CLIENT' },
      { title: 'STORAGE', drop: 3 },
      { title: 'SOURCE', wide: true },
      { title: 'KEY' },
      { title: 'COPY', flexible: true },
      { title: 'CLUSTER', drop: 4 },
      { title: 'KEPT BY', flexible: true, drop: 5 },
      { title: 'SYNCED', drop: 2 },
      { title: 'FINGERPRINTS', wide: true },
      { title: 'POOLS', drop: 1 },
      { title: 'USED BY', wide: true },
    ],
    rows: [
      ...clients.flatMap((client) => {
        const [first, ...others] = client.copies
        return [clientCells(client, first, now), ...others.map((copy) => copyCells(copy, client, now))]
      }),
      ...unclaimed.map((copy) => copyCells(copy, undefined, now)),
    ],
  }
}

function clientCells(client: CephClientRow, copy: CephCopy | undefined, now: number): readonly Cell[] {
  const rest = copyCells(copy, client, now).slice(4)
  return [
    stateCell(client.judged),
    { text: client.name },
    { text: client.cluster },
    { text: `${client.namespace}/${client.key.name} ${client.key.state}` },
    ...rest,
  ]
}

/** The client's columns are empty for its second and further copies. */
function copyCells(copy: CephCopy | undefined, client: CephClientRow | undefined, now: number): readonly Cell[] {
  return [
    client || !copy ? { text: '' } : stateCell(copy.judged),
    { text: client ? '' : '(whose?)' },
    { text: '' },
    { text: '' },
    keyCell(copy, client),
    { text: copy ? `${copy.namespace}/${copy.name}` : '-' },
    { text: copy?.cluster ?? '-' },
    { text: copy ? keeperText(copy.keeper) : '-' },
    { text: copy?.keeper.synced ? (ageOf(copy.keeper.synced, now) ?? '') : '' },
    { text: [client?.key.fingerprint ?? '-', copy?.fingerprint ?? '-'].join(' ') },
    client ? poolCell(client) : { text: '' },
    { text: copy?.consumers.join(', ') || '-' },
  ]
}

function keyCell(copy: CephCopy | undefined, client: CephClientRow | undefined): Cell {
  if (copy) {
    const symbol = copy.state === 'equal' ? '✔' : copy.state === 'not compared' ? '?' : '✖'
    return { text: `${symbol} ${copy.state}`, tone: TONES[copy.judged] }
  }
  const state = client?.key.state
  if (client?.copiesUnknown !== undefined) return { text: '? copies unknown', tone: 'busy' }
  if (state === 'present' || state === 'not kept') return { text: '· no copy', tone: 'dim' }
  if (state === 'not read') return { text: '? source not read', tone: 'busy' }
  return { text: `✖ source ${state ?? ''}`, tone: 'bad' }
}

/** For example "ExternalSecret ← PushSecret". */
function keeperText({ by, name, from, withoutData, state }: CephKeeper): string {
  if (by === 'nobody') return 'nobody'
  if (by === 'unknown') return name ? `unknown (Object ${name}?)` : 'unknown'
  if (by === 'manager') return `${name} (owns the key in managedFields)`
  if (by === 'Object') return `Object ${name}${withoutData ? ', without the key' : ''}`
  const problem = state && !isFine(state) ? ` (${state})` : ''
  return from.length > 0 ? `ExternalSecret${problem} ← PushSecret` : `ExternalSecret${problem}, no PushSecret seen`
}

function poolCell({ caps }: CephClientRow): Cell {
  const good = caps.filter(({ granted, exists }) => granted && exists !== false).length
  if (caps.length === 0) return { text: '-' }
  return { text: `${good}/${caps.length}`, tone: good === caps.length ? 'good' : 'bad' }
}

function whyTable(clients: readonly CephClientRow[]): Block {
  return {
    type: 'table',
    columns: [{ title: 'NOT WELL' }, { title: 'WHY', flexible: true }],
    rows: clients.map((client) => [{ text: client.name }, { text: whyText(client) }]),
  }
}

/** The findings; without any, the problems of its Secrets, its own state and its pools. */
function whyText({ findings, copies, key, caps, message, reason, own }: CephClientRow): string {
  if (findings.length > 0) return findings.map((one) => `${one.subject}: ${findingText(one)}`).join('; ')
  const problems = [
    ...(key.message ? [`Secret ${key.name}: ${key.message}`] : []),
    ...copies
      .filter(({ judged }) => judged !== 'healthy')
      .map((copy) => `Secret ${copy.namespace}/${copy.name} @${copy.cluster}: ${copy.message ?? copy.state}`),
    ...(isFine(own) ? [] : [message || reason || own]),
    ...caps.filter(({ granted }) => !granted).map(({ pool }) => `it may not use pool ${pool}`),
  ]
  return problems.join('; ')
}

function monitorTable(rows: readonly CephMonitors[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'MONITORS' },
      { title: 'CONTROL PLANE' },
      { title: 'ASKS FOR', flexible: true },
      { title: 'CEPH HAS', flexible: true },
      { title: 'WHY', flexible: true },
    ],
    rows: rows.map((row) => [
      stateCell(row.judged),
      { text: `${row.namespace}/${row.name} @${row.cluster}` },
      { text: row.asked.join(', ') },
      { text: row.known.join(', ') || '-' },
      { text: row.findings.map(findingText).join('; ') || (row.message ?? '') },
    ]),
  }
}

function next(clients: readonly CephClientRow[], monitors: readonly CephMonitors[]): readonly Cell[] {
  const [client] = clients
  if (client) return problemNextLines(client)
  return monitors.slice(0, 1).flatMap((row) =>
    problemNextLines({
      ...row,
      kind: 'ControlPlane',
      state: row.judged,
      own: row.judged,
      source: 'live',
      message: '',
    }),
  )
}

function lastLine({ completeness, verdict, exitCode, scope, clients, unclaimed, monitors }: CephSecretsReport): string {
  // copies of unknown clients count as not equal
  const copies = [...clients.flatMap((client) => client.copies), ...unclaimed]
  const equal = copies.filter(({ state }) => state === 'equal').length
  const current = monitors.filter(({ judged }) => judged === 'healthy').length
  const parts = [
    completenessText(completeness, 'read in full', scope),
    ...(clients.length === 0
      ? [completeness.complete ? 'no Ceph clients' : 'no Ceph client was seen']
      : [
          `${clients.length} ${clients.length === 1 ? 'client' : 'clients'}, ${equal} of ${copies.length} copies equal`,
        ]),
    ...(monitors.length > 0 ? [`monitors of ${current} of ${monitors.length} control planes right`] : []),
    verdict,
    `exit ${exitCode}`,
  ]
  return parts.join(' · ')
}

export const cephSecretsRows: Rows<CephSecretsReport> = { field: 'clients' }

/** Arguments of ceph-secrets and ceph-secrets sync. */
export const cephSecretsNames = ({ clients }: CephSecretsReport): readonly string[] =>
  clients.map(({ namespace, name, cluster }) => `${namespace}/${name}@${cluster}`)
