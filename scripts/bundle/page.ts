// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { ascii } from './ascii.ts'
import { ROOT } from './root.ts'

export interface PageAssets {
  /** The module that contains them, as in ASSETS_FILE. */
  readonly module: string
  /** Paths of all modules in the script. */
  readonly modules: readonly string[]
}

/** Generated, and committed so that the sources run without a build (docs/adr/0011). */
export const ASSETS_FILE = join(ROOT, 'src/lib/render/html/assets.ts')

/** Bundles src/lib/page for a browser: one script, one style, and their hashes for the content security policy. */
export async function buildPage(): Promise<PageAssets> {
  await using built = await rolldown({
    cwd: ROOT,
    platform: 'browser',
    logLevel: 'warn',
    input: { page: join(ROOT, 'src/lib/page/main.ts') },
  })
  const { output } = await built.generate({
    format: 'iife',
    minify: true,
    comments: { legal: false, annotation: false, jsdoc: false },
  })
  const [chunk, more] = output.filter((part) => part.type === 'chunk')
  if (!chunk || more) throw new Error('the script of the page is not one file')
  const script = ascii(chunk.code).trim()
  const style = squeezed(await readFile(join(ROOT, 'src/lib/page/style.css'), 'utf8'))
  for (const text of [script, style]) {
    if (/[^\n -~]/.test(text)) throw new Error('the page would print more than text')
    if (/<\/(script|style)|<!--/i.test(text)) throw new Error('the page would end in the middle of its script or style')
  }
  return { module: moduleOf(script, style), modules: chunk.moduleIds }
}

/** The same; throws if the committed file is out of date. */
export async function freshPage(): Promise<PageAssets> {
  const page = await buildPage()
  if ((await readFile(ASSETS_FILE, 'utf8')) !== page.module) throw new Error(`${ASSETS_FILE} is stale: npm run page`)
  return page
}

const moduleOf = (script: string, style: string) => `// SPDX-License-Identifier: Apache-2.0
// Generated from src/lib/page by npm run page: do not edit.

/** Draws a page from its data block. */
export const SCRIPT = ${JSON.stringify(script)}

export const STYLE = ${JSON.stringify(style)}

/** What a page lets run and apply: these two and nothing else. */
export const HASHES = { script: '${hashOf(script)}', style: '${hashOf(style)}' } as const
`

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

const squeezed = (css: string) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
