// SPDX-License-Identifier: Apache-2.0
// Given to node by --import: writes the address of every module that is loaded, a line each, to $LOADED_MODULES.
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
