// SPDX-License-Identifier: Apache-2.0
import { STATES, severity } from '../model/graph/health.ts'
import { parseDuration } from '../model/text/time.ts'

/**
 * The order of --sort-by: numbers by size, ages and durations by length, states worst first, everything else in natural
 * order. Missing values come last.
 */
export function compareValues(a: unknown, b: unknown): number {
  if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b))
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [first, second] = [textOf(a), textOf(b)]
  const states = [stateRank(first), stateRank(second)] as const
  if (states[0] !== undefined && states[1] !== undefined) return states[1] - states[0]
  const ages = [ageOf(first), ageOf(second)] as const
  if (ages[0] !== undefined && ages[1] !== undefined) return ages[0] - ages[1]
  return collator.compare(first, second)
}

const isMissing = (value: unknown) => value === undefined || value === null || value === '' || value === '-'

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** "✖ failed (cached)" is failed: tables put a symbol before the state and details after it. */
function stateRank(text: string): number | undefined {
  return RANKS.get(text) ?? RANKS.get(text.replace(/^\S /, '').replace(/ (\(|by ).*$/, ''))
}

const RANKS: ReadonlyMap<string, number> = new Map([
  ...STATES.map((state) => [state, severity(state)] as const),
  ['disabled', severity('off')],
  ['blocked', severity('stalled') - 0.5],
])

function ageOf(text: string): number | undefined {
  const years = /^(\d+)y$/.exec(text)?.[1]
  return years ? Number(years) * 365 * 86_400_000 : parseDuration(text)
}

const collator = new Intl.Collator('en', { numeric: true })
