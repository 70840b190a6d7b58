// SPDX-License-Identifier: Apache-2.0
/**
 * Gives --dry-run a value, as kubectl does: alone and as =true it is client, =false is none. `isGuessed` if client was
 * not written.
 */
export function withDryRunValue(argv: readonly string[]): {
  readonly words: readonly string[]
  readonly isGuessed: boolean
} {
  const end = argv.indexOf('--')
  const last = end === -1 ? argv.length : end
  let isGuessed = false
  const words = argv.map((word, i) => {
    if (i >= last || !/^--dry-run(=|$)/.test(word)) return word
    const next = i + 1 < last ? (argv[i + 1] ?? '') : ''
    const replaced = word === '--dry-run' && DRY_RUNS.includes(next) ? word : (GUESSED[word] ?? word)
    isGuessed ||= replaced !== word && replaced === '--dry-run=client'
    return replaced
  })
  return { words, isGuessed }
}

export const DRY_RUNS: readonly string[] = ['client', 'server', 'none']

const GUESSED: Readonly<Record<string, string>> = {
  '--dry-run': '--dry-run=client',
  '--dry-run=true': '--dry-run=client',
  '--dry-run=false': '--dry-run=none',
}
