// SPDX-License-Identifier: Apache-2.0
import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, Cell, Tone, View } from '../../model/report/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { nameOf, objectPlace } from '../shared/object-row.ts'
import { whyView } from '../why/view.ts'
import type { WaitReport, WaitRow } from './report.ts'

export const waitForms: Presentation<WaitReport> = {
  view: waitView,
  names: ({ objects }) => objects.map(objectPlace),
  rows: { field: 'objects' },
}

const OUTCOMES: Readonly<Record<WaitRow['outcome'], { readonly text: string; readonly tone: Tone }>> = {
  met: { text: '✔ met', tone: 'good' },
  waiting: { text: '… not yet', tone: 'busy' },
  impossible: { text: '✖ never', tone: 'bad' },
}

function waitView(report: WaitReport): View {
  const { objects, completeness, why } = report
  return {
    blocks: [
      {
        type: 'table',
        columns: [
          { title: 'OBJECT' },
          { title: 'CLUSTER', drop: 1 },
          { title: 'OUTCOME' },
          { title: 'UID', wide: true },
          { title: 'SAYS', flexible: true },
        ],
        rows: objects.map((row): Cell[] => [
          { text: nameOf(row) },
          { text: row.cluster },
          OUTCOMES[row.outcome],
          { text: row.uid ?? '' },
          { text: row.says },
        ]),
      },
      ...why.flatMap((one) => whyView(one).blocks.slice(0, -1)),
      { type: 'lines', lines: [{ text: lastLine(report) }] } satisfies Block,
    ],
    notes: report.outcome === 'met' ? [] : gapNotes(completeness.gaps),
  }
}

const OUTCOME_TEXTS: Readonly<Record<WaitReport['outcome'], string>> = {
  met: 'done',
  deadline: 'the time is over',
  impossible: 'this will not come true',
}

const lastLine = ({ completeness, outcome, exitCode }: WaitReport) =>
  `${completenessText(completeness, 'read in full')} · ${OUTCOME_TEXTS[outcome]} · exit ${exitCode}`
