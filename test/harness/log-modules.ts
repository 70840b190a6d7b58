// SPDX-License-Identifier: Apache-2.0
// Loaded with node --import: writes the URL of every loaded module, one per line, to $LOADED_MODULES.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const file = process.env['LOADED_MODULES'] ?? ''

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    appendFileSync(file, `${resolved.url}\n`)
    return resolved
  },
})
