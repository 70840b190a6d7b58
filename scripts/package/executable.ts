// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodePack } from '../../src/lib/launch/pack.ts'
import { type Bundle, type Launcher, launcher } from '../bundle/bundle.ts'
import { compiledFleets } from './fleets.ts'
import { signAdHoc } from './mac-signature.ts'
import { type NodePackage, nodeProgram } from './node-packages.ts'

export interface Target {
  readonly platform: string
  readonly node: NodePackage
  /** The emulator for foreign platforms: a program and its arguments. */
  readonly emulator?: readonly string[]
}

/** The content of an executable: chunks, scenarios, and compiled code of the chunks (see warm.ts) if available. */
export async function appPack(
  built: Bundle,
  compiled: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<Uint8Array> {
  const fleets = await compiledFleets()
  return encodePack(
    new Map<string, Uint8Array>([
      ...[...built.chunks].map(([name, code]) => [name, Buffer.from(code, 'latin1')] as const),
      ...compiled,
      // Hundreds of files in a separate pack, whose index is read only for demos.
      ['fleets', encodePack(new Map(fleets.map(({ name, bytes }) => [name, bytes])))],
    ]),
  )
}

/**
 * A self-contained executable: Node of that platform with the tool inside, for macOS with an ad-hoc signature. Requires
 * a Node with --build-sea.
 */
export async function buildExecutable(
  target: Target,
  pack: Uint8Array,
  first: Exclude<Launcher, 'compile-cache'> = 'executable',
): Promise<Uint8Array> {
  const work = mkdtempSync(join(tmpdir(), 'c5c3-executable-'))
  const at = (name: string) => join(work, name)
  try {
    writeFileSync(at('main.cjs'), await launcher(first))
    writeFileSync(at('pack'), pack)
    // The path of the main script becomes part of the executable: a relative one is reproducible.
    const options = {
      main: 'main.cjs',
      executable: nodeProgram(target.node),
      output: 'program',
      disableExperimentalSEAWarning: true,
      useCodeCache: false,
      useSnapshot: false,
      // Every connection has an explicit CA (cluster/transport), so Node need not load its 150 CA certificates; and a
      // start produces more garbage than the default young generation holds.
      execArgv: ['--use-openssl-ca', '--min-semi-space-size=32'],
      execArgvExtension: 'env',
      assets: { pack: 'pack' },
    }
    writeFileSync(at('options.json'), JSON.stringify(options))
    const stdio = ['ignore', 'ignore', 'pipe'] as const
    execFileSync(process.execPath, ['--build-sea', 'options.json'], { cwd: work, stdio: [...stdio] })
    if (target.platform.startsWith('darwin')) signAdHoc(at('program'))
    return readFileSync(at('program'))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
