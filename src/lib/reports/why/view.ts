// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { type NodeReport, nameOf } from '../shared/object-row.ts'
import { SYMBOLS, TONES } from '../shared/state-cell.ts'
import type { CauseReport, EvidenceReport, StepReport, WhyReport } from './report.ts'

/** State and age first, then each root cause with evidence, dependency path and next steps. */
export function whyView(report: WhyReport): View {
  const { causes, beside, subject } = report
  return {
    blocks: [
      { type: 'lines', lines: [{ text: headline(report), tone: TONES[report.subject.state] }] },
      ...(causes.length === 0 ? [evidenceTable(report.evidence, subject)] : []),
      ...causes.flatMap((cause) => causeBlocks(cause)),
      ...(beside.length > 0 ? [{ type: 'lines', lines: [{ text: besideLine(report) }] } as const] : []),
      ...beside.flatMap((cause) => causeBlocks(cause)),
      { type: 'lines', lines: [{ text: lastLine(report) }] },
    ],
    notes: gapNotes(report.unseen),
  }
}

function headline({ subject, causes }: WhyReport): string {
  const since = causes.find(({ sinceAge }) => sinceAge)?.sinceAge
  const what = `${nameOf(subject)} @${subject.cluster} is ${subject.state}`
  if (causes.length === 0) return isFine(subject.state) ? what : `${what}: nothing that was read says why`
  const affectedCount = new Set(causes.flatMap(({ consequences }) => consequences.map(idOf))).size
  return `${what}${since ? ` for ${since}` : ''}: ${count(causes.length, 'cause')}, ${count(affectedCount, 'consequence')}`
}

const besideLine = ({ subject, causes }: WhyReport) =>
  causes.length > 0 || !isFine(subject.state)
    ? 'also found on what it stands on'
    : 'found on what it stands on; it does not reach it yet'

function causeBlocks(cause: CauseReport): readonly Block[] {
  const { subject, state, severity, check, modes } = cause
  const tone = isFine(state) ? (severity === 'error' ? 'bad' : 'busy') : TONES[state]
  const symbol = isFine(state) ? '!' : SYMBOLS[state]
  const name = check ? `  [${[check, ...modes.filter((mode) => mode !== '')].join(' ')}]` : ''
  const lines: Cell[] = [
    { text: `${symbol} ${nameOf(subject)} @${subject.cluster}${name}`, tone },
    { text: `  ${cause.message}${cause.sinceAge ? `, for ${cause.sinceAge}` : ''}` },
  ]
  const path = cause.path.length > 1 ? [{ text: '  how it reaches you' }, { text: `    ${pathText(cause.path)}` }] : []
  const after: Cell[] = [
    ...path,
    ...(cause.consequences.length > 0 ? [{ text: `  follows from it: ${byKind(cause.consequences)}` }] : []),
    ...(cause.fix ? [{ text: '  what to do' }, { text: `    ${cause.fix}` }] : []),
    ...(cause.next.length > 0 ? [{ text: '  next' }] : []),
    ...cause.next.map(({ command, why }) => ({ text: `    ${command}${why ? `   # ${why}` : ''}` })),
  ]
  return [
    { type: 'lines', lines },
    ...(cause.evidence.length > 0 ? [evidenceTable(cause.evidence, subject)] : []),
    ...(after.length > 0 ? [{ type: 'lines', lines: after } as const] : []),
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

const idOf = ({ cluster, kind, namespace = '', name }: NodeReport) => `${cluster} ${kind} ${namespace}/${name}`

const lastLine = ({ completeness, unseen, exitCode }: WhyReport) =>
  `${completenessText(completeness, 'read in full')} · not seen: ${unseen.length === 0 ? 'nothing' : count(unseen.length, 'gap')} · exit ${exitCode}`
