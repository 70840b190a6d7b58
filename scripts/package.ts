// SPDX-License-Identifier: Apache-2.0
// npm run package [-- PLATFORM… --cold]: builds all downloads into dist/. With --cold the result is reproducible;
// without it the executables that run here also contain code compiled by V8, which is not reproducible.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pkg from '../package.json' with { type: 'json' }
import { bundle, ROOT, writeBundle } from './bundle/bundle.ts'
import { buildArchive } from './package/archive.ts'
import { type Archive, krewManifest } from './package/krew.ts'
import { macSigningTool } from './package/mac-signature.ts'
import { npmPackage } from './package/npm-package.ts'
import { bundledPackages } from './package/packages.ts'
import { sbom } from './package/sbom.ts'
import { tarGz } from './package/tar.ts'
import { TARGETS } from './package/targets.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cold: { type: 'boolean', default: false }, dist: { type: 'string', default: join(ROOT, 'dist') } },
})
const unknown = positionals.filter((name) => !TARGETS.some(({ platform }) => platform === name))
if (unknown.length > 0) {
  console.error(
    `error: no such platform: ${unknown.join(', ')}; there are ${TARGETS.map((one) => one.platform).join(', ')}`,
  )
  process.exit(2)
}
const targets = TARGETS.filter(({ platform }) => positionals.length === 0 || positionals.includes(platform))
if (targets.some(({ platform }) => platform.startsWith('darwin')) && macSigningTool() === undefined) {
  console.error(
    'error: macOS executables need codesign or rcodesign\nhint: cargo install apple-codesign --version 0.29.0 --locked, or name other platforms',
  )
  process.exit(2)
}
const sums: string[] = []

/** Writes one download and records its checksum. */
function deliver(name: string, bytes: Uint8Array, about = ''): void {
  writeFileSync(join(values.dist, name), bytes)
  sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}`)
  console.log(`${name}: ${(bytes.length / 1024 / 1024).toFixed(2)} MiB${about}`)
}

mkdirSync(values.dist, { recursive: true })
const built = await bundle()
await writeBundle(built, join(values.dist, 'bundle'))
deliver(`kubectl-c5c3-${pkg.version}.tgz`, tarGz(await npmPackage(built)))
const about = { ...pkg, node: pkg.devDependencies.node }
deliver(`kubectl-c5c3-${pkg.version}.cdx.json`, Buffer.from(sbom(about, bundledPackages(built.modules))))
const archives: Archive[] = []
for (const target of targets) {
  const archive = await buildArchive(built, target, pkg.version, !values.cold)
  deliver(archive.name, archive.bytes, archive.warm ? ', with code compiled ahead' : ', compiles when it first runs')
  archives.push(archive)
}
deliver('c5c3.yaml', Buffer.from(krewManifest(pkg.version, archives)))
writeFileSync(join(values.dist, 'SHA256SUMS'), `${sums.join('\n')}\n`)
