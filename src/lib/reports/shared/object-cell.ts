// SPDX-License-Identifier: Apache-2.0
import type { Cell } from '../../model/report/view.ts'
import type { NodeReport } from './object-row.ts'
import { stateCell } from './state-cell.ts'

/** The state of an object as every view shows it. */
export const statusCell = ({ status, source }: Pick<NodeReport, 'status' | 'source'>): Cell =>
  stateCell(status, source === 'live' ? undefined : source)

type Reason = Pick<NodeReport, 'own' | 'reason' | 'message' | 'source' | 'lastChange' | 'notes'>

/** Reason and message on one line; of a healthy object its notes, of a cached one the time of the last change. */
export function reasonOf({ own, reason, message, source, lastChange, notes = [] }: Reason): string {
  if (own === 'healthy') return notes.length > 0 ? `note: ${notes.join('; ')}` : ''
  if (source === 'cached' && reason === 'Cached')
    return lastChange ? `as last seen, changed ${lastChange} or later` : 'as last seen'
  const [word, sentence] = [reason ?? '', (message ?? '').replace(/\s+/g, ' ')]
  if (!word || !sentence || word === sentence) return word || sentence
  return sentence.startsWith(word) ? sentence : `${word}: ${sentence}`
}
