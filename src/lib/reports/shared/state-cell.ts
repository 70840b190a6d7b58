// SPDX-License-Identifier: Apache-2.0
import type { State } from '../../model/report/report.ts'
import type { Cell, Tone } from '../../model/report/view.ts'

/** Symbol and word carry the state; colour only repeats it. */
export const SYMBOLS: Readonly<Record<State | 'waiting', string>> = {
  healthy: '✔',
  off: '·',
  'not installed': '·',
  suspended: '‖',
  maintenance: '⚒',
  progressing: '…',
  waiting: '…',
  unknown: '?',
  degraded: '!',
  failed: '✖',
}

export const TONES: Readonly<Record<State | 'waiting', Tone>> = {
  healthy: 'good',
  off: 'dim',
  'not installed': 'dim',
  suspended: 'dim',
  maintenance: 'dim',
  progressing: 'busy',
  waiting: 'busy',
  unknown: 'busy',
  degraded: 'bad',
  failed: 'bad',
}

export function stateCell(state: State, detail?: string): Cell {
  return { text: `${SYMBOLS[state]} ${state}${detail ? ` (${detail})` : ''}`, tone: TONES[state] }
}
