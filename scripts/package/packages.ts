// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../bundle/bundle.ts'

/** A package of the lockfile that is in the bundle. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  /** In npm format: sha512-… */
  readonly integrity: string
  /** SPDX expression. */
  readonly license: string
  readonly licenseText: string
}

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
}

/** The packages of these modules, by name and version. Throws for a package that is not in the lockfile. */
export function bundledPackages(modules: readonly string[]): readonly BundledPackage[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>
  }
  const paths = new Set(modules.flatMap((id) => /.*(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[0] ?? []))
  const found = [...paths].map((folder) => packageAt(folder, packages))
  const unique = new Map(found.map((entry) => [`${entry.name}@${entry.version}`, entry]))
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
}

function packageAt(folder: string, packages: Readonly<Record<string, Locked>>): BundledPackage {
  const key = folder.slice(folder.indexOf('node_modules/')).replace(/\/$/, '')
  const locked = packages[key]
  if (locked?.version === undefined || locked.integrity === undefined) throw new Error(`${key} is not in the lockfile`)
  const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return {
    name,
    version: locked.version,
    integrity: locked.integrity,
    license: locked.license ?? 'NOASSERTION',
    licenseText: licenseText(folder),
  }
}

/** The licence file of the package; a few have none and only name their licence. */
function licenseText(folder: string): string {
  if (!existsSync(folder)) return ''
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.|-|$)/i.test(name))
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
}

/** All licences in one text, for the distributed bundle. */
export function licenseNotice(packages: readonly BundledPackage[]): string {
  const sections = packages.map(({ name, version, license, licenseText: text }) =>
    [`${name} ${version} (${license})`, '', text === '' ? `Licence: ${license}` : text].join('\n'),
  )
  return `kubectl-c5c3 contains the following packages.\n\n${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
