// SPDX-License-Identifier: Apache-2.0
// The released files, built from this checkout and installed into an empty environment.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { type Bundle, bundle } from '../../scripts/bundle/bundle.ts'
import { type NodePackage, nodeProgram } from '../../scripts/package/node-packages.ts'
import { npmPackage } from '../../scripts/package/npm-package.ts'
import { tarGz } from '../../scripts/package/tar.ts'
import { tempFolder } from '../harness/temp-folder.ts'

/** Whether kubectl is installed; warns if not. */
export const hasKubectl: boolean = spawnSync('kubectl', ['version', '--client']).status === 0
if (!hasKubectl) console.warn('SKIPPED: no kubectl here, nothing is run through it')

let built: Promise<Bundle> | undefined

/** The bundle of this checkout, built once per test file. */
export function freshBundle(): Promise<Bundle> {
  built ??= bundle()
  return built
}

/** Unpacks the npm package into a new folder, without npm. */
export async function unpackedPackage(): Promise<string> {
  const folder = tempFolder()
  for (const { name, bytes, executable } of await npmPackage(await freshBundle())) {
    const file = join(folder, name.replace(/^package\//, ''))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes, { mode: executable ? 0o755 : 0o644 })
  }
  return folder
}

/** Installs the npm package globally under a new prefix, offline, and returns the prefix. */
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

/** The path of a Node of this version; undefined, with a warning, if it is not available. */
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
  readonly path?: readonly string[]
}

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program in an almost empty environment, with its own home. */
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
