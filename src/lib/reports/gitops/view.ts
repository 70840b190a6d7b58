// SPDX-License-Identifier: Apache-2.0

import { shortRevision } from '../../kinds/flux/revision.ts'
import { isFine } from '../../model/graph/health.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { shortReason } from '../lists/short-reason.ts'
import { sentence, verdictLine } from '../lists/verdict-line.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { objectPlace } from '../shared/object-row.ts'
import { problemNextLines, problemText } from '../shared/problem-text.ts'
import { stateCell } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import { gitopsDiagram } from './diagram.ts'
import { type GitopsReport, type GitopsRow, isProblem } from './report.ts'

/** With -o wide every object is listed. */
export const gitopsForms = (isWide: boolean): Presentation<GitopsReport> => ({
  view: (report) => gitopsView(report, isWide),
  names: ({ objects }) => objects.map(objectPlace),
  rows: { field: 'objects' },
  diagram: gitopsDiagram,
})

function gitopsView(report: GitopsReport, isWide: boolean): View {
  const { objects, completeness, scope } = report
  const notable = objects.filter((row) => isProblem(row) || row.suspended || row.state !== 'healthy')
  const shown = isWide || notable.length === 0 ? objects : notable
  const [first] = objects.filter(isProblem)
  return {
    blocks: [
      { type: 'lines', lines: [headline(report), ...revisionLine(objects)] },
      ...(shown.length > 0 ? [table(shown, isWide)] : []),
      ...linesBlock(healthyLine(objects.filter((row) => !shown.includes(row)))),
      ...linesBlock(first ? problemNextLines(first) : []),
      listFooter(completeness, scope),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

/** The counts, and what blocks the others. */
function headline({ objects, verdict }: GitopsReport): Cell {
  if (objects.length === 0)
    return sentence(
      verdict,
      verdict === 'not installed' ? 'Flux is not installed' : 'no Flux objects in what could be read',
    )
  const states = objects.map(({ state, suspended }) => (suspended && isFine(state) ? 'suspended' : state))
  const line = verdictLine({ states, one: 'Flux object', many: 'Flux objects', verdict })
  const problems = objects.filter(isProblem)
  const [first] = problems
  const here = first && objectPlace(first)
  const blocked = problems.filter(
    (row) => row.waitsFor === here || row.findings.some(({ follows, subject }) => follows && subject === here),
  ).length
  return first && blocked > 0 ? { ...line, text: `${line.text} · ${first.kind} ${first.name} blocks ${blocked}` } : line
}

/** The revision that Kustomizations share is named once. */
function revisionLine(objects: readonly GitopsRow[]): readonly Cell[] {
  const appliers = objects.filter(({ kind, revision }) => kind === 'Kustomization' && revision !== undefined)
  const [revision, ...others] = new Set(appliers.map((row) => row.revision))
  if (revision === undefined || others.length > 0 || appliers.length < 2) return []
  return [{ text: `all ${appliers.length} Kustomizations at ${shortRevision(revision)}` }]
}

/** For example "✔ healthy: 5 Kustomizations, 1 GitRepository". */
function healthyLine(rows: readonly GitopsRow[]): readonly Cell[] {
  if (rows.length === 0) return []
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, set]) => `${set.length} ${kind}`)
  return [{ text: `✔ ${rows.length} healthy: ${kinds.join(', ')} (-o wide)`, tone: 'good' }]
}

function table(rows: readonly GitopsRow[], isWide: boolean): Block {
  const home = rows[0]?.cluster
  const isOne = rows.every(({ cluster }) => cluster === home)
  return tableOf(rows, [
    { title: 'STEP', wide: true, cell: ({ step }) => (step === 0 ? '' : String(step)) },
    { title: 'KIND', cell: ({ kind }) => kind },
    {
      title: 'NAME',
      flexible: true,
      cell: (row) => ({
        text: row.namespace === undefined ? row.name : `${row.namespace}/${row.name}`,
        about: objectPlace(row),
      }),
    },
    { title: 'STATE', cell: stateOf },
    { title: 'REVISION', drop: 3, cell: revisionText },
    { title: 'FROM', drop: 1, cell: fromText },
    { title: 'INTO', drop: 2, cell: ({ into }) => into ?? '' },
    { title: 'CLUSTER', ...(isOne ? { wide: true } : { drop: 4 }), cell: ({ cluster }) => cluster },
    { title: 'URL', wide: true, cell: ({ url }) => url ?? '' },
    { title: 'DEPENDS ON', wide: true, cell: ({ after }) => after.map((place) => place.split('@')[0]).join(', ') },
    { title: 'REASON', flexible: true, cell: (row) => (isWide ? reasonOfRow(row) : shortReason(reasonOfRow(row))) },
    { title: 'NEXT', wide: true, cell: ({ findings }) => findings[0]?.next[0]?.command ?? '' },
  ])
}

/** A suspension counts from the last time Flux applied it, a problem from its condition. */
function stateOf(row: GitopsRow): Cell {
  if (row.suspended) return stateCell(row.state, row.suspended.sinceAge)
  const cell = stateCell(row.state)
  return isProblem(row) && row.sinceAge ? { ...cell, text: `${cell.text} ${row.sinceAge}` } : cell
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

function reasonOfRow(row: GitopsRow): string {
  if (row.circular) return 'part of a dependency cycle'
  return problemText(row)
}
