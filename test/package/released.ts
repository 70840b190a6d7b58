// SPDX-License-Identifier: Apache-2.0
// What people download, made from this checkout, and installed where nothing else is.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { type Bundle, bundle } from '../../scripts/bundle/bundle.ts'
import { type NodePackage, nodeProgram } from '../../scripts/package/node-packages.ts'
import { npmPackage } from '../../scripts/package/npm-package.ts'
import { tarGz } from '../../scripts/package/tar.ts'
import { tempFolder } from '../harness/temp-folder.ts'

/** Whether anything can be run through kubectl here; said aloud where not. */
export const hasKubectl: boolean = spawnSync('kubectl', ['version', '--client']).status === 0
if (!hasKubectl) console.warn('SKIPPED: no kubectl here, nothing is run through it')

let built: Promise<Bundle> | undefined

/** The bundle of this checkout, made once per test file. */
export function freshBundle(): Promise<Bundle> {
  built ??= bundle()
  return built
}

/** Unpacks the npm package into a folder of its own, without npm. */
export async function unpackedPackage(): Promise<string> {
  const folder = tempFolder()
  for (const { name, bytes, executable } of await npmPackage(await freshBundle())) {
    const file = join(folder, name.replace(/^package\//, ''))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes, { mode: executable ? 0o755 : 0o644 })
  }
  return folder
}

/** Installs the npm package as users do, globally under a prefix of its own, and gives the prefix. Nothing is fetched. */
export async function installedPackage(): Promise<string> {
  const folder = tempFolder()
  const archive = join(folder, 'kubectl-c5c3.tgz')
  writeFileSync(archive, tarGz(await npmPackage(await freshBundle())))
  const prefix = join(folder, 'prefix')
  mkdirSync(prefix)
  execFileSync('npm', ['install', '--global', '--offline', '--no-audit', '--no-fund', '--prefix', prefix, archive], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, npm_config_cache: join(folder, 'npm-cache') },
  })
  return prefix
}

/** The path of a Node of this version; undefined, said aloud, where it cannot be had. */
export function otherNode(name: NodePackage): string | undefined {
  try {
    return nodeProgram(name)
  } catch (error) {
    console.warn(`SKIPPED: ${name} cannot be had here: ${(error as Error).message.split('\n')[0]}`)
    return undefined
  }
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  /** Folders to search for programs. */
  readonly path?: readonly string[]
}

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program in an almost empty environment, with a home of its own. */
export function runProgram(file: string, args: readonly string[], options: RunOptions = {}): Run {
  const home = tempFolder()
  const path = [...(options.path ?? []), '/usr/bin', '/bin'].join(delimiter)
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    env: { PATH: path, HOME: home, NO_COLOR: '1', KUBECONFIG: '/nonexistent/kubeconfig', ...options.env },
    cwd: options.cwd ?? home,
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 64 << 20,
  })
  if (error !== undefined) throw error
  return { code: status, stdout, stderr }
}
