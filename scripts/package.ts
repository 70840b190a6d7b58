// SPDX-License-Identifier: Apache-2.0
// npm run package: everything people can download, under dist/. Two runs on one commit give the same bytes.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pkg from '../package.json' with { type: 'json' }
import { bundle, ROOT, writeBundle } from './bundle/bundle.ts'
import { npmPackage } from './package/npm-package.ts'
import { bundledPackages } from './package/packages.ts'
import { sbom } from './package/sbom.ts'
import { tarGz } from './package/tar.ts'

const DIST = process.env['C5C3_DIST'] ?? join(ROOT, 'dist')
const sums: string[] = []

/** Writes one download and remembers its checksum. */
function deliver(name: string, bytes: Uint8Array): void {
  writeFileSync(join(DIST, name), bytes)
  sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}`)
  console.log(`${name}: ${(bytes.length / 1024 / 1024).toFixed(2)} MiB`)
}

mkdirSync(DIST, { recursive: true })
const built = await bundle()
await writeBundle(built, join(DIST, 'bundle'))
deliver(`kubectl-c5c3-${pkg.version}.tgz`, tarGz(await npmPackage(built)))
const about = { ...pkg, node: pkg.devDependencies.node }
deliver(`kubectl-c5c3-${pkg.version}.cdx.json`, Buffer.from(sbom(about, bundledPackages(built.modules))))
writeFileSync(join(DIST, 'SHA256SUMS'), `${sums.join('\n')}\n`)
