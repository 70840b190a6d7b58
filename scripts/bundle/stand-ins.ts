// SPDX-License-Identifier: Apache-2.0
import type { Plugin } from 'rolldown'

/**
 * Packages that oclif and ink import for what this tool never does (spinners and
 * logs of its own), and a stub for each. What would need the real one throws.
 */
const PACKAGES: Readonly<Record<string, string>> = {
  'cli-spinners':
    'const dots = { interval: 80, frames: ["-", "\\\\", "|", "/"] }; export { dots, dots as dots2, dots as line }; export default { dots, dots2: dots, line: dots }',
  debug: 'const silent = () => {}; export default () => silent',
}

/** Modules that oclif's parser requires at its top for flags, hooks and error output that this tool does not use. */
const OCLIF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'command.js': { './config': 'export class Config {}' },
  'flags.js': { './help': 'export const loadHelpClass = () => { throw new Error("no help flag") }' },
  'errors/index.js': { './handle': 'export const handle = (error) => { throw error }' },
}

const MARK = '\0stand-in:'

/** Replaces these modules by their stubs. Fails the build when one is no longer imported, so that none stays behind. */
export function standIns(): Plugin {
  const unused = new Set([
    ...Object.keys(PACKAGES),
    ...Object.entries(OCLIF).flatMap(([file, stubs]) => Object.keys(stubs).map((source) => `${file} ${source}`)),
  ])
  return {
    name: 'stand-ins',
    resolveId(source, importer = '') {
      const file = /\/node_modules\/@oclif\/core\/lib\/(.+)$/.exec(importer)?.[1] ?? ''
      const name = Object.hasOwn(PACKAGES, source)
        ? source
        : Object.hasOwn(OCLIF[file] ?? {}, source)
          ? `${file} ${source}`
          : undefined
      if (name === undefined) return undefined
      unused.delete(name)
      return `${MARK}${name}`
    },
    load(id) {
      if (!id.startsWith(MARK)) return undefined
      const name = id.slice(MARK.length)
      const [file = '', source = ''] = name.split(' ')
      return { code: PACKAGES[name] ?? OCLIF[file]?.[source] ?? '', moduleType: 'js', moduleSideEffects: false }
    },
    buildEnd() {
      if (unused.size > 0) throw new Error(`stubs for modules that nothing imports any more: ${[...unused].join(', ')}`)
    },
  }
}
