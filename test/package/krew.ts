// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const PROGRAMS = ['krew', 'validate-krew-manifest'] as const
const VERSION = 'v0.5.0'

/** krew and its manifest validator, built once from its released module; undefined, with a warning, without Go. */
export function krewPrograms(): Record<(typeof PROGRAMS)[number], string> | undefined {
  const folder = join(
    process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
    'kubectl-c5c3-build',
    `krew-${VERSION}`,
  )
  try {
    mkdirSync(folder, { recursive: true })
    for (const name of PROGRAMS) if (!existsSync(join(folder, name))) build(name, folder)
  } catch (error) {
    console.warn(`SKIPPED: krew cannot be built here: ${(error as Error).message.split('\n')[0]}`)
    return undefined
  }
  return { krew: join(folder, 'krew'), 'validate-krew-manifest': join(folder, 'validate-krew-manifest') }
}

function build(name: string, folder: string): void {
  const env = {
    ...process.env,
    GOFLAGS: '-mod=readonly -buildvcs=false',
    GOTOOLCHAIN: 'local',
    GOWORK: 'off',
    CGO_ENABLED: '0',
  }
  const args = ['build', '-trimpath', '-o', join(folder, name), `sigs.k8s.io/krew/cmd/${name}`]
  execFileSync('go', args, { cwd: join(import.meta.dirname, 'krew'), env, stdio: ['ignore', 'ignore', 'pipe'] })
}
