// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { State } from '../../model/report/report.ts'
import type { Block, Branch } from '../../model/report/view.ts'
import { reasonOf, statusCell } from '../shared/object-cell.ts'
import { type NodeReport, nameOf } from '../shared/object-row.ts'
import { SYMBOLS, stateCell, stateWord, TONES } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import type { StatusPageReport } from './detail.ts'
import { poolTables } from './pool-blocks.ts'
import type { PhaseReport, StatusRow } from './report.ts'
import { requestedTable } from './requested-view.ts'

/** Everything about one OpenStack cluster: each phase with its unhealthy objects, services, parts, requests, pools. */
export function statusPageWide(report: StatusPageReport, row: StatusRow): readonly Block[] {
  return [
    facts(report, row),
    phases(row),
    ...(report.services.length > 0 ? [services(report)] : []),
    ...(report.parts.length > 0 ? [parts(report)] : []),
    ...(report.requested.length > 0 ? [requestedTable(report.requested)] : []),
    ...(report.requested.some(({ what }) => what.endsWith(' quota')) ? [FULLNESS_NOTE] : []),
    ...poolTables(report.pools, true),
  ]
}

const FULLNESS_NOTE: Block = {
  type: 'lines',
  lines: [{ text: 'per-pool usage: not exposed by the API', tone: 'dim' }],
}

function facts({ claims, dialect }: StatusPageReport, row: StatusRow): Block {
  const texts = [
    `${nameOf(row)} @${row.cluster}`,
    row.region ? `region ${row.region}` : '',
    row.age ? `${row.age} old` : '',
    dialect ? `ControlPlane dialect ${dialect}` : '',
    claims ? `status.phase ${claims.phase}` : '',
  ]
  return { type: 'lines', lines: [{ text: texts.filter(Boolean).join(' · '), tone: 'dim' }] }
}

const why = (node: NodeReport) => reasonOf(node) || node.own

function phases(row: StatusRow): Block {
  return {
    type: 'tree',
    columns: [
      { title: 'PHASE' },
      { title: 'STATE' },
      { title: 'CLUSTER', flexible: true },
      { title: 'SINCE', drop: 1 },
      { title: 'REASON', flexible: true },
    ],
    roots: row.phases.map(phaseBranch),
  }
}

function phaseBranch({ id, title, status, members, count, blockedBy, copied }: PhaseReport): Branch {
  const stateText = status === 'blocked' ? `blocked by phase ${blockedBy}` : stateWord(status)
  return {
    cells: [
      { text: `${id} ${title}` },
      { text: `${SYMBOLS[status]} ${stateText}`, tone: TONES[status] },
      { text: '' },
      { text: '' },
      {
        text: `${countText(members, count)}${copied ? '; done when Crossplane last observed its ControlPlane' : ''}`,
        tone: 'dim',
      },
    ],
    children: [...members.filter(({ source }) => source !== 'unseen').map(memberBranch), ...unreadBranches(members)],
  }
}

function countText(members: readonly NodeReport[], count: number): string {
  const readCount = count - members.filter(({ source }) => source === 'unseen').length
  const fine = count - members.length
  if (count === 0) return ''
  if (readCount === 0) return 'none could be read'
  if (members.length === 0) return `${count} ${count === 1 ? 'object' : 'objects'}`
  return `${fine} of ${readCount} objects ${readCount < count ? 'that could be read ' : ''}are healthy`
}

function memberBranch(node: NodeReport): Branch {
  return {
    cells: [
      { text: nameOf(node) },
      statusCell(node),
      { text: node.cluster },
      { text: node.sinceAge ?? '' },
      { text: why(node) },
    ],
    children: [],
  }
}

/** All objects that one gap hides share a line. */
function unreadBranches(members: readonly NodeReport[]): readonly Branch[] {
  const unread = members.filter(({ source }) => source === 'unseen')
  return [...Map.groupBy(unread, (node) => `${node.cluster} ${why(node)}`).values()].flatMap((set) => {
    const [first] = set
    if (!first || set.length === 1) return set.map(memberBranch)
    const kinds = [...new Set(set.map(({ kind }) => kind))]
    const shown = kinds.length > 4 ? [...kinds.slice(0, 3), `${kinds.length - 3} more kinds`] : kinds
    return [{ ...memberBranch(first), cells: [{ text: shown.join(', ') }, ...memberBranch(first).cells.slice(1)] }]
  })
}

function services({ services: rows }: StatusPageReport): Block {
  return tableOf(rows, [
    { title: 'SERVICE', cell: ({ service }) => service },
    { title: 'STATE', cell: ({ status }) => stateCell(status) },
    { title: 'RELEASE', cell: ({ release }) => release ?? '' },
    { title: 'ENDPOINT', drop: 1, cell: ({ endpoint }) => endpoint ?? '' },
    {
      title: 'REASON',
      flexible: true,
      cell: ({ reason, waitsFor, state }) => reason ?? (waitsFor === undefined ? '' : blockedText(waitsFor, state)),
    },
  ])
}

/** Names only kind and name: the phases above show the location. For an unknown state the cluster is named. */
function blockedText(address: string, state: State): string {
  const [object = '', cluster] = address.split(/@(.*)/)
  const [kind, ...names] = object.split('/')
  const name = names.at(-1) ?? ''
  if (state === 'unknown') return `${kind}${name.startsWith('*') ? '' : `/${name}`} @${cluster} could not be read`
  return `blocked by ${kind}/${name}`
}

function parts({ parts: rows }: StatusPageReport): Block {
  return tableOf(rows, [
    { title: 'PART', cell: ({ name }) => name },
    { title: 'STATE', cell: ({ status }) => stateCell(status) },
    {
      title: 'HEALTHY',
      cell: ({ state, fine, total, hidden }) => ({
        text: `${fine}/${hidden ? '?' : total}`,
        tone: isFine(state) ? 'good' : 'bad',
      }),
    },
    {
      title: 'REASON',
      flexible: true,
      cell: ({ waitsFor, state }) => (waitsFor === undefined ? '' : blockedText(waitsFor, state)),
    },
  ])
}
