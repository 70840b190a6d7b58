// SPDX-License-Identifier: Apache-2.0
import type { Status } from '../../model/report/report.ts'
import type { Cell, Tone } from '../../model/report/view.ts'

/** Symbol and word carry the state; colour only repeats it. */
export const SYMBOLS: Readonly<Record<Status | 'waiting', string>> = {
  healthy: '✔',
  off: '·',
  'not installed': '·',
  suspended: '‖',
  maintenance: '⚒',
  progressing: '…',
  blocked: '⏸',
  waiting: '⏸',
  unknown: '?',
  degraded: '!',
  stalled: '✖',
  failed: '✖',
}

export const TONES: Readonly<Record<Status | 'waiting', Tone>> = {
  healthy: 'good',
  off: 'dim',
  'not installed': 'dim',
  suspended: 'dim',
  maintenance: 'dim',
  progressing: 'busy',
  blocked: 'busy',
  waiting: 'busy',
  unknown: 'busy',
  degraded: 'bad',
  stalled: 'bad',
  failed: 'bad',
}

/** A state in text; JSON keeps its older words `off` and, for phases, `waiting`. */
export const stateWord = (state: Status | 'waiting'): string =>
  state === 'off' ? 'disabled' : state === 'waiting' ? 'blocked' : state

export function stateCell(state: Status | 'waiting', detail?: string): Cell {
  return { text: `${SYMBOLS[state]} ${stateWord(state)}${detail ? ` (${detail})` : ''}`, tone: TONES[state] }
}
