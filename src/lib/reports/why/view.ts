// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Block, Cell, Tone, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { firstSentence } from '../../model/text/first-sentence.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { type FindingGroup, groupFindings, groupPlaces } from '../shared/group-findings.ts'
import { nameOf } from '../shared/object-row.ts'
import { SYMBOLS, TONES } from '../shared/state-cell.ts'
import type { CauseReport } from './cause-report.ts'
import { evidenceLines } from './evidence-lines.ts'
import { causeSentence, checkTag, isAboutSubject, whyHeadline } from './headline.ts'
import type { WhyReport } from './report.ts'
import { type Section, sectionsOf } from './sections.ts'

export interface WhyViewOptions {
  readonly isWide?: boolean
  /** Labels on lines of their own: a page makes commands copyable that begin a line. */
  readonly isPage?: boolean
}

/** The answer in the first line, then each root cause in labelled sections. */
export function whyView(report: WhyReport, options: WhyViewOptions = {}): View {
  const { causes, beside, subject, evidence } = report
  const groups = groupFindings(causes)
  const isQuiet = causes.length === 0 && beside.every((one) => !isAboutSubject(one, subject))
  return {
    blocks: [
      { type: 'lines', lines: [whyHeadline(report)] },
      ...(isQuiet ? [sectionLines([{ label: 'EVIDENCE', lines: evidenceCells(report, evidence) }], options)] : []),
      ...groups.flatMap((group, i) => causeBlocks(group, i, groups.length, options)),
      ...besideBlocks(report, options),
      footer(report),
    ],
    notes: gapNotes(report.unseen),
  }
}

const evidenceCells = ({ subject }: WhyReport, evidence: WhyReport['evidence']): readonly Cell[] =>
  evidenceLines(evidence, subject).map((text) => ({ text }))

/** The first cause is named in the first line of the answer already. */
function causeBlocks(
  group: FindingGroup<CauseReport>,
  i: number,
  count: number,
  options: WhyViewOptions,
): readonly Block[] {
  const heading: Cell = {
    text: `${causeSymbol(group[0])} Root cause ${i + 1} of ${count}: ${causeSentence(group)}`,
    tone: causeTone(group[0]),
  }
  const sections = sectionsOf(group, { isWide: options.isWide ?? false, label: 'CAUSE' })
  return [...(i > 0 ? [{ type: 'lines' as const, lines: [heading] }] : []), sectionLines(sections, options)]
}

/** Sections as lines: the label once, then its lines below each other. */
export function sectionLines(sections: readonly Section[], { isPage = false }: WhyViewOptions = {}): Block {
  const lines = sections.flatMap(({ label, lines: texts }): readonly Cell[] =>
    isPage
      ? [{ text: label, tone: 'dim' }, ...texts.map((cell) => ({ ...cell, text: `${INDENT}${cell.text}` }))]
      : texts.map((cell, i) => ({
          ...cell,
          text: `${(i === 0 ? label : '').padEnd(LABEL_WIDTH)}${cell.text}`,
          hang: LABEL_WIDTH,
        })),
  )
  return { type: 'lines', lines }
}

const LABEL_WIDTH = 'EVIDENCE  '.length
const INDENT = '    '

/** In full only if nothing failed, and then what is about the object itself first. */
function besideBlocks({ beside, causes, subject }: WhyReport, options: WhyViewOptions): readonly Block[] {
  const [own, others] = [true, false].map((wanted) => beside.filter((one) => isAboutSubject(one, subject) === wanted))
  const groups = groupFindings([...(own ?? []), ...(others ?? [])])
  const detailed =
    causes.length > 0 ? [] : groups.filter(([first], i) => i < MAX_DETAILED || isAboutSubject(first, subject))
  const brief = groups.filter((group) => !detailed.includes(group))
  return [
    ...detailed.flatMap((group) => findingBlocks(group, options)),
    ...alsoFoundBlocks(brief, causes.length > 0 ? 'Also found (not the cause)' : 'Also found', options),
  ]
}

/** Findings that fit on a screen with their evidence. */
const MAX_DETAILED = 3

const findingBlocks = (group: FindingGroup<CauseReport>, options: WhyViewOptions): readonly Block[] => [
  { type: 'lines', lines: [{ text: `${causeSymbol(group[0])} ${causeSentence(group)}`, tone: causeTone(group[0]) }] },
  sectionLines(sectionsOf(group, { isWide: options.isWide ?? false, label: 'FINDING' }), options),
]

/** One line per finding, and how to see the others. */
export function alsoFoundBlocks(
  groups: readonly FindingGroup<CauseReport>[],
  heading: string,
  { isWide = false }: WhyViewOptions,
): readonly Block[] {
  if (groups.length === 0) return []
  const shown = isWide ? groups : groups.slice(0, MAX_BESIDE)
  const more = groups.length - shown.length
  const command = formatCommand(c5c3Command('check'))
  return [
    {
      type: 'lines',
      lines: [
        { text: `${heading}:` },
        ...shown.map(besideLine),
        ...(more > 0 ? [{ text: `  ${more} more:` }, { text: `  ${command}`, isCommand: true } as const] : []),
      ],
    },
  ]
}

const MAX_BESIDE = 10

function besideLine(group: FindingGroup<CauseReport>): Cell {
  const [first] = group
  const what = group.length > 1 ? groupPlaces(group) : `${nameOf(first.subject)} @${first.subject.cluster}`
  const { symbol, tone } = SEVERITY_MARKS[first.severity]
  return { text: `  ${symbol} ${what}: ${firstSentence(first.message)}${checkTag(first, group.length)}`, tone }
}

const SEVERITY_MARKS: Readonly<Record<CauseReport['severity'], { readonly symbol: string; readonly tone: Tone }>> = {
  error: { symbol: '✖', tone: 'bad' },
  warning: { symbol: '!', tone: 'busy' },
  info: { symbol: '·', tone: 'dim' },
}

export const causeSymbol = ({ state, severity }: CauseReport) =>
  isFine(state) ? (severity === 'info' ? SEVERITY_MARKS.info.symbol : '!') : SYMBOLS[state]

export const causeTone = ({ state, severity }: CauseReport): Tone =>
  isFine(state) ? SEVERITY_MARKS[severity].tone : TONES[state]

/** The last block: how much of the fleet the answer is made from. */
export const footer = ({ completeness }: Pick<WhyReport, 'completeness'>): Block => ({
  type: 'lines',
  lines: [{ text: completenessText(completeness, 'read in full'), tone: 'dim' }],
})
