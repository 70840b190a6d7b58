// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../harness/run-cli.ts'

/** A command that a page tells people to type. */
export interface Typed {
  readonly page: string
  readonly line: number
  /** Words after kubectl c5c3, without what the shell does with its output. */
  readonly words: readonly string[]
  /** What the page says it exits with; nothing said is 0. */
  readonly code: number
  /** False where the page says that it cannot be run here. */
  readonly run: boolean
}

/** Every page of the project, by its path. */
export const PAGES: readonly string[] = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'bench/README.md',
].sort()

export const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

/** The commands in the code blocks of a page. */
export function typedIn(page: string): Typed[] {
  const found: Typed[] = []
  let [inside, run] = [false, true]
  for (const [i, line] of textOf(page).split('\n').entries()) {
    if (line.startsWith('```')) inside = !inside
    if (!inside && line.startsWith('```')) run = true
    if (line.startsWith('<!-- not run:')) run = false
    const command = /^\s*(?:\$ )?kubectl c5c3 (.*)$/.exec(line)?.[1]
    if (!inside || command === undefined) continue
    const code = Number(/# exit (\d+)/.exec(command)?.[1] ?? 0)
    found.push({ page, line: i + 1, words: wordsOf(command), code, run })
  }
  return found
}

/** The code block of a page that holds these words. */
export function blockWith(page: string, words: string): string {
  const blocks = [...textOf(page).matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  const found = blocks.find((block) => block.includes(words))
  if (found === undefined) throw new Error(`${page} has no block with ${words}`)
  return found
}

/** The commands a page names in its sentences and tables, where they stand complete. */
export function namedIn(page: string): string[][] {
  const text = textOf(page).replaceAll(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/`kubectl c5c3 ([^`<…]+)`/g)].map(([, command = '']) => wordsOf(command))
}

/** What a page says to run with npm: the script, and the word behind it. */
export function scriptsIn(page: string): { readonly script: string; readonly next: string }[] {
  const found = textOf(page).matchAll(/npm run (?:-s )?([\w-]+(?::[\w-]+)*)(?: ([\w:-]+))?/g)
  return [...found].map(([, script = '', next = '']) => ({ script, next }))
}

/** As a shell would split it; stops at a pipe, a redirection, a comment. */
function wordsOf(command: string): string[] {
  const words: string[] = []
  for (const [word] of command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)) {
    if (/^(#.*|\||\|\||&&|;|>|>>|2>.*)$/.test(word)) break
    words.push(/'/.test(word) ? word.replaceAll("'", '') : word.replaceAll('"', ''))
  }
  return words
}

/** Where the links of a page lead: pages and files of the project, with their anchors. */
export function linksIn(page: string): string[] {
  const text = textOf(page).replaceAll(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !/^(https?|mailto):/.test(target))
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(page: string): Set<string> {
  const headings = textOf(page)
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .matchAll(/^#+ (.*)$/gm)
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
