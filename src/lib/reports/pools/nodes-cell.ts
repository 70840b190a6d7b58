// SPDX-License-Identifier: Apache-2.0
import type { Cell } from '../../model/report/view.ts'
import type { PoolFacts } from './facts.ts'

/** "?" stands for a count that could not be read. */
export function nodesCell({ ready, seen, expected, hidden, maintenance }: PoolFacts['nodes']): Cell {
  const isReadyKnown = hidden === undefined || seen > 0
  const count = `${isReadyKnown ? ready : '?'}/${expected ?? (hidden === undefined ? seen : '?')}`
  const text = maintenance ? `${count} (${maintenance} maint.)` : count
  return { text, tone: hidden !== undefined ? 'busy' : ready >= (expected ?? seen) ? 'good' : 'bad' }
}
