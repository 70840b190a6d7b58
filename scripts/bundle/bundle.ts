// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OutputOptions, type RolldownOptions, rolldown } from 'rolldown'
import { ascii } from './ascii.ts'
import { grouped } from './groups.ts'
import { withLazyStubs } from './lazy-chunks.ts'
import { noTopLevelAwait } from './no-top-level-await.ts'
import { freshPage } from './page.ts'
import { ROOT } from './root.ts'
import { standIns } from './stubs.ts'

export { ROOT }

/** A file of src/lib/launch that runs before the chunks: npm package, executable, or recorder of the build. */
export type Launcher = 'compile-cache' | 'executable' | 'code-recorder'

export interface Bundle {
  /** Text by file name, including main.cjs; ASCII only. */
  readonly chunks: ReadonlyMap<string, string>
  /** A hash of all chunks. */
  readonly build: string
  /** Paths of all modules in the chunks. */
  readonly modules: readonly string[]
}

/**
 * Bundles the tool with all dependencies: one entry and a chunk for each part that is loaded on demand. CommonJS,
 * because it starts faster than ESM and V8 can cache its compiled code.
 */
export async function bundle(): Promise<Bundle> {
  const { plugin, groups } = grouped()
  const options = {
    input: { main: join(ROOT, 'src/lib/cli/main.ts') },
    // oclif would load a compiler to run sources; a bundle has none.
    preserveEntrySignatures: 'allow-extension' as const,
    external: ['typescript', 'utf-8-validate', 'bufferutil'],
    plugins: [standIns(), noTopLevelAwait, plugin],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  }
  const { chunks: parts, modules } = await generate(options, groups)
  const chunks = withLazyStubs(parts)
  const hash = createHash('sha256')
  for (const [name, code] of chunks) hash.update(name).update('\0').update(code).update('\0')
  // The script of HTML pages is a string in one of the chunks: its modules are part of the bundle too.
  const page = await freshPage()
  return { chunks, build: hash.digest('hex').slice(0, 12), modules: [...modules, ...page.modules].sort() }
}

export async function launcher(kind: Launcher): Promise<string> {
  const files = await generate({ input: { [kind]: join(ROOT, `src/lib/launch/${kind}.ts`) } })
  const [code, more] = [...files.chunks.values()]
  if (code === undefined || more !== undefined) throw new Error(`the launcher ${kind} is not one file`)
  return code
}

/** Writes launcher and chunks of the npm package. */
export async function writeBundle(built: Bundle, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'compile-cache.cjs'), await launcher('compile-cache'))
  for (const [name, code] of built.chunks) await writeFile(join(folder, name), code)
}

async function generate(
  options: RolldownOptions,
  codeSplitting: NonNullable<OutputOptions['codeSplitting']> = true,
): Promise<Pick<Bundle, 'chunks' | 'modules'>> {
  await using built = await rolldown({ cwd: ROOT, platform: 'node', logLevel: 'warn', ...options })
  const { output } = await built.generate({
    format: 'cjs',
    // import() of a Node module would start Node's module loader, which warns on stderr that it is experimental.
    dynamicImportInCjs: false,
    minify: true,
    codeSplitting,
    comments: { legal: false, annotation: false, jsdoc: false },
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  })
  const parts = output.filter((part) => part.type === 'chunk').sort((a, b) => (a.fileName < b.fileName ? -1 : 1))
  return {
    chunks: new Map(parts.map((part) => [part.fileName, ascii(part.code)])),
    modules: parts.flatMap((part) => part.moduleIds).sort(),
  }
}
