// SPDX-License-Identifier: Apache-2.0
// Sources in a checkout, the bundle in a package. Kept apart from run.js, which must parse on any Node.
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const root = join(__dirname, '..')
const source = join(root, 'src', 'lib', 'cli', 'main.ts')
const entry = existsSync(source) ? source : join(root, 'dist', 'bundle', 'main.js')

import(pathToFileURL(entry).href)
  .then(({ start }) => start(root))
  .catch((error) => {
    process.stderr.write(`internal error: ${error.message}\n`)
    process.exit(70)
  })
