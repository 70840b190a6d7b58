// SPDX-License-Identifier: Apache-2.0
import { shortRevision } from '../../kinds/flux/revision.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { nameOf } from '../shared/object-row.ts'
import { stateCell } from '../shared/state-cell.ts'
import type { GitopsOwnerReport, OwnerStep } from './owner.ts'

export const ownerForms: Presentation<GitopsOwnerReport> = {
  view: ownerView,
  names: ({ chain }) =>
    chain.map(({ kind, namespace, name, cluster }) => `${kind}/${namespace ? `${namespace}/` : ''}${name}@${cluster}`),
}

function ownerView(report: GitopsOwnerReport): View {
  const { chain, next, completeness, verdict, exitCode } = report
  const lines: Cell[] = [
    ...next.map(({ command, why }) => ({ text: `next: ${command}${why ? `   # ${why}` : ''}` })),
    { text: `${completenessText(completeness, 'read in full')} · ${verdict} · exit ${exitCode}` },
  ]
  return {
    blocks: [
      { type: 'lines', lines: headline(report) },
      ...(chain.length > 0 ? [table(chain)] : []),
      { type: 'lines', lines },
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function headline({ subject, owned, repository, completeness }: GitopsOwnerReport): readonly Cell[] {
  const what = `${nameOf(subject)} @${subject.cluster}`
  if (!owned)
    return completeness.complete
      ? [{ text: `${what} comes from no repository: nothing that Flux applies put it there` }]
      : [{ text: `${what}: nothing that was read put it there, and not all was read`, tone: 'busy' }]
  const { url, path, revision } = repository ?? {}
  return [
    { text: `${what} comes from` },
    { text: `  repository  ${url ?? 'unknown: its source does not say'}` },
    ...(path ? [{ text: `  path        ${path.replace(/^\.\//, '')}` }] : []),
    ...(revision ? [{ text: `  revision    ${shortRevision(revision)}` }] : []),
  ]
}

function table(chain: readonly OwnerStep[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'PUT THERE BY', flexible: true },
      { title: 'STATE' },
      { title: 'CLUSTER', drop: 1 },
      { title: 'PATH', drop: 3 },
      { title: 'REVISION', wide: true },
      { title: 'BY', flexible: true, drop: 2 },
    ],
    rows: chain.map((step) => [
      { text: nameOf(step) },
      stateCell(step.state, step.suspended?.sinceAge),
      { text: step.cluster },
      { text: step.path?.replace(/^\.\//, '') ?? '' },
      { text: step.revision ? shortRevision(step.revision) : '' },
      { text: step.by },
    ]),
  }
}
