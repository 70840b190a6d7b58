// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { State } from '../../model/report/report.ts'
import type { Block, Branch, Cell, View } from '../../model/report/view.ts'
import { accessHints } from '../shared/access-hints.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { reasonOf, statusCell } from '../shared/object-cell.ts'
import { type NodeReport, nameOf } from '../shared/object-row.ts'
import { SYMBOLS, stateCell, stateWord, TONES } from '../shared/state-cell.ts'
import { cannotTell } from '../shared/unreachable.ts'
import type { StatusPageReport } from './detail.ts'
import type { PhaseReport, StatusRow } from './report.ts'
import { poolsBlock, statusFooter, statusKeysLines, statusNextLines } from './view.ts'

/** One OpenStack cluster: root cause, phases, services, parts, requests and pools. */
export function statusPageView(report: StatusPageReport): View {
  const [row] = report.clusters
  if (!row) return { blocks: [] }
  return {
    blocks: [
      head(report, row),
      phases(row),
      ...(report.services.length > 0 ? [services(report)] : []),
      ...(report.parts.length > 0 ? [parts(report)] : []),
      ...(report.requested.length > 0 ? [requested(report)] : []),
      ...(report.requested.some(({ what }) => what.endsWith(' quota')) ? [FULLNESS_NOTE] : []),
      ...(report.pools.length > 0 ? [poolsBlock(report.pools)] : []),
      {
        type: 'lines',
        lines: [...statusNextLines(report), ...statusKeysLines(report), { text: statusFooter(report) }],
      },
    ],
    notes: [...gapNotes(report.completeness.gaps), ...accessHints(report.completeness.gaps)],
  }
}

const FULLNESS_NOTE: Block = {
  type: 'lines',
  lines: [{ text: 'how full each RBD pool is: not available from the API', tone: 'dim' }],
}

/** An unknown state neither confirms nor refutes the reported phase. */
function agreementText({ agrees }: NonNullable<StatusPageReport['claims']>, { state }: StatusRow): string {
  if (agrees) return ''
  return state === 'unknown' ? ', which could not be confirmed' : ', which its parts do not bear out'
}

function head({ claims, dialect }: StatusPageReport, row: StatusRow): Block {
  const facts = [
    row.region ? `region ${row.region}` : '',
    row.age ? `${row.age} old` : '',
    dialect ? `ControlPlane dialect ${dialect}` : '',
  ]
  const title: Cell = {
    text: `${nameOf(row)} @${row.cluster}: ${SYMBOLS[row.state]} ${stateWord(row.state)}`,
    tone: TONES[row.state],
  }
  const blocker = row.blocker
    ? [
        {
          text: `first blocker: ${blockerText(row.blocker, row)}`,
          tone: TONES[row.state],
        },
      ]
    : []
  const reported: Cell[] = claims
    ? [
        {
          text: `its status.phase says ${claims.phase}${agreementText(claims, row)}`,
          tone: claims.agrees ? 'dim' : row.state === 'unknown' ? 'busy' : 'bad',
        },
      ]
    : []
  return {
    type: 'lines',
    lines: [title, { text: facts.filter(Boolean).join(' · '), tone: 'dim' }, ...blocker, ...reported],
  }
}

function blockerText(blocker: NodeReport, { unreachable }: StatusRow): string {
  if (unreachable) return cannotTell(unreachable)
  return `${nameOf(blocker)} @${blocker.cluster}: ${why(blocker)}`
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
        text: `${countText(members, count)}${copied ? '; done when its ControlPlane was last copied' : ''}`,
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
  if (readCount === 0) return 'nothing of it was seen'
  if (members.length === 0) return `${count} ${count === 1 ? 'object' : 'objects'}`
  return `${fine} of ${readCount} objects ${readCount < count ? 'that were seen ' : ''}are well`
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
  return {
    type: 'table',
    columns: [
      { title: 'SERVICE' },
      { title: 'STATE' },
      { title: 'RELEASE' },
      { title: 'ENDPOINT', drop: 1 },
      { title: 'REASON', flexible: true },
    ],
    rows: rows.map(({ service, state, status, release, endpoint, reason, waitsFor }) => [
      { text: service },
      stateCell(status),
      { text: release ?? '' },
      { text: endpoint ?? '' },
      { text: reason ?? (waitsFor === undefined ? '' : waitText(waitsFor, state)) },
    ]),
  }
}

/** Names only kind and name: the phases above show the location. For an unknown state the cluster is named. */
function waitText(address: string, state: State): string {
  const [object = '', cluster] = address.split(/@(.*)/)
  const [kind, ...names] = object.split('/')
  const name = names.at(-1) ?? ''
  if (state === 'unknown') return `${kind}${name.startsWith('*') ? '' : `/${name}`} @${cluster} is not known`
  return `blocked by ${kind}/${name}`
}

function parts({ parts: rows }: StatusPageReport): Block {
  return {
    type: 'table',
    columns: [{ title: 'PART' }, { title: 'STATE' }, { title: 'WELL' }, { title: 'REASON', flexible: true }],
    rows: rows.map(({ name, state, status, fine, total, hidden, waitsFor }) => [
      { text: name },
      stateCell(status),
      { text: `${fine}/${hidden ? '?' : total}`, tone: isFine(state) ? 'good' : 'bad' },
      { text: waitsFor === undefined ? '' : waitText(waitsFor, state) },
    ]),
  }
}

function requested({ requested: rows }: StatusPageReport): Block {
  return {
    type: 'table',
    columns: [{ title: 'REQUESTED' }, { title: 'WISH' }, { title: 'ACTUAL', flexible: true }],
    rows: rows.map(({ what, requested: desired, actual, same }) => [
      { text: what },
      { text: desired },
      { text: actual, tone: same === undefined ? 'dim' : same ? 'plain' : 'bad' },
    ]),
  }
}
