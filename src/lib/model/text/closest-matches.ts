// SPDX-License-Identifier: Apache-2.0
/** The names closest to the typed text, best first: at most three, none that differs completely. */
export function closestMatches(typed: string, names: Iterable<string>): string[] {
  const measured = [...new Set(names)].map((name) => ({ name, ...distances(typed, name) }))
  const limit = Math.max(2, Math.floor(typed.length / 2))
  const close = measured.map(({ name, whole }) => ({ name, distance: rank(typed, name, whole) }))
  const near = close.filter(({ distance }) => distance <= limit)
  // Users rarely type a long name to its end: without a close match, accept names whose prefix is close to the typed
  // text.
  const byPrefix = measured.filter(({ prefix }) => typed.length > 4 && prefix <= typed.length / 5)
  const best = near.length > 0 ? near : byPrefix.map(({ name, prefix }) => ({ name, distance: prefix }))
  return best
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name)
}

/** A name that contains the typed text is close, but not closer than a typo of one letter. */
const rank = (typed: string, name: string, edits: number): number =>
  typed.length > 2 && name.includes(typed) ? Math.min(edits, 2) : edits

/** How many letters to insert, delete or replace. */
export const editDistance = (typed: string, name: string): number => distances(typed, name).whole

/** Levenshtein distance (single-row table) to the whole of b, and to its closest prefix. */
function distances(a: string, b: string): { readonly whole: number; readonly prefix: number } {
  const typed = a.slice(0, 100)
  const name = b.slice(0, 100)
  let row = Array.from({ length: name.length + 1 }, (_, i) => i)
  for (let i = 1; i <= typed.length; i++) {
    const next = [i]
    for (let j = 1; j <= name.length; j++) {
      const swap = (row[j - 1] ?? 0) + (typed[i - 1] === name[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return { whole: row[name.length] ?? 0, prefix: Math.min(...row) }
}
