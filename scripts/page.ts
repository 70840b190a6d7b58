// SPDX-License-Identifier: Apache-2.0
// Writes the script and style of HTML pages from src/lib/page; with --check only verifies that they are up to date.
import { readFile, writeFile } from 'node:fs/promises'
import { ASSETS_FILE, buildPage } from './bundle/page.ts'

const { module } = await buildPage()
if (process.argv.includes('--check')) {
  if ((await readFile(ASSETS_FILE, 'utf8').catch(() => '')) !== module) {
    console.error('src/lib/render/html/assets.ts is stale: npm run page')
    process.exit(1)
  }
} else {
  await writeFile(ASSETS_FILE, module)
  console.log(`src/lib/render/html/assets.ts: ${Math.round(module.length / 1024)} KiB`)
}
