// SPDX-License-Identifier: Apache-2.0
import type { Block, Cell } from '../../model/report/view.ts'
import { findingText, problemNextLines } from './problem-text.ts'
import type { VerifyItem, VerifyProblem } from './verify-items.ts'

/** Findings first: they say what to type. */
const problemsOf = (items: readonly VerifyItem[]): readonly VerifyProblem[] =>
  items.flatMap(({ problems }) => problems).sort((a, b) => Number(!a.finding) - Number(!b.finding))

const nextOf = ({ finding, ...object }: VerifyProblem) =>
  problemNextLines({ ...object, findings: finding ? [finding] : [], state: 'failed', own: 'failed', source: 'live' })

/** Each question with its answer, and what speaks against it. told: also where it was counted; no later row says it. */
export function verifyTable(items: readonly VerifyItem[], { told = false } = {}): Block {
  return {
    type: 'table',
    columns: [
      { title: 'RESULT' },
      { title: 'VERIFIED' },
      { title: 'MODES', wide: true },
      { title: 'FOUND', flexible: true },
    ],
    rows: items.map((item) => [
      resultCell(item),
      { text: item.title },
      { text: item.modes.join(', ') },
      { text: foundText(item, told) },
    ]),
  }
}

function resultCell({ outcome, good, total, problems }: VerifyItem): Cell {
  const count = total === undefined ? undefined : `${good} of ${total}`
  if (outcome === 'ok') return { text: `✔ ${count ?? 'none'}`, tone: 'good' }
  if (outcome === 'found') return { text: `✖ ${count ?? `${problems.length} found`}`, tone: 'bad' }
  if (outcome === 'unknown') return { text: '? unknown', tone: 'busy' }
  return { text: '· nothing to verify', tone: 'dim' }
}

const SHOWN = 3

/** The objects in question. What was found on one is told once, where the trouble has its name. */
function foundText({ problems, hidden, outcome, total }: VerifyItem, told: boolean): string {
  if (outcome === 'unknown') return hidden.join('; ')
  const [first, ...others] = problems
  if (!first) return ''
  if (!told && total !== undefined && (others.length > 0 || first.finding)) return namesOf(problems)
  return [first, ...others]
    .map((one) => `${namesOf([one])}: ${one.finding ? findingText(one.finding) : one.message}`)
    .join('; ')
}

function namesOf(problems: readonly VerifyProblem[]): string {
  const places = Map.groupBy(
    problems,
    ({ cluster, namespace = '' }) => `${namespace ? `${namespace} ` : ''}@${cluster}`,
  )
  return [...places]
    .map(([place, those]) => {
      const names = those.slice(0, SHOWN).map(({ kind, name }) => `${kind} ${name}`)
      const more = those.length - names.length
      return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''} in ${place}`
    })
    .join('; ')
}

/** What to type about the first problem; one that a check explains says more. */
export const verifyNext = (items: readonly VerifyItem[]): readonly Cell[] =>
  problemsOf(items).slice(0, 1).flatMap(nextOf)

/** 6 of 8 verified, 1 unknown */
export function verifiedText(items: readonly VerifyItem[]): string {
  const asked = items.filter(({ outcome }) => outcome !== 'not applicable')
  const good = asked.filter(({ outcome }) => outcome === 'ok').length
  const open = asked.filter(({ outcome }) => outcome === 'unknown').length
  return `${good} of ${asked.length} verified${open > 0 ? `, ${open} unknown` : ''}`
}

/** question/answer */
export const verifyNames = (items: readonly VerifyItem[]): readonly string[] =>
  items.map(({ id, outcome }) => `${id}/${outcome.replaceAll(' ', '-')}`)
