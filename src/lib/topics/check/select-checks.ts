// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../../checks/index.ts'
import { CATEGORIES, type Check } from '../../model/check/check.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'

/** The selected checks: by ID, category or failure mode such as F52; all when nothing is selected. */
export function chosenChecks(selectors: readonly string[]): readonly Check[] {
  if (selectors.length === 0) return CHECKS
  const chosen = new Set(selectors.flatMap(checksNamed))
  return CHECKS.filter((check) => chosen.has(check))
}

/** The checks of one selector; throws a usage error with the closest matches when there is none. */
export function checksNamed(word: string): readonly Check[] {
  const selector = word.toLowerCase()
  const matching = CHECKS.filter(
    ({ id, category, modes }) =>
      id === selector || category === selector || modes.some((mode) => sameMode(mode, selector)),
  )
  if (matching.length > 0) return matching
  const close = closestMatches(selector, [...CHECKS.map(({ id }) => id), ...CATEGORIES])
  throw new C5c3Error('USAGE', 'usage', `unknown check, category or failure mode "${safeLine(word)}"`, [
    ...(close.length > 0 ? [`did you mean: ${close.join(', ')}?`] : []),
    `categories: ${CATEGORIES.join(', ')}`,
    'kubectl c5c3 check --list',
  ])
}

/** F7, f07 and F07 are the same mode. */
const sameMode = (mode: string, word: string) => /^f\d+$/.test(word) && Number(mode.slice(1)) === Number(word.slice(1))
