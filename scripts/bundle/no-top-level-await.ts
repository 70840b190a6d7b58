// SPDX-License-Identifier: Apache-2.0
import type { Plugin } from 'rolldown'

const WASM = /"data:application\/octet-stream;base64,([^"]+)"/

/** CommonJS has no top-level await. yoga and ink use it in three places, and need not. */
export const noTopLevelAwait: Plugin = {
  name: 'no-top-level-await',
  transform(code, id) {
    if (id.endsWith('/yoga-layout/dist/binaries/yoga-wasm-base64-esm.js')) return { code: withWasm(code), map: null }
    if (id.endsWith('/yoga-layout/dist/src/index.js')) return { code: loadedAtOnce(code), map: null }
    if (id.endsWith('/ink/build/reconciler.js')) return { code: withoutDevtools(code), map: null }
    return undefined
  },
}

/** Embeds the bytes of the layout engine, instead of a URL that its loader would fetch. */
function withWasm(code: string): string {
  const bytes = WASM.exec(code)?.[1]
  if (bytes === undefined) throw new Error('yoga-layout has no wasm where it used to')
  const at = 'var _scriptDir = import.meta.url;'
  if (!code.includes(at)) throw new Error('yoga-layout does not look for itself where it used to')
  // A chunk of a bundle has no file path.
  const placeless = code.replace(at, "var _scriptDir = '';").replace(WASM, '"data:application/octet-stream;base64,"')
  return `${placeless}\nexport const wasm = "${bytes}";\n`
}

/** Makes its loader instantiate the module synchronously, so that it is complete when the loader returns. */
function loadedAtOnce(code: string): string {
  const at = 'const Yoga = wrapAssembly(await loadYoga());'
  if (!code.includes(at)) throw new Error('yoga-layout is not loaded where it used to be')
  const now = `const engine = { instantiateWasm(imports, done) {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(wasm, 'base64')), imports);
  done(instance);
  return instance.exports;
} };
loadYoga(engine);
const Yoga = wrapAssembly(engine);`
  return code.replace(at, now).replace('import loadYoga from', 'import loadYoga, { wasm } from')
}

/** The React devtools are for developers of ink. */
function withoutDevtools(code: string): string {
  const found = code.replace(/^if \(process\.env\['DEV'\] === 'true'\) \{\n[\s\S]*?\n\}\n/gm, '')
  if (found === code) throw new Error('ink loads its devtools in another way')
  return found
}
