// SPDX-License-Identifier: Apache-2.0
/** The names closest to what was typed, best first, at most three and none that is wholly different. */
export function closestMatches(typed: string, names: Iterable<string>): string[] {
  const known = [...new Set(names)].map((name) => ({ name, ...distances(typed, name) }))
  const limit = Math.max(2, Math.floor(typed.length / 2))
  const close = known.map(({ name, whole }) => ({ name, far: farness(typed, name, whole) }))
  const found = close.filter(({ far }) => far <= limit)
  // Nobody types a long name to its end: one that begins so, but for a slip, is better than none.
  const begun = known.filter(({ beginning }) => typed.length > 4 && beginning <= typed.length / 5)
  const best = found.length > 0 ? found : begun.map(({ name, beginning }) => ({ name, far: beginning }))
  return best
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name)
}

/** A name that holds all that was typed is close, but not closer than a slip of one letter. */
const farness = (typed: string, name: string, edits: number): number =>
  typed.length > 2 && name.includes(typed) ? Math.min(edits, 2) : edits

/** Edits from one word to another, and to the beginning of it that is closest, by the usual table of one row. */
function distances(a: string, b: string): { readonly whole: number; readonly beginning: number } {
  const short = a.slice(0, 100)
  const long = b.slice(0, 100)
  let row = Array.from({ length: long.length + 1 }, (_, i) => i)
  for (let i = 1; i <= short.length; i++) {
    const next = [i]
    for (let j = 1; j <= long.length; j++) {
      const swap = (row[j - 1] ?? 0) + (short[i - 1] === long[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return { whole: row[long.length] ?? 0, beginning: Math.min(...row) }
}
