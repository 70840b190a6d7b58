// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../../checks/index.ts'
import { CATEGORIES, type Check } from '../../model/check/check.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'

/** The checks that words name: an id, a category, or a failure mode such as F52. No words: all of them. */
export function chosenChecks(words: readonly string[]): readonly Check[] {
  if (words.length === 0) return CHECKS
  const chosen = new Set(words.flatMap(checksNamed))
  return CHECKS.filter((check) => chosen.has(check))
}

/** The checks one word names; a usage error with the nearest when there is none. */
export function checksNamed(word: string): readonly Check[] {
  const wanted = word.toLowerCase()
  const found = CHECKS.filter(
    ({ id, category, modes }) => id === wanted || category === wanted || modes.some((mode) => sameMode(mode, wanted)),
  )
  if (found.length > 0) return found
  const close = closestMatches(wanted, [...CHECKS.map(({ id }) => id), ...CATEGORIES])
  throw new C5c3Error('USAGE', 'usage', `there is no check, category or failure mode "${safeLine(word)}"`, [
    ...(close.length > 0 ? [`did you mean: ${close.join(', ')}?`] : []),
    `categories: ${CATEGORIES.join(', ')}`,
    'kubectl c5c3 check --list',
  ])
}

/** F7, f07 and F07 are one mode. */
const sameMode = (mode: string, word: string) => /^f\d+$/.test(word) && Number(mode.slice(1)) === Number(word.slice(1))
