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

/** A platform people run the tool on. */
export interface Target {
  readonly platform: string
  readonly node: NodePackage
  /** What runs its programs here, when this machine is another: a program and what to give it. */
  readonly emulator?: readonly string[]
}

/** What an executable carries: chunks, scenarios, and the code V8 compiled of the chunks (see warm.ts) if there is any. */
export async function appPack(
  built: Bundle,
  compiled: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<Uint8Array> {
  const fleets = await compiledFleets()
  return encodePack(
    new Map<string, Uint8Array>([
      ...[...built.chunks].map(([name, code]) => [name, Buffer.from(code, 'latin1')] as const),
      ...compiled,
      // hundreds of files in a pack of their own: their names are read by who plays one
      ['fleets', encodePack(new Map(fleets.map(({ name, bytes }) => [name, bytes])))],
    ]),
  )
}

/**
 * One self-contained program: Node of that platform with the tool inside, for macOS with an ad-hoc signature. Needs a Node
 * that knows --build-sea.
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
    // the main script's path gets into the program: a relative one is the same everywhere
    const options = {
      main: 'main.cjs',
      executable: nodeProgram(target.node),
      output: 'program',
      disableExperimentalSEAWarning: true,
      useCodeCache: false,
      useSnapshot: false,
      // every connection names whom it trusts (cluster/transport): Node need not read 150 authorities for none of them;
      // and a start makes more garbage than the first space for it holds
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
