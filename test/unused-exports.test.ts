// SPDX-License-Identifier: Apache-2.0
// Every value that src exports is imported somewhere. Types may be exported because a signature names them.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Loaded by name: commands by the registry, the others by bin and the bundle. */
const ENTRIES = /^src\/(?:commands|lib\/launch)\/|^src\/lib\/cli\/main\.ts$/

const IMPORT = /(?:import|export)\s+(?:type\s+)?(\{[^}]*\}|\*\s+as\s+\w+|\*|\w+)\s+from\s+['"](\.[^'"]+)['"]/g
const DYNAMIC = /import\(\s*['"](\.[^'"]+)['"]/g
const EXPORT = /^export (?:async )?(?:abstract )?(?:const|function\*?|class|let) (\w+)/gm

function textsOf(folder: string): readonly (readonly [file: string, text: string])[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[jt]sx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(ROOT, file), readFileSync(file, 'utf8')] as const)
}

/** "file name" of every import; a module that is imported whole or at run time is used whole: "file *". */
function importsOf([file, text]: readonly [string, string]): readonly string[] {
  const target = (specifier: string) => relative(ROOT, resolve(ROOT, dirname(file), specifier))
  const named = [...text.matchAll(IMPORT)].flatMap(([, names = '', specifier = '']) =>
    names.startsWith('{')
      ? names.split(/[{},]/).map((name) => `${target(specifier)} ${/^(?:type )?(\w+)/.exec(name.trim())?.[1] ?? ''}`)
      : [`${target(specifier)} *`],
  )
  return [...named, ...[...text.matchAll(DYNAMIC)].map(([, specifier = '']) => `${target(specifier)} *`)]
}

it('exports no value that no other file imports', () => {
  const source = textsOf('src')
  const others = ['test', 'scripts', 'bench', 'bin'].flatMap(textsOf)
  const used = new Set([...source, ...others].flatMap(importsOf))
  const unused = source.flatMap(([file, text]) =>
    used.has(`${file} *`) || ENTRIES.test(file)
      ? []
      : [...text.matchAll(EXPORT)].map(([, name]) => `${file} ${name}`).filter((name) => !used.has(name)),
  )
  expect(unused).toEqual([])
})
