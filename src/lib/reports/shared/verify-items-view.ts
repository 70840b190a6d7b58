// SPDX-License-Identifier: Apache-2.0
import type { Block, Cell } from '../../model/report/view.ts'
import { findingText, problemNextLines } from './problem-text.ts'
import type { VerifyItem, VerifyProblem } from './verify-items.ts'

/** One row per item. withDetails: also describe the problems of counted items. */
export function verifyTable(items: readonly VerifyItem[], { withDetails = false } = {}): Block {
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
      { text: foundText(item, withDetails) },
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

const MAX_NAMES = 3

/** Counted items list only names: the item of the specific problem describes it. */
function foundText({ problems, hidden, outcome, total }: VerifyItem, withDetails: boolean): string {
  if (outcome === 'unknown') return hidden.join('; ')
  const [first, ...others] = problems
  if (!first) return ''
  if (!withDetails && total !== undefined && (others.length > 0 || first.finding)) return namesOf(problems)
  return [first, ...others]
    .map((one) => `${namesOf([one])}: ${one.finding ? findingText(one.finding) : one.message}`)
    .join('; ')
}

function namesOf(problems: readonly VerifyProblem[]): string {
  const byNamespace = Map.groupBy(
    problems,
    ({ cluster, namespace = '' }) => `${namespace ? `${namespace} ` : ''}@${cluster}`,
  )
  return [...byNamespace]
    .map(([namespace, group]) => {
      const names = group.slice(0, MAX_NAMES).map(({ kind, name }) => `${kind} ${name}`)
      const more = group.length - names.length
      return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''} in ${namespace}`
    })
    .join('; ')
}

/** Next step for the first problem, preferably one with a finding. */
export const verifyNext = (items: readonly VerifyItem[]): readonly Cell[] =>
  problemsOf(items).slice(0, 1).flatMap(nextOf)

/** Problems with a finding first: they have next steps. */
const problemsOf = (items: readonly VerifyItem[]): readonly VerifyProblem[] =>
  items.flatMap(({ problems }) => problems).sort((a, b) => Number(!a.finding) - Number(!b.finding))

const nextOf = ({ finding, ...object }: VerifyProblem) =>
  problemNextLines({ ...object, findings: finding ? [finding] : [], state: 'failed', own: 'failed', source: 'live' })

/** For example "6 of 8 verified, 1 unknown". */
export function verifiedText(items: readonly VerifyItem[]): string {
  const applicable = items.filter(({ outcome }) => outcome !== 'not applicable')
  const good = applicable.filter(({ outcome }) => outcome === 'ok').length
  const unknown = applicable.filter(({ outcome }) => outcome === 'unknown').length
  return `${good} of ${applicable.length} verified${unknown > 0 ? `, ${unknown} unknown` : ''}`
}

/** ITEM/OUTCOME */
export const verifyNames = (items: readonly VerifyItem[]): readonly string[] =>
  items.map(({ id, outcome }) => `${id}/${outcome.replaceAll(' ', '-')}`)
