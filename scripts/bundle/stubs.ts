// SPDX-License-Identifier: Apache-2.0
import type { Plugin } from 'rolldown'

/**
 * Packages that oclif and ink import for features that this tool never uses (spinners and logs), and a stub for each. A
 * use of the real package would throw.
 */
const PACKAGES: Readonly<Record<string, string>> = {
  'cli-spinners':
    'const dots = { interval: 80, frames: ["-", "\\\\", "|", "/"] }; export { dots, dots as dots2, dots as line }; export default { dots, dots2: dots, line: dots }',
  debug: 'const silent = () => {}; export default () => silent',
  // Packages contain the bundled fleets as JSON and need no cache of parsed files.
  './manifest-cache.ts': 'export const cachedManifests = (file, text, parse) => parse()',
}

/** Modules that one file of a package imports for unused features: file, import, stub. */
const MODULES: readonly (readonly [file: string, source: string, stub: string])[] = [
  ['@oclif/core/lib/command.js', './config', 'export class Config {}'],
  ['@oclif/core/lib/flags.js', './help', 'export const loadHelpClass = () => { throw new Error("no help flag") }'],
  ['@oclif/core/lib/errors/index.js', './handle', 'export const handle = (error) => { throw error }'],
  // Reads the user's home when it is loaded, and the user of a Pod may have none.
  ['@oclif/core/lib/errors/errors/cli.js', 'clean-stack', 'export default (stack) => stack'],
  // All generated APIs, 1.8 MB, for two methods.
  [
    '@kubernetes/client-node/dist/portforward.js',
    './gen/index.js',
    'class NotBundled { constructor() { throw new Error("not bundled") } }; export { NotBundled as AppsV1Api, NotBundled as CoreV1Api }',
  ],
]

const MARK = '\0stand-in:'

/** Replaces these modules by their stubs. Fails the build if a file no longer imports a replaced module. */
export function standIns(): Plugin {
  const used = new Set<string>()
  const codes = new Map(Object.entries(PACKAGES))
  return {
    name: 'stand-ins',
    resolveId(source, importer = '') {
      const [file, , stub] = MODULES.find(([at, name]) => name === source && importer.endsWith(`/${at}`)) ?? []
      if (file !== undefined && stub !== undefined) codes.set(file, stub)
      const name = file ?? source
      if (!codes.has(name)) return undefined
      used.add(name)
      return `${MARK}${name}`
    },
    load(id) {
      if (!id.startsWith(MARK)) return undefined
      return { code: codes.get(id.slice(MARK.length)) ?? '', moduleType: 'js', moduleSideEffects: false }
    },
    buildEnd() {
      const files = [...this.getModuleIds()]
      const isBundled = (file: string) => files.some((id) => id.endsWith(`/${file}`))
      const stale = MODULES.filter(([file]) => isBundled(file) && !used.has(file)).map(([file]) => file)
      if (stale.length > 0) throw new Error(`no longer imports what a stub replaces: ${stale.join(', ')}`)
    },
  }
}
