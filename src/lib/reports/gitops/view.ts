// SPDX-License-Identifier: Apache-2.0

import { shortRevision } from '../../kinds/flux/revision.ts'
import { isFine } from '../../model/graph/health.ts'
import type { Diagram } from '../../model/report/diagram.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { objectPlace } from '../shared/object-row.ts'
import { problemNextLines, problemText } from '../shared/problem-text.ts'
import { stateCell } from '../shared/state-cell.ts'
import { type GitopsReport, type GitopsRow, isProblem } from './report.ts'

export const gitopsForms: Presentation<GitopsReport> = {
  view: gitopsView,
  names: ({ objects }) => objects.map(objectPlace),
  rows: { field: 'objects' },
  diagram: gitopsDiagram,
}

function gitopsView(report: GitopsReport): View {
  const { objects, completeness } = report
  return {
    blocks: [
      objects.length > 0 ? table(objects) : { type: 'lines', lines: [{ text: nothing(report) }] },
      { type: 'lines', lines: [...nextOf(report), { text: lastLine(report) }] },
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function table(rows: readonly GitopsRow[]): Block {
  const home = rows[0]?.cluster
  const isOne = rows.every(({ cluster }) => cluster === home)
  return {
    type: 'table',
    columns: [
      { title: 'STEP', drop: 1 },
      { title: 'KIND' },
      { title: 'NAME', flexible: true },
      { title: 'STATE' },
      { title: 'REVISION', drop: 4 },
      { title: 'FROM', drop: 3 },
      { title: 'INTO', drop: 2 },
      { title: 'CLUSTER', ...(isOne ? { wide: true } : { drop: 5 }) },
      { title: 'URL', wide: true },
      { title: 'AFTER', wide: true },
      { title: 'WHY', flexible: true },
      { title: 'NEXT', wide: true },
    ],
    rows: rows.map((row) => [
      { text: row.step === 0 ? '' : String(row.step) },
      { text: row.kind },
      { text: row.namespace === undefined ? row.name : `${row.namespace}/${row.name}`, about: objectPlace(row) },
      stateCell(row.state, row.suspended?.sinceAge),
      { text: revisionText(row) },
      { text: fromText(row) },
      { text: row.into ?? '' },
      { text: row.cluster },
      { text: row.url ?? '' },
      { text: row.after.map((place) => place.split('@')[0]).join(', ') },
      { text: whyText(row) },
      { text: row.findings[0]?.next[0]?.command ?? '' },
    ]),
  }
}

function revisionText({ revision, offered, from }: GitopsRow): string {
  if (offered !== undefined) return `${revision ? shortRevision(revision) : 'none'} → ${shortRevision(offered)}`
  return revision ? shortRevision(revision) : from ? 'none' : ''
}

/** For example c5c3-gitops:clusters/eu-de-1. */
function fromText({ from, path }: GitopsRow): string {
  const [, name] = /^.*\/([^/@]+)@/.exec(from ?? '') ?? []
  return [name, path?.replace(/^\.\//, '')].filter(Boolean).join(':')
}

function whyText(row: GitopsRow): string {
  if (row.circular) return 'waits for itself over others that wait for it'
  return problemText(row)
}

function nextOf(report: GitopsReport): readonly Cell[] {
  const problems = report.objects.filter(isProblem)
  const [first] = problems
  if (first) return [{ text: headline(first, problems) }, ...problemNextLines(first)]
  if (report.objects.length > 0) return [{ text: 'who owns an object: kubectl c5c3 gitops owner KIND/NAME' }]
  return []
}

/** The first problem, and how many others are blocked by it. */
function headline(first: GitopsRow, problems: readonly GitopsRow[]): string {
  const here = objectPlace(first)
  const blocked = problems.filter(
    (row) => row.waitsFor === here || row.findings.some(({ follows, subject }) => follows && subject === here),
  ).length
  const others = problems.length - 1 - blocked
  return [
    `first: ${here}`,
    ...(blocked > 0 ? [`${blocked} ${blocked === 1 ? 'waits' : 'wait'} for it`] : []),
    ...(others > 0 ? [`${others} other ${others === 1 ? 'problem' : 'problems'}`] : []),
  ].join(' · ')
}

const nothing = ({ verdict }: GitopsReport) =>
  verdict === 'not installed' ? 'Flux is not installed' : 'there is nothing of Flux in what was read'

function lastLine({ completeness, objects, verdict, exitCode, scope }: GitopsReport): string {
  const suspended = objects.filter((row) => row.suspended).length
  const unhealthy = objects.filter(({ state }) => !isFine(state)).length
  const counts = [
    `${objects.length} Flux ${objects.length === 1 ? 'object' : 'objects'}`,
    ...(unhealthy > 0 ? [`${unhealthy} not well`] : []),
    ...(suspended > 0 ? [`${suspended} suspended`] : []),
  ].join(', ')
  return `${completenessText(completeness, 'read in full', scope)} · ${counts} · ${verdict} · exit ${exitCode}`
}

/** Edges point at dependencies in reconcile order. */
function gitopsDiagram(report: GitopsReport): Diagram {
  const { objects, completeness, verdict, exitCode } = report
  const known = new Set(objects.map(objectPlace))
  return {
    caption: `${completenessText(completeness, 'read in full', report.scope)} · ${verdict} · exit ${exitCode}`,
    nodes: objects.map((row) => ({
      id: objectPlace(row),
      cluster: row.cluster,
      state: row.state,
      ...(isFine(row.own) && !isFine(row.state) ? { consequence: true } : {}),
      lines: [
        row.kind,
        row.namespace === undefined ? row.name : `${row.namespace}/${row.name}`,
        stateCell(row.state).text,
        ...(row.own !== 'healthy' && row.reason ? [row.reason] : []),
      ],
    })),
    edges: objects.flatMap((row) =>
      row.after.filter((place) => known.has(place)).map((to) => ({ from: objectPlace(row), to, label: 'after' })),
    ),
  }
}
