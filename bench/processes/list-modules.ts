// SPDX-License-Identifier: Apache-2.0
// Preloaded into a command: writes the URL of every module it loads into the file C5C3_BENCH_MODULES.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const file = process.env['C5C3_BENCH_MODULES'] ?? ''
registerHooks({
  load: (url, context, next) => {
    appendFileSync(file, `${url}\n`)
    return next(url, context)
  },
})
