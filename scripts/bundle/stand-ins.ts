// SPDX-License-Identifier: Apache-2.0
import type { Plugin } from 'rolldown'

/**
 * Packages that oclif and ink import for what this tool never does (finding plugins on disk, telling WSL from Linux,
 * spinners and logs of its own, a debugger of React) and the least that stands in for each. What would need the real one throws.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  'wsl-utils': 'export const isWsl = false; export const powerShellPath = async () => "powershell.exe"',
  tinyglobby: 'export const glob = async () => { throw new Error("commands are never looked for on disk") }',
  minimatch: 'export const minimatch = (name, pattern) => name === pattern',
  lilconfig: 'export const lilconfig = () => ({ search: async () => null })',
  'cli-spinners':
    'const dots = { interval: 80, frames: ["-", "\\\\", "|", "/"] }; export { dots, dots as dots2, dots as line }; export default { dots, dots2: dots, line: dots }',
  'react-devtools-core': 'export default {}',
  debug: 'const silent = () => {}; export default () => silent',
}

/** Modules of oclif itself that run sources, by how others of its modules name them. */
const OWN: Readonly<Record<string, string>> = {
  'ts-path': 'export const tsPath = async (root, path) => path',
}

const MARK = '\0stand-in:'

/** Puts the stand-ins in place of the packages. */
export const standIns: Plugin = {
  name: 'stand-ins',
  resolveId(source, importer) {
    if (Object.hasOwn(STAND_INS, source)) return `${MARK}${source}`
    const own = /^\.[./\w-]*\/([\w-]+)$/.exec(source)?.[1] ?? ''
    const inside = importer?.includes('/node_modules/@oclif/core/') === true
    return inside && Object.hasOwn(OWN, own) ? `${MARK}${own}` : undefined
  },
  load(id) {
    if (!id.startsWith(MARK)) return undefined
    const name = id.slice(MARK.length)
    return { code: STAND_INS[name] ?? OWN[name] ?? '', moduleType: 'js', moduleSideEffects: false }
  },
}
