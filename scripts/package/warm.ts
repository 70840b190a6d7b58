// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDemoFiles } from '../../src/lib/cli/demo/demo-kubeconfig.ts'
import { startFleet } from '../../src/lib/embedded/start.ts'
import { openPack } from '../../src/lib/launch/pack.ts'
import type { Bundle } from '../bundle/bundle.ts'
import { ROOT } from '../bundle/root.ts'
import { appPack, buildExecutable, type Target } from './executable.ts'

/** Generous limits for emulated and busy machines: only a successful run is recorded. */
const PATIENT = ['--request-timeout', '300s', '--timeout', '590s']
const PATIENCE = 600_000

/**
 * Command lines that together run most of the code users wait for, by the key of their recorded code; '' is for all
 * other commands. They run like user commands, with a profile and kubeconfigs, against our own clusters.
 */
const USUAL: Readonly<Record<string, readonly (readonly string[])[]>> = {
  status: [['status', ...PATIENT]],
  tree: [['tree', 'customer-a-prod', ...PATIENT]],
  'contexts check': [['contexts', 'check', ...PATIENT]],
  gitops: [['gitops', ...PATIENT]],
  pools: [['pools', ...PATIENT]],
  hypervisors: [['hypervisors', ...PATIENT]],
  check: [['check', ...PATIENT]],
  why: [['why', 'customer-a-prod', ...PATIENT]],
  version: [['version', '--client']],
  __complete: [
    ['__complete', 'status', 'customer-'],
    ['__complete', 'status', '--col'],
  ],
  '': [
    ['status', '--demo', 'healthy', ...PATIENT],
    ['tree', '--demo', 'healthy', ...PATIENT],
    ['contexts', '--demo', 'healthy', ...PATIENT],
  ],
}

/** Smaller chunks are recorded once for all commands. */
const LARGE = 32 * 1024

type Parts = ReadonlyMap<string, Uint8Array>

/**
 * V8's compiled code of the usual commands, by the names that launch/sea-bundle.ts uses. Each command gets only the
 * code it runs: V8 takes twice as long to deserialise twice as much. Undefined if executables of the target do not run
 * here. Recordings are not reproducible: V8 does not guarantee the same bytes.
 */
export async function recordCompiledCode(built: Bundle, target: Target): Promise<Parts | undefined> {
  const program = await buildExecutable(target, await appPack(built), 'code-recorder')
  const work = mkdtempSync(join(tmpdir(), 'c5c3-warm-'))
  const file = join(work, 'program')
  const fleet = await startFleet(join(ROOT, 'fleets/healthy'))
  const files = await writeDemoFiles('healthy', fleet.clusters)
  try {
    writeFileSync(file, program)
    chmodSync(file, 0o755)
    const argv = [...(target.emulator ?? []), file]
    const env = {
      KUBECONFIG: files.kubeconfig,
      C5C3_CONFIG: files.config,
      C5C3_COMPLETION_TIMEOUT_MS: String(PATIENCE),
    }
    const all = new Map<string, Uint8Array>()
    for (const [words, lines] of Object.entries(USUAL)) {
      const parts = await recordedBy(lines, argv, env, mkdtempSync(join(work, 'home-')))
      if (parts === undefined) return undefined
      for (const [name, bytes] of parts) {
        if (words !== '' && bytes.length >= LARGE) all.set(`${name}:v8:${words}`, bytes)
        else if (words === '' || !all.has(`${name}:v8`)) all.set(`${name}:v8`, bytes)
      }
    }
    return all
  } finally {
    await files.remove()
    await fleet.close()
    rmSync(work, { recursive: true, force: true })
  }
}

/** The code of all chunks that these runs load, as compiled by the first run that loads a chunk. */
async function recordedBy(
  lines: readonly (readonly string[])[],
  [command = '', ...before]: readonly string[],
  env: Readonly<Record<string, string>>,
  home: string,
): Promise<Parts | undefined> {
  const parts = new Map<string, Uint8Array>()
  for (const [i, line] of lines.entries()) {
    const file = join(home, `recorded-${i}`)
    const run = spawn(command, [...before, ...line], {
      env: { ...env, HOME: home, C5C3_RECORD: file },
      stdio: 'ignore',
      timeout: PATIENCE,
    })
    const [status] = await once(run, 'exit')
    // Exit 1 and 3: by the current time some timestamps of the demo are old.
    if (![0, 1, 3].includes(status as number)) return undefined
    const bytes = readFileSync(file)
    const pack = openPack((offset, length) => bytes.subarray(offset, offset + length))
    if (pack === undefined) throw new Error(`${line.join(' ')} recorded no compiled code`)
    for (const name of pack.names) if (!parts.has(name)) parts.set(name, pack.part(name) ?? new Uint8Array())
  }
  return parts
}
