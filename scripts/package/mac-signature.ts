// SPDX-License-Identifier: Apache-2.0
import { execFileSync, spawnSync } from 'node:child_process'

/** Tools for ad-hoc signatures: Apple's, on a Mac, and that of the crate apple-codesign, on any system. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  codesign: ['--force', '--sign', '-', '--identifier', 'kubectl-c5c3'],
  rcodesign: ['sign', '--binary-identifier', 'kubectl-c5c3'],
}

/** The signing tool for macOS executables on this machine, if there is one. */
export function macSigningTool(): string | undefined {
  return Object.keys(TOOLS).find((tool) => spawnSync(tool, ['--version']).error === undefined)
}

/** Signs a macOS executable ad hoc, in place. Apple silicon starts no unsigned program. */
export function signAdHoc(file: string): void {
  const tool = macSigningTool()
  if (tool === undefined) throw new Error('macOS executables need codesign or rcodesign')
  execFileSync(tool, [...(TOOLS[tool] ?? []), file], { stdio: ['ignore', 'ignore', 'pipe'] })
}
