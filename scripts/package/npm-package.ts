// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bundle, launcher, ROOT } from '../bundle/bundle.ts'
import { folder, text } from './files.ts'
import { compiledFleets } from './fleets.ts'
import { bundledPackages, licenseNotice } from './packages.ts'
import type { ArchiveFile } from './tar.ts'

/** Fields that only a checkout needs. The bundle contains all dependencies: nothing is left to install. */
const CHECKOUT_ONLY = ['dependencies', 'devDependencies', 'overrides', 'scripts', 'allowScripts', 'files']

/** The files of the npm package, below package/ as npm requires. */
export async function npmPackage(built: Bundle): Promise<readonly ArchiveFile[]> {
  const files: ArchiveFile[] = [
    text('package.json', packageJson()),
    ...folder('bin'),
    text('dist/bundle/compile-cache.cjs', await launcher('compile-cache')),
    ...[...built.chunks].map(([name, code]) => text(`dist/bundle/${name}`, code)),
    ...(await compiledFleets()),
    text('THIRD-PARTY-LICENSES', licenseNotice(bundledPackages(built.modules))),
    ...['LICENSE', 'README.md', 'CHANGELOG.md'].map((name) => ({ name, bytes: readFileSync(join(ROOT, name)) })),
  ]
  return files.map((file) => ({ ...file, name: `package/${file.name}` }))
}

function packageJson(): string {
  const all = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>
  const kept = Object.entries(all).filter(([key]) => !CHECKOUT_ONLY.includes(key))
  return `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`
}
