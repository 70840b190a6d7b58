// SPDX-License-Identifier: Apache-2.0
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodePack, openPack } from '../../src/lib/launch/pack.ts'
import { type Bundle, launcher } from '../bundle/bundle.ts'
import { signAdHoc } from './mac-signature.ts'
import { type NodePackage, nodeProgram } from './node-packages.ts'
import { folder } from './npm-package.ts'

/** A platform people run the tool on. */
export interface Target {
  readonly platform: string
  readonly node: NodePackage
  /** What runs its programs here, when this machine is another: a program and what to give it. */
  readonly emulator?: readonly string[]
}

/** What an executable carries: chunks, scenarios, and the code V8 compiled of the chunks if there is any. */
export function appPack(built: Bundle, compiled: ReadonlyMap<string, Uint8Array> = new Map()): Uint8Array {
  return encodePack(
    new Map<string, Uint8Array>([
      ...[...built.chunks].map(([name, code]) => [name, Buffer.from(code, 'latin1')] as const),
      ...[...compiled].map(([name, bytes]) => [`${name}:v8`, bytes] as const),
      // hundreds of files in a pack of their own: their names are read by who plays one
      ['fleets', encodePack(new Map(folder('fleets').map(({ name, bytes }) => [name, bytes])), 16)],
    ]),
    16,
  )
}

/**
 * One self-contained program: Node of that platform with the tool inside, for macOS with an ad-hoc signature. Needs a Node
 * that knows --build-sea.
 */
export async function buildExecutable(built: Bundle, target: Target, pack: Uint8Array): Promise<Uint8Array> {
  const work = mkdtempSync(join(tmpdir(), 'c5c3-executable-'))
  const at = (name: string) => join(work, name)
  try {
    writeFileSync(at('main.cjs'), await launcher('executable', built))
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
    const program = readFileSync(at('program'))
    return target.platform.startsWith('darwin') ? signAdHoc(program, 'kubectl-c5c3') : program
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** An emulated machine, or a busy one, is slow: only what ended well is worth keeping. */
const PATIENT = ['--request-timeout', '300s', '--timeout', '590s']

/** Command lines that between them run most of what people wait for. */
const USUAL = [
  ['status', '--demo', 'healthy'],
  ['tree', '--demo', 'healthy'],
  ['contexts', 'check', '--demo', 'healthy'],
  ['gitops', '--demo', 'healthy'],
  ['pools', '--demo', 'healthy'],
  ['hypervisors', '--demo', 'healthy'],
  ['check', '--demo', 'healthy'],
  ['why', 'customer-a-prod', '--demo', 'healthy'],
  ['__complete', 'status', '--col'],
  ['__complete', 'status', '--demo', 'healthy', 'customer-'],
  ['version', '--client'],
]

/**
 * What V8 compiles in the usual runs of an executable: it keeps that for the next run, and we take it. Undefined where
 * such an executable does not run. Not the same bytes twice: V8 does not promise that.
 */
export function compiledBy(program: Uint8Array, { emulator }: Target): ReadonlyMap<string, Uint8Array> | undefined {
  const work = mkdtempSync(join(tmpdir(), 'c5c3-warm-'))
  const file = join(work, 'program')
  try {
    writeFileSync(file, program)
    chmodSync(file, 0o755)
    const [command, ...before] = [...(emulator ?? []), file]
    const env = { HOME: work, XDG_CACHE_HOME: work, C5C3_COMPLETION_TIMEOUT_MS: '300000' }
    for (const args of USUAL) {
      const line = args.includes('--demo') && args[0] !== '__complete' ? [...args, ...PATIENT] : args
      const { status } = spawnSync(command ?? '', [...before, ...line], { env, stdio: 'ignore', timeout: 600_000 })
      if (status !== 0) return undefined
    }
    const kept = join(work, 'kubectl-c5c3')
    const [cache] = readdirSync(kept).filter((name) => name.startsWith('code-'))
    const bytes = readFileSync(join(kept, cache ?? ''))
    const pack = openPack((offset, length) => bytes.subarray(offset, offset + length))
    const parts = (pack?.names ?? []).map((name) => [name, pack?.part(name) ?? new Uint8Array()] as const)
    return new Map(parts)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
