// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Cell } from '../../model/report/view.ts'
import type { NodeReport } from './object-row.ts'
import { SYMBOLS, stateCell, TONES } from './state-cell.ts'

/** The own state of a node; a node whose root cause is elsewhere is shown as waiting. */
export function ownCell({ own, state, source, waitsFor }: OwnState): Cell {
  const detail = source === 'live' ? undefined : source
  if (waitsFor === undefined || own === 'unknown') return stateCell(isFine(own) ? state : own, detail)
  return state === 'unknown' ? stateCell('unknown', detail) : WAITING
}

type OwnState = Pick<NodeReport, 'own' | 'state' | 'source' | 'waitsFor'>

export const WAITING: Cell = { text: `${SYMBOLS.waiting} waiting`, tone: TONES.waiting }

type Reason = Pick<NodeReport, 'own' | 'reason' | 'message' | 'source' | 'lastChange'>

/** Reason and message on one line; empty for healthy objects, and for cached ones with the time of the last change. */
export function reasonOf({ own, reason, message, source, lastChange }: Reason): string {
  if (own === 'healthy') return ''
  if (source === 'cached' && reason === 'Cached')
    return lastChange ? `as last seen, changed ${lastChange} or later` : 'as last seen'
  const [word, sentence] = [reason ?? '', (message ?? '').replace(/\s+/g, ' ')]
  if (!word || !sentence || word === sentence) return word || sentence
  return sentence.startsWith(word) ? sentence : `${word}: ${sentence}`
}
