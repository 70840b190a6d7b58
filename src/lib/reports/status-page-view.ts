// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../model/health.ts'
import type { Block, Branch, Cell, View } from '../model/view.ts'
import { gapNotes } from './gap-notes.ts'
import { type NodeReport, nameOf } from './node.ts'
import { ownCell, reasonOf, WAITING } from './node-cell.ts'
import { SYMBOLS, stateCell, TONES } from './state-words.ts'
import type { PhaseReport, StatusRow } from './status.ts'
import type { StatusPageReport } from './status-page.ts'
import { lastLine, poolsBlock } from './status-view.ts'

/** One OpenStack on one page: what is wrong first, then its phases, services, parts, requests and pools. */
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
      ...(report.pools.length > 0 ? [poolsBlock(report.pools)] : []),
      { type: 'lines', lines: [{ text: lastLine(report) }] },
    ],
    notes: gapNotes(report.completeness.gaps),
  }
}

function head({ claims, dialect }: StatusPageReport, row: StatusRow): Block {
  const facts = [
    row.region ? `region ${row.region}` : '',
    row.age ? `${row.age} old` : '',
    dialect ? `ControlPlane dialect ${dialect}` : '',
  ]
  const title: Cell = {
    text: `${nameOf(row)} @${row.cluster}: ${SYMBOLS[row.state]} ${row.state}`,
    tone: TONES[row.state],
  }
  const blocker = row.blocker
    ? [
        {
          text: `first blocker: ${nameOf(row.blocker)} @${row.blocker.cluster}: ${why(row.blocker)}`,
          tone: TONES[row.state],
        },
      ]
    : []
  const says = claims
    ? [
        {
          text: `its own status says ${claims.phase}${claims.agrees ? '' : ', which its parts do not bear out'}`,
          tone: claims.agrees ? ('dim' as const) : ('bad' as const),
        },
      ]
    : []
  return {
    type: 'lines',
    lines: [title, { text: facts.filter(Boolean).join(' · '), tone: 'dim' }, ...blocker, ...says],
  }
}

const why = (node: NodeReport) => reasonOf(node) || node.own

function phases(row: StatusRow): Block {
  return {
    type: 'tree',
    columns: [
      { title: 'PHASE' },
      { title: 'STATE' },
      { title: 'CLUSTER', drop: 2 },
      { title: 'SINCE', drop: 1 },
      { title: 'REASON', flexible: true },
    ],
    roots: row.phases.map(phaseBranch),
  }
}

function phaseBranch({ id, title, state, members, count, waitsFor }: PhaseReport): Branch {
  const word = state === 'waiting' ? `waiting for phase ${waitsFor}` : state
  const fine = count - members.length
  return {
    cells: [
      { text: `${id} ${title}` },
      { text: `${SYMBOLS[state]} ${word}`, tone: TONES[state] },
      { text: '' },
      { text: '' },
      {
        text: count === 0 ? '' : members.length === 0 ? `${count} objects` : `${fine} of ${count} objects are well`,
        tone: 'dim',
      },
    ],
    children: members.map((node) => ({
      cells: [
        { text: nameOf(node) },
        ownCell(node),
        { text: node.cluster },
        { text: node.sinceAge ?? '' },
        { text: why(node) },
      ],
      children: [],
    })),
  }
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
    rows: rows.map(({ service, state, release, endpoint, reason, waitsFor }) => [
      { text: service },
      waitsFor === undefined || state === 'unknown' ? stateCell(state) : WAITING,
      { text: release ?? '' },
      { text: endpoint ?? '' },
      { text: reason ?? '' },
    ]),
  }
}

function parts({ parts: rows }: StatusPageReport): Block {
  return {
    type: 'table',
    columns: [{ title: 'PART' }, { title: 'STATE' }, { title: 'WELL' }],
    rows: rows.map(({ name, state, fine, total }) => [
      { text: name },
      stateCell(state),
      { text: `${fine}/${total}`, tone: isFine(state) ? 'good' : 'bad' },
    ]),
  }
}

function requested({ requested: rows }: StatusPageReport): Block {
  return {
    type: 'table',
    columns: [{ title: 'REQUESTED' }, { title: 'WISH' }, { title: 'ACTUAL', flexible: true }],
    rows: rows.map(({ what, requested: wish, actual, same }) => [
      { text: what },
      { text: wish },
      { text: actual, tone: same ? 'plain' : 'bad' },
    ]),
  }
}
