// SPDX-License-Identifier: Apache-2.0
import { shortRevision } from '../../kinds/flux/revision.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { nameOf } from '../shared/object-row.ts'
import { stateCell } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import type { GitopsOwnerReport, OwnerStep } from './owner.ts'

export const ownerForms: Presentation<GitopsOwnerReport> = {
  view: ownerView,
  names: ({ chain }) =>
    chain.map(({ kind, namespace, name, cluster }) => `${kind}/${namespace ? `${namespace}/` : ''}${name}@${cluster}`),
}

function ownerView(report: GitopsOwnerReport): View {
  const { chain, next, completeness } = report
  const steps = next.flatMap(({ command, why }) => [
    ...(why ? [{ text: `${why}:` }] : []),
    { text: `next: ${command}` },
  ])
  return {
    blocks: [
      { type: 'lines', lines: headline(report) },
      ...(chain.length > 0 ? [table(chain)] : []),
      ...linesBlock(steps),
      listFooter(completeness),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function headline({ subject, owned, repository, completeness }: GitopsOwnerReport): readonly Cell[] {
  const what = `${nameOf(subject)} @${subject.cluster}`
  if (!owned)
    return completeness.complete
      ? [{ text: `${what} is not managed by Flux` }]
      : [{ text: `${what}: no Flux owner in what could be read`, tone: 'busy' }]
  const { url, path, revision } = repository ?? {}
  return [
    { text: `${what} comes from` },
    { text: `  repository  ${url ?? 'unknown: its source has no URL'}` },
    ...(path ? [{ text: `  path        ${path.replace(/^\.\//, '')}` }] : []),
    ...(revision ? [{ text: `  revision    ${shortRevision(revision)}` }] : []),
  ]
}

const table = (chain: readonly OwnerStep[]): Block =>
  tableOf(chain, [
    { title: 'OWNER', flexible: true, cell: nameOf },
    { title: 'STATE', cell: ({ state, suspended }) => stateCell(state, suspended?.sinceAge) },
    { title: 'CLUSTER', drop: 1, cell: ({ cluster }) => cluster },
    { title: 'PATH', drop: 3, cell: ({ path }) => path?.replace(/^\.\//, '') ?? '' },
    { title: 'REVISION', wide: true, cell: ({ revision }) => (revision ? shortRevision(revision) : '') },
    { title: 'VIA', flexible: true, drop: 2, cell: ({ by }) => by },
  ])
