// SPDX-License-Identifier: Apache-2.0
import type { Cell } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { sentencesOf } from '../../model/text/first-sentence.ts'
import { type FindingGroup, groupNames, groupPlaces } from '../shared/group-findings.ts'
import { nameOf, objectPlace } from '../shared/object-row.ts'
import type { CauseReport } from './cause-report.ts'
import { evidenceLines } from './evidence-lines.ts'
import { impactLines } from './impact-lines.ts'
import { pathText } from './path-text.ts'

/** A labelled part of an explanation. */
export interface Section {
  readonly label: string
  readonly lines: readonly Cell[]
}

export interface SectionOptions {
  readonly isWide: boolean
  /** FINDING for what explains no failure. */
  readonly label: 'CAUSE' | 'FINDING'
}

/** What a person needs of one cause, or of identical causes: what, evidence, path, impact, fix and commands. */
export function sectionsOf(group: FindingGroup<CauseReport>, options: SectionOptions): readonly Section[] {
  const [first] = group
  const isOne = group.length === 1
  const { isWide, label } = options
  return [
    section(label, isOne ? oneCause(first) : manyCauses(group)),
    section('EVIDENCE', isOne ? evidenceLines(first.evidence, first.subject) : []),
    section('EXPLAINS', explainsLines(group, isWide)),
    section('PATH', isOne && first.path.length > 1 ? [pathText(first.path, isWide)] : []),
    section('IMPACT', impactLines(group, { isWide })),
    section('FIX', first.fix ? sentencesOf(first.fix) : []),
    { label: 'RUN', lines: isOne ? runLines(first.next) : runLines([whyCommand(first), ...first.next.slice(0, 1)]) },
    moreSection(first),
  ].filter(({ lines }) => lines.length > 0)
}

const section = (label: string, lines: readonly string[]): Section => ({
  label,
  lines: lines.map((text) => ({ text })),
})

function oneCause(cause: CauseReport): readonly string[] {
  const { subject, unreachable, message } = cause
  if (unreachable)
    return [
      `Kubernetes cluster ${unreachable.cluster} is ${unreachable.reason}`,
      subject.name.startsWith('*')
        ? 'The state of everything in it is unknown.'
        : `The state of ${nameOf(subject)} and of everything else in it is unknown.`,
    ]
  return [`${nameOf(subject)} @${subject.cluster}`, `${message}${sinceText(cause)}`]
}

const sinceText = ({ since, sinceAge }: CauseReport) => (since && sinceAge ? `, since ${since} (${sinceAge})` : '')

function manyCauses(group: FindingGroup<CauseReport>): readonly string[] {
  const [first] = group
  const oldest = group.toSorted((a, b) => ((a.since ?? '~') < (b.since ?? '~') ? -1 : 1))[0] ?? first
  return [`${groupPlaces(group)}: ${groupNames(group)}`, `${first.message}${sinceText(oldest)}`]
}

/** Messages of the findings that follow: they often carry the decisive fact. */
function explainsLines(group: FindingGroup<CauseReport>, isWide: boolean): readonly string[] {
  const all = group.flatMap(({ explains }) => explains)
  const texts = [...Map.groupBy(all, ({ check, message }) => `${message} [${check}]`)].map(
    ([text, same]) =>
      `${explainedName((same[0] ?? group[0]).subject, group[0].subject)}${same.length > 1 ? ` and ${same.length - 1} more` : ''}: ${text}`,
  )
  const shown = isWide ? texts : texts.slice(0, MAX_EXPLAINED)
  const more = texts.length - shown.length
  return more > 0 ? [...shown, `${more} more (-o wide)`] : shown
}

const explainedName = ({ kind, name, cluster }: CauseReport['subject'], cause: CauseReport['subject']) =>
  `${nameOf({ kind, name })}${cluster === cause.cluster ? '' : ` @${cluster}`}`

const MAX_EXPLAINED = 3

const whyCommand = ({ subject }: CauseReport) => ({
  command: formatCommand(c5c3Command('why', objectPlace(subject))),
})

/** Commands alone on their lines, so that they can be copied; their purpose stands above. */
const runLines = (steps: CauseReport['next']): readonly Cell[] =>
  steps.flatMap(({ command, why }) => [...(why ? [{ text: `# ${why}` }] : []), { text: command, isCommand: true }])

function moreSection({ check }: CauseReport): Section {
  if (check === undefined || GENERATED.has(check)) return { label: 'MORE', lines: [] }
  const command = formatCommand(c5c3Command('explain', check))
  return {
    label: 'MORE',
    lines: [
      { text: command, isCommand: true },
      { text: `${CHECK_PAGES}#${check}`, isCommand: true },
    ],
  }
}

/** Checks without a page of their own. */
const GENERATED: ReadonlySet<string> = new Set(['unexplained', 'condition-reported'])

const CHECK_PAGES = 'https://github.com/c5c3/kubectl-c5c3/blob/main/docs/checks.md'
