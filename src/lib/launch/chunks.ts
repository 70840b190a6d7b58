// SPDX-License-Identifier: Apache-2.0
import { Script } from 'node:vm'

export interface ChunkSource {
  /** The text of a chunk, ASCII only. */
  code(name: string): string
  /** What V8 kept of it the last time. */
  compiled(name: string): Uint8Array | undefined
}

export interface Chunks {
  /** The exports of a chunk, run once. */
  load(name: string): unknown
  /** Chunks that ran without compiled code of their own, and what V8 has of them now. */
  fresh(): ReadonlyMap<string, Uint8Array>
}

/** Chunks whose name begins so are run when something of them is first used, not when they are first named. */
export const LATE_CHUNK = 'late-'

/**
 * Parts of Node that many chunks name and few runs use, loaded when something of them is first used: with its promises the
 * file system brings ten others, a line editor among them.
 */
const LATE_PARTS = new Set(['node:fs/promises', 'node:timers/promises', 'node:tty'])

type Wrapper = (exports: object, require: (id: string) => unknown, module: { exports: object }) => void

/**
 * Runs the chunks of a bundle from anywhere: files, or an executable. Node's own loader would look for each on disk and
 * compile it anew.
 */
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
    // another V8 or other flags made it: V8 says so and compiles as usual
    if (cachedData === undefined || script.cachedDataRejected === true) uncached.set(name, script)
    const module = { exports: {} }
    modules.set(name, module)
    const run = script.runInThisContext() as Wrapper
    run(module.exports, required, module)
    return module.exports
  }

  function required(id: string): unknown {
    if (id.startsWith(`./${LATE_CHUNK}`)) return late(() => load(id.slice(2)) as object)
    if (id.startsWith('./')) return load(id.slice(2))
    return LATE_PARTS.has(id) ? late(() => builtin(id)) : builtin(id)
  }

  return {
    load,
    fresh: () => new Map([...uncached].map(([name, script]) => [name, script.createCachedData()])),
  }
}

function builtin(id: string): object {
  const part = process.getBuiltinModule(id)
  if (part === undefined) throw new Error(`${id} is not part of this package`)
  return part
}

/** What a chunk exports, run when somebody takes something of it. */
const late = (load: () => object) => new Proxy({}, { get: (_, key) => Reflect.get(load(), key) })
