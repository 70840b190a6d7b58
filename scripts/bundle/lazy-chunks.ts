// SPDX-License-Identifier: Apache-2.0

/** Chunks with this prefix run when one of their exports is first used, not when another chunk first requires them. */
export const LAZY_CHUNK = 'lazy-'

/** Moves the code of each lazy chunk to its own file and leaves a stub that requires it on first use. */
export function withLazyStubs(chunks: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...chunks].flatMap(([name, code]) => (name.startsWith(LAZY_CHUNK) ? stubbed(name, code) : [[name, code]])),
  )
}

function stubbed(name: string, code: string): [string, string][] {
  const file = `loaded-${name}`
  return [
    [name, `module.exports=new Proxy({},{get:(_,key)=>require("./${file}")[key]});\n`],
    [file, code],
  ]
}
