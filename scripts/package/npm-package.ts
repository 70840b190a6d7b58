// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Bundle, launcher, ROOT } from '../bundle/bundle.ts'
import { bundledPackages, licenseNotice } from './packages.ts'
import type { ArchiveFile } from './tar.ts'

/** What only a checkout needs. Everything the tool runs on is in the bundle: nothing is left to install. */
const CHECKOUT_ONLY = ['dependencies', 'devDependencies', 'overrides', 'scripts', 'allowScripts', 'files']

/** The files of the npm package, below package/ as npm wants it. */
export async function npmPackage(built: Bundle): Promise<readonly ArchiveFile[]> {
  const files: ArchiveFile[] = [
    text('package.json', packageJson()),
    ...folder('bin'),
    text('dist/bundle/compile-cache.cjs', await launcher('compile-cache')),
    ...[...built.chunks].map(([name, code]) => text(`dist/bundle/${name}`, code)),
    ...folder('fleets'),
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

/** All files below a folder of the project; those without extension in bin are programs. */
export function folder(name: string): ArchiveFile[] {
  return readdirSync(join(ROOT, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort()
    .map((file) => ({
      name: file,
      bytes: readFileSync(join(ROOT, file)),
      executable: /^bin\/[^.]+$/.test(file),
    }))
}

/** A file with this text. */
export function text(name: string, content: string): ArchiveFile {
  return { name, bytes: Buffer.from(content) }
}
