// SPDX-License-Identifier: Apache-2.0
import { Script } from 'node:vm'

export interface ChunkSource {
  /** The text of a chunk, ASCII only. */
  code(name: string): string
  /** V8's compiled code of the chunk, if the executable has some. */
  compiled(name: string): Uint8Array | undefined
}

export interface Chunks {
  /** The exports of a chunk. Runs it on the first call. */
  load(name: string): unknown
  /** V8's compiled code of the chunks that ran without any. */
  compile(): ReadonlyMap<string, Uint8Array>
}

type Wrapper = (exports: object, require: (id: string) => unknown, module: { exports: object }) => void

/** Runs CommonJS chunks that are not files: `require` in an executable only loads Node's modules. */
export function chunkLoader(source: ChunkSource, folder: string): Chunks {
  const modules = new Map<string, { exports: object }>()
  const uncached = new Map<string, Script>()

  function load(name: string): unknown {
    const loaded = modules.get(name)
    if (loaded !== undefined) return loaded.exports
    const cachedData = source.compiled(name)
    const script = new Script(`(function(exports,require,module){${source.code(name)}\n})`, {
      filename: `${folder}/${name}`,
      ...(cachedData === undefined ? {} : { cachedData }),
    })
    // V8 rejects code of another version or with other flags, and compiles the source.
    if (cachedData === undefined || script.cachedDataRejected === true) uncached.set(name, script)
    const module = { exports: {} }
    modules.set(name, module)
    const run = script.runInThisContext() as Wrapper
    run(module.exports, requireModule, module)
    return module.exports
  }

  const requireModule = (id: string) => (id.startsWith('./') ? load(id.slice(2)) : builtin(id))

  return {
    load,
    compile: () => new Map([...uncached].map(([name, script]) => [name, script.createCachedData()])),
  }
}

function builtin(id: string): object {
  const part = process.getBuiltinModule(id)
  if (part === undefined) throw new Error(`${id} is not part of this package`)
  return part
}
