// SPDX-License-Identifier: Apache-2.0
// Sources in a checkout, the bundle in a package. Kept apart from run.js, which must parse on any Node.
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const source = join(root, 'src', 'lib', 'cli', 'main.ts')

function load() {
  if (existsSync(source)) {
    const { pathToFileURL } = require('node:url')
    return import(pathToFileURL(source).href)
  }
  require('../dist/bundle/compile-cache.cjs').cacheCompiledCode(process.env)
  return require('../dist/bundle/main.cjs')
}

Promise.resolve()
  .then(load)
  .then(({ start }) => start(root))
  .catch((error) => {
    process.stderr.write(`internal error: ${error.message}\n`)
    process.exit(70)
  })
