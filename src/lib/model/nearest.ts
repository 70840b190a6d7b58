// SPDX-License-Identifier: Apache-2.0
/** The names closest to what was typed, best first, at most three and none that is wholly different. */
export function nearest(typed: string, names: Iterable<string>): string[] {
  const limit = Math.max(2, Math.floor(typed.length / 2))
  return [...new Set(names)]
    .map((name) => ({ name, far: farness(typed, name) }))
    .filter(({ far }) => far <= limit)
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name)
}

/** A name that holds all that was typed is close, but not closer than a slip of one letter. */
function farness(typed: string, name: string): number {
  const edits = distance(typed, name)
  return typed.length > 2 && name.includes(typed) ? Math.min(edits, 2) : edits
}

/** Edits between two words, by the usual table of one row. */
function distance(a: string, b: string): number {
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
  return row[long.length] ?? 0
}
