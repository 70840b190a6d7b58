// SPDX-License-Identifier: Apache-2.0
// Writes oclif.manifest.json from the command classes; with --check only verifies that it is up to date.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Plugin } from '@oclif/core'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = fileURLToPath(new URL('../oclif.manifest.json', import.meta.url))

const plugin = new Plugin({
  root,
  type: 'core',
  ignoreManifest: true,
  errorOnManifestCreate: true,
  respectNoCacheDefault: true,
})
await plugin.load()
// oclif lists commands in the order in which their files were loaded.
const commands = Object.entries(plugin.manifest.commands).sort(([a], [b]) => (a < b ? -1 : 1))
const manifest = { ...plugin.manifest, commands: Object.fromEntries(commands) }
const text = `${JSON.stringify(manifest, undefined, 2)}\n`

if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error('oclif.manifest.json is stale: npm run manifest')
    process.exit(1)
  }
} else {
  await writeFile(file, text)
}
