// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Cell } from '../../model/report/view.ts'
import type { NodeReport } from './object-row.ts'
import { SYMBOLS, stateCell, TONES } from './state-cell.ts'

type Told = Pick<NodeReport, 'own' | 'state' | 'source' | 'waitsFor'>

/** How a node is by itself: one whose trouble is elsewhere waits, and what it says is shown as its reason. */
export function ownCell({ own, state, source, waitsFor }: Told): Cell {
  const detail = source === 'live' ? undefined : source
  if (waitsFor === undefined || own === 'unknown') return stateCell(isFine(own) ? state : own, detail)
  return state === 'unknown' ? stateCell('unknown', detail) : WAITING
}

export const WAITING: Cell = { text: `${SYMBOLS.waiting} waiting`, tone: TONES.waiting }

type Why = Pick<NodeReport, 'own' | 'reason' | 'message' | 'source' | 'lastChange'>

/** Its own words on one line; one that is well says nothing, and a copy says how old it may be. */
export function reasonOf({ own, reason, message, source, lastChange }: Why): string {
  if (own === 'healthy') return ''
  if (source === 'cached' && reason === 'Cached')
    return lastChange ? `as last seen, changed ${lastChange} or later` : 'as last seen'
  const [word, sentence] = [reason ?? '', (message ?? '').replace(/\s+/g, ' ')]
  if (!word || !sentence || word === sentence) return word || sentence
  return sentence.startsWith(word) ? sentence : `${word}: ${sentence}`
}
