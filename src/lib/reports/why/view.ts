// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Block, Cell, Tone, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import {
  distinctNodes,
  type FindingGroup,
  groupFindings,
  groupNames,
  groupPlaces,
  nodeKey,
} from '../shared/group-findings.ts'
import { type NodeReport, nameOf, objectPlace } from '../shared/object-row.ts'
import { SYMBOLS, stateWord, TONES } from '../shared/state-cell.ts'
import { cannotTell } from '../shared/unreachable.ts'
import type { CauseReport, EvidenceReport, StepReport, WhyReport } from './report.ts'

/** State and age first, then each root cause with evidence, dependency path and next steps. */
export function whyView(report: WhyReport): View {
  const { causes, beside, subject } = report
  const groups = groupFindings(causes)
  return {
    blocks: [
      { type: 'lines', lines: [{ text: headline(report, groups.length), tone: headlineTone(report) }] },
      ...(causes.length === 0 && beside.every((one) => !isAbout(one, subject))
        ? [evidenceTable(report.evidence, subject)]
        : []),
      ...groups.flatMap(groupBlocks),
      ...besideBlocks(report),
      { type: 'lines', lines: [{ text: lastLine(report) }] },
    ],
    notes: gapNotes(report.unseen),
  }
}

function headline({ subject, causes, beside }: WhyReport, groupCount: number): string {
  const since = causes.find(({ sinceAge }) => sinceAge)?.sinceAge
  const name = `${nameOf(subject)} @${subject.cluster}`
  const what = `${name} is ${statusText(subject)}`
  if (causes.length === 0) {
    const own = beside.filter((one) => isAbout(one, subject)).length
    if (!isFine(subject.state)) return `${what}: nothing that was read says why`
    return own === 0
      ? what
      : `${name}: ${count(own, 'finding')}, nothing failed because of ${own === 1 ? 'it' : 'them'}`
  }
  const unreachable = causes.flatMap((cause) => cause.unreachable ?? [])
  const [first] = unreachable
  if (first && unreachable.length === causes.length) return `${what}: ${cannotTell(first)}`
  const affected = distinctNodes(causes.map(({ consequences }) => consequences)).length
  const objects = groupCount < causes.length ? ` on ${causes.length} objects` : ''
  return `${what}${since ? ` for ${since}` : ''}: ${count(groupCount, 'cause')}${objects}, ${count(affected, 'affected object')}`
}

function statusText({ status, blockedBy }: NodeReport): string {
  if (status === 'blocked') return `blocked by ${blockedBy}`
  return status === 'maintenance' ? 'in maintenance' : stateWord(status)
}

function headlineTone({ subject, causes, beside }: WhyReport): Tone {
  const hasOwn = causes.length === 0 && beside.some((one) => isAbout(one, subject))
  return hasOwn && isFine(subject.state) ? 'busy' : TONES[subject.status]
}

const isAbout = (cause: CauseReport, subject: NodeReport) => nodeKey(cause.subject) === nodeKey(subject)

/** In full only if nothing failed, and then what is about the object itself first. */
function besideBlocks({ beside, causes, subject }: WhyReport): readonly Block[] {
  if (beside.length === 0) return []
  const [own, others] = [true, false].map((wanted) => beside.filter((one) => isAbout(one, subject) === wanted))
  const groups = groupFindings([...(own ?? []), ...(others ?? [])])
  const detailed = causes.length > 0 ? [] : groups.filter(([first], i) => i < MAX_DETAILED || isAbout(first, subject))
  const brief = groups.filter((group) => !detailed.includes(group))
  const shown = brief.slice(0, MAX_BESIDE)
  const more = brief.length - shown.length
  const heading = { text: causes.length > 0 ? 'also found (not the cause)' : 'also found' }
  const check = { text: `  and ${more} more: ${formatCommand(c5c3Command('check'))}`, tone: 'dim' } as const
  const isHeaded = detailed.every(([first]) => !isAbout(first, subject))
  return [
    ...(isHeaded && detailed.length > 0 ? [{ type: 'lines' as const, lines: [heading] }] : []),
    ...detailed.flatMap(groupBlocks),
    ...(shown.length === 0
      ? []
      : [
          {
            type: 'lines' as const,
            lines: [
              ...(isHeaded && detailed.length > 0 ? [] : [heading]),
              ...shown.flatMap(besideLines),
              ...(more > 0 ? [check] : []),
            ],
          },
        ]),
  ]
}

/** Findings that fit on a screen with their evidence. */
const MAX_DETAILED = 3

const MAX_BESIDE = 10

function besideLines(group: FindingGroup<CauseReport>): readonly Cell[] {
  const [first] = group
  const { symbol, tone } = SEVERITY_MARKS[first.severity]
  const what = group.length > 1 ? groupPlaces(group) : `${nameOf(first.subject)} @${first.subject.cluster}`
  return [{ text: `  ${symbol} ${what}${checkName(first, group.length)}`, tone }, { text: `    ${first.message}` }]
}

const SEVERITY_MARKS: Readonly<Record<CauseReport['severity'], { readonly symbol: string; readonly tone: Tone }>> = {
  error: { symbol: '✖', tone: 'bad' },
  warning: { symbol: '!', tone: 'busy' },
  info: { symbol: '·', tone: 'dim' },
}

const checkName = ({ check, modes }: CauseReport, size = 1) =>
  check ? `  [${[check, ...(size > 1 ? [`×${size}`] : []), ...modes.filter((mode) => mode !== '')].join(' ')}]` : ''

const groupBlocks = (group: FindingGroup<CauseReport>): readonly Block[] =>
  group.length === 1 ? causeBlocks(group[0]) : [groupBlock(group)]

/** One block for many identical causes: `why` about one of them has its evidence. */
function groupBlock(group: FindingGroup<CauseReport>): Block {
  const [first] = group
  const since = group
    .map((cause) => cause.since ?? '')
    .filter(Boolean)
    .sort()[0]
  const oldest = group.find((cause) => cause.since === since)
  const impact = distinctNodes(group.map(({ consequences }) => consequences))
  const one = formatCommand(c5c3Command('why', objectPlace(first.subject)))
  const lines: Cell[] = [
    { text: `${causeSymbol(first)} ${first.check} ×${group.length}: ${groupPlaces(group)}`, tone: causeTone(first) },
    { text: `  ${groupNames(group)}${checkName(first)}` },
    { text: `  ${first.message}${oldest?.sinceAge ? `, for ${oldest.sinceAge}` : ''}` },
    ...afterLines({ ...first, consequences: impact, next: [{ command: one }, ...first.next.slice(0, 1)] }),
  ]
  return { type: 'lines', lines }
}

const causeSymbol = ({ state, severity }: CauseReport) =>
  isFine(state) ? (severity === 'info' ? SEVERITY_MARKS.info.symbol : '!') : SYMBOLS[state]

const causeTone = ({ state, severity }: CauseReport): Tone =>
  isFine(state) ? SEVERITY_MARKS[severity].tone : TONES[state]

function causeBlocks(cause: CauseReport): readonly Block[] {
  const { subject, unreachable } = cause
  const tone = causeTone(cause)
  const lines: Cell[] = unreachable
    ? [
        { text: `${causeSymbol(cause)} ${unreachable.cluster} is ${unreachable.reason}`, tone },
        { text: `  nothing is known of ${nameOf(subject)} and all else in it` },
      ]
    : [
        { text: `${causeSymbol(cause)} ${nameOf(subject)} @${subject.cluster}${checkName(cause)}`, tone },
        { text: `  ${cause.message}${cause.sinceAge ? `, for ${cause.sinceAge}` : ''}` },
      ]
  const after = afterLines(cause)
  return [
    { type: 'lines', lines },
    ...(cause.evidence.length > 0 ? [evidenceTable(cause.evidence, subject)] : []),
    ...(after.length > 0 ? [{ type: 'lines', lines: after } as const] : []),
  ]
}

function afterLines({ path, consequences, fix, next }: CauseReport): readonly Cell[] {
  return [
    ...(path.length > 1 ? [{ text: '  dependency path' }, { text: `    ${pathText(path)}` }] : []),
    ...(consequences.length > 0 ? [{ text: `  impact: ${byKind(consequences)}` }] : []),
    ...(fix ? [{ text: '  what to do' }, { text: `    ${fix}` }] : []),
    ...(next.length > 0 ? [{ text: '  next' }] : []),
    ...next.map(({ command, why }) => ({ text: `    ${command}${why ? `   # ${why}` : ''}` })),
  ]
}

/** Names the object of a field only if it differs from the subject. */
function evidenceTable(evidence: readonly EvidenceReport[], subject: NodeReport): Block {
  return {
    type: 'table',
    columns: [
      { title: '    EVIDENCE' },
      { title: 'SAYS', flexible: true },
      { title: 'SINCE' },
      { title: 'OBJECT', flexible: true },
    ],
    rows: evidence.map(({ path, value, sinceAge, object, cluster }) => [
      { text: `    ${path}` },
      { text: value },
      { text: sinceAge ?? '' },
      { text: evidenceObject(object, cluster, subject) },
    ]),
  }
}

function evidenceObject(object: string, cluster: string, subject: NodeReport): string {
  if (cluster !== subject.cluster) return `${object} @${cluster}`
  return object === nameOf(subject) ? '' : object
}

/** For example "claim → ControlPlane openstack (Ready: False) → Keystone"; adds the cluster where it changes. */
function pathText(path: readonly StepReport[]): string {
  return path
    .map((step, i) => {
      const before = path[i - 1]
      const place = before && before.cluster !== step.cluster ? ` @${step.cluster}` : ''
      const reason = i > 0 && i < path.length - 1 && !isFine(step.own) && step.reason ? ` (${step.reason})` : ''
      return `${step.kind} ${step.name}${place}${reason}`
    })
    .join(' → ')
}

function byKind(nodes: readonly NodeReport[]): string {
  const kinds = Map.groupBy(nodes, ({ kind }) => kind)
  return [...kinds]
    .sort(([a, first], [b, second]) => second.length - first.length || (a < b ? -1 : 1))
    .map(([kind, group]) => `${group.length} ${kind}`)
    .join(', ')
}

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`

const lastLine = ({ completeness, unseen, exitCode }: WhyReport) =>
  `${completenessText(completeness, 'read in full')} · not seen: ${unseen.length === 0 ? 'nothing' : count(unseen.length, 'gap')} · exit ${exitCode}`
