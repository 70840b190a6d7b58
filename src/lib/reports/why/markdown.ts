// SPDX-License-Identifier: Apache-2.0
import type { Cell } from '../../model/report/view.ts'
import { escapeMarkdown } from '../../model/text/escape-markdown.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { type FindingGroup, groupFindings } from '../shared/group-findings.ts'
import type { CauseReport } from './cause-report.ts'
import type { WhyFleetReport } from './fleet-report.ts'
import { fleetHeadline } from './fleet-view.ts'
import { causeSentence, whyHeadline } from './headline.ts'
import type { WhyReport } from './report.ts'
import { type Section, sectionsOf } from './sections.ts'

/** For an incident channel: the answer in bold, then each cause with its facts as a list and its commands as code. */
export function whyMarkdown(report: WhyReport | WhyFleetReport): string {
  const headline = report.kind === 'Why' ? whyHeadline(report) : fleetHeadline(report)
  const groups = groupFindings(report.causes)
  const hasHeadings = groups.length > 1 || report.kind === 'WhyFleet'
  const parts = [
    `**${escapeMarkdown(headline.text)}**`,
    ...groups.flatMap((group, i) => [...(hasHeadings ? [headingOf(group, i)] : []), ...causeParts(group)]),
    ...besideParts(report.beside),
    ...gapNotes(report.unseen).map(({ text }) => `> ${escapeMarkdown(text)}`),
    `_${escapeMarkdown(completenessText(report.completeness, 'read in full'))}_`,
  ]
  return `${parts.join('\n\n')}\n`
}

const headingOf = (group: FindingGroup<CauseReport>, i: number) =>
  `### ${i + 1}. ${escapeMarkdown(causeSentence(group))}`

const causeParts = (group: FindingGroup<CauseReport>): readonly string[] =>
  sectionsOf(group, { isWide: false, label: 'CAUSE' }).map(sectionText)

function sectionText({ label, lines }: Section): string {
  const commands = lines.filter(({ isCommand }) => isCommand)
  if (label === 'RUN') return ['```', ...lines.map(({ text }) => oneLine(text)), '```'].join('\n')
  const title = `**${label.charAt(0)}${label.slice(1).toLowerCase()}**`
  if (commands.length === lines.length) return `${title}: ${lines.map(linkText).join(' · ')}`
  const [only] = lines
  if (only && lines.length === 1) return `${title}: ${escapeMarkdown(only.text.replace(MORE, ''))}`
  return [title, ...lines.map(({ text }) => `- ${escapeMarkdown(text)}`)].join('\n')
}

const linkText = ({ text }: Cell) => (text.startsWith('https://') ? `<${text}>` : `\`${oneLine(text)}\``)

/** A hint for a terminal. */
const MORE = ' (-o wide)'

/** A text of a cluster cannot end the code block. */
const oneLine = (text: string) => text.replace(/\s*[\n\t]\s*/g, ' ').replaceAll('`', "'")

function besideParts(beside: readonly CauseReport[]): readonly string[] {
  if (beside.length === 0) return []
  return [
    [
      '**Also found** (not the cause)',
      ...groupFindings(beside).map((group) => `- ${escapeMarkdown(causeSentence(group))}`),
    ].join('\n'),
  ]
}
