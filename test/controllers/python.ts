// SPDX-License-Identifier: Apache-2.0
// Keystone and Tempest in their own Python environment, with exactly the versions of requirements.txt.
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LabError } from '../lab/go.ts'

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt')

/** A hash of everything that affects the result. */
export function pythonKey(): string {
  return createHash('sha256').update(pythonVersion()).update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 16)
}

function pythonVersion(): string {
  try {
    return execFileSync('python3', ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    throw new LabError('no "python3" on PATH: Keystone and Tempest need Python 3.11 or newer with venv')
  }
}

/** Creates the environment. Its scripts contain the path where they were created, so only its interpreter is called. */
export async function installPython(folder: string, say: (line: string) => void): Promise<void> {
  say('installing Keystone and Tempest (about 1 minute)')
  const run = promisify(execFile)
  try {
    await run('python3', ['-m', 'venv', folder])
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--disable-pip-version-check', '-r', REQUIREMENTS]
    await run(join(folder, 'bin', 'python'), pip, { maxBuffer: 1 << 24 })
  } catch (error) {
    throw new LabError(`cannot install Keystone: ${(error as Error).message}`)
  }
}
