// SPDX-License-Identifier: Apache-2.0
import { severity, worse } from '../../model/graph/health.ts'
import type { State } from '../../model/report/report.ts'
import type { Cell } from '../../model/report/view.ts'
import { SYMBOLS, stateWord, TONES } from '../shared/state-cell.ts'

export interface VerdictSubject {
  /** The state of each row. */
  readonly states: readonly State[]
  readonly one: string
  readonly many: string
  /** The verdict of the report, which also counts what could not be read. */
  readonly verdict: State
}

/** Line 1 of a list: how many rows are in which state, worst first. */
export function verdictLine({ states, one, many, verdict }: VerdictSubject): Cell {
  const total = states.length
  const nounOf = (count: number) => (count === 1 ? one : many)
  const isUnread = verdict === 'unknown'
  if (total === 0) return sentence(verdict, `no ${many} found${isUnread ? ' in what could be read' : ''}`)
  const worst = states.reduce<State>(worse, 'healthy')
  if (worst === 'healthy') {
    if (isUnread) return sentence(verdict, `${total} ${nounOf(total)} read, all healthy${UNREAD}`)
    return sentence(verdict, total === 1 ? `the ${one} is healthy` : `all ${total} ${many} are healthy`)
  }
  const counts = [...Map.groupBy(states, (state) => state)].sort(([a], [b]) => severity(b) - severity(a))
  const [first = '', ...others] = counts.map(([state, rows], i) =>
    i === 0
      ? `${rows.length} of ${total} ${nounOf(total)} ${verbOf(state, rows.length)}${phrase(state)}`
      : `${rows.length} ${phrase(state)}`,
  )
  const unread = isUnread && worst !== 'unknown' ? UNREAD : ''
  return sentence(worse(worst, verdict), [first, ...others].join(' · ') + unread)
}

const UNREAD = '; not everything could be read'

const phrase = (state: State): string => (state === 'maintenance' ? 'in maintenance (planned)' : stateWord(state))

/** Only "failed" and "stalled" are verbs of their own. */
const verbOf = (state: State, count: number): string =>
  state === 'failed' || state === 'stalled' ? '' : count === 1 ? 'is ' : 'are '

/** A sentence with the symbol and colour of a state. */
export const sentence = (state: State, text: string): Cell => ({
  text: `${SYMBOLS[state]} ${text}`,
  tone: TONES[state],
})
