// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../harness/run-cli.ts'

/** A command in the documentation. */
export interface Typed {
  readonly page: string
  readonly line: number
  /** The arguments after kubectl c5c3, without redirections. */
  readonly words: readonly string[]
  /** The documented exit code; 0 by default. */
  readonly code: number
  /** False if the page says that it cannot run here. */
  readonly run: boolean
}

export const PAGES: readonly string[] = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'bench/README.md',
].sort()

export const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

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

/** The code block of a page that contains this text. */
export function blockWith(page: string, words: string): string {
  const blocks = [...textOf(page).matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  const found = blocks.find((block) => block.includes(words))
  if (found === undefined) throw new Error(`${page} has no block with ${words}`)
  return found
}

/** The complete commands in sentences and tables of a page. */
export function namedIn(page: string): string[][] {
  const text = textOf(page).replaceAll(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/`kubectl c5c3 ([^`<…]+)`/g)].map(([, command = '']) => wordsOf(command))
}

/** The npm scripts on a page, with the next argument. */
export function scriptsIn(page: string): { readonly script: string; readonly next: string }[] {
  const found = textOf(page).matchAll(/npm run (?:-s )?([\w-]+(?::[\w-]+)*)(?: ([\w:-]+))?/g)
  return [...found].map(([, script = '', next = '']) => ({ script, next }))
}

/** Splits like a shell; stops at a pipe, a redirection or a comment. */
function wordsOf(command: string): string[] {
  const words: string[] = []
  for (const [word] of command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)) {
    if (/^(#.*|\||\|\||&&|;|>|>>|2>.*)$/.test(word)) break
    words.push(/'/.test(word) ? word.replaceAll("'", '') : word.replaceAll('"', ''))
  }
  return words
}

/** The link targets of a page: pages and files of the project, with anchors. */
export function linksIn(page: string): string[] {
  const text = textOf(page).replaceAll(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !/^(https?|mailto):/.test(target))
}

/** The anchors of the headings of a page, as GitHub generates them. */
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
