// SPDX-License-Identifier: Apache-2.0
import type { Plugin } from 'rolldown'

/**
 * Packages that oclif and ink import for what this tool never does (finding plugins on disk, telling WSL from Linux,
 * spinners of its own, a debugger of React) and the least that stands in for each. What would need the real one throws.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  'wsl-utils': 'export const isWsl = false; export const powerShellPath = async () => "powershell.exe"',
  tinyglobby: 'export const glob = async () => { throw new Error("commands are never looked for on disk") }',
  minimatch: 'export const minimatch = (name, pattern) => name === pattern',
  lilconfig: 'export const lilconfig = () => ({ search: async () => null })',
  'cli-spinners':
    'const dots = { interval: 80, frames: ["-", "\\\\", "|", "/"] }; export { dots, dots as dots2, dots as line }; export default { dots, dots2: dots, line: dots }',
  'react-devtools-core': 'export default {}',
}

const MARK = '\0stand-in:'

/** Puts the stand-ins in place of the packages. */
export const standIns: Plugin = {
  name: 'stand-ins',
  resolveId(source) {
    return Object.hasOwn(STAND_INS, source) ? `${MARK}${source}` : undefined
  },
  load(id) {
    if (!id.startsWith(MARK)) return undefined
    return { code: STAND_INS[id.slice(MARK.length)] ?? '', moduleType: 'js', moduleSideEffects: false }
  },
}
