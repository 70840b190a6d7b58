// SPDX-License-Identifier: Apache-2.0
import type { Plugin } from 'rolldown'

const LISTENER = /^process\.stdout\.on\('error', \(err\) => \{\n[^}]*\}\);$/m

/**
 * oclif listens to stdout as soon as it is loaded, which makes Node load its streams for commands that need none. Whoever
 * writes listens here (src/lib/cli/process-output.ts).
 */
export const noStdoutAtLoad: Plugin = {
  name: 'no-stdout-at-load',
  transform(code, id) {
    if (!id.endsWith('/node_modules/@oclif/core/lib/command.js')) return undefined
    if (!LISTENER.test(code))
      throw new Error('oclif no longer listens to stdout where it did: look for what it does now')
    return { code: code.replace(LISTENER, ''), map: null }
  },
}
