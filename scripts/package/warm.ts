// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDemoFiles } from '../../src/lib/cli/demo-files.ts'
import { startFleet } from '../../src/lib/embedded/start.ts'
import { openPack } from '../../src/lib/launch/pack.ts'
import { ROOT } from '../bundle/root.ts'
import type { Target } from './executable.ts'

/** An emulated machine, or a busy one, is slow: only what ended well is worth keeping. */
const PATIENT = ['--request-timeout', '300s', '--timeout', '590s']
const PATIENCE = 600_000

/**
 * Command lines that between them run most of what people wait for, by the words that code is kept under; '' is for all
 * other commands. They run as people run them, with a profile and kubeconfigs, against clusters of ours.
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

/** What is smaller is kept once, whoever runs it. */
const LARGE = 32 * 1024

type Parts = ReadonlyMap<string, Uint8Array>

/**
 * What V8 compiles in the usual runs of an executable, by the names that launch/executable.ts looks for: it keeps that for
 * the next run, and we take it. Code that others run is not in it: to take over twice as much takes V8 twice as long.
 * Undefined where such an executable does not run. Not the same bytes twice: V8 does not promise that.
 */
export async function compiledBy(program: Uint8Array, { emulator }: Target): Promise<Parts | undefined> {
  const work = mkdtempSync(join(tmpdir(), 'c5c3-warm-'))
  const file = join(work, 'program')
  const fleet = await startFleet(join(ROOT, 'fleets/healthy'))
  const files = await writeDemoFiles('healthy', fleet.clusters)
  try {
    writeFileSync(file, program)
    chmodSync(file, 0o755)
    const argv = [...(emulator ?? []), file]
    const env = {
      KUBECONFIG: files.kubeconfig,
      C5C3_CONFIG: files.config,
      C5C3_COMPLETION_TIMEOUT_MS: String(PATIENCE),
    }
    const all = new Map<string, Uint8Array>()
    for (const [words, lines] of Object.entries(USUAL)) {
      const parts = await keptBy(lines, argv, env, mkdtempSync(join(work, 'home-')))
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

/** What is in the cache of a new home after these runs. */
async function keptBy(
  lines: readonly (readonly string[])[],
  [command = '', ...before]: readonly string[],
  env: Readonly<Record<string, string>>,
  home: string,
): Promise<Parts | undefined> {
  for (const line of lines) {
    const run = spawn(command, [...before, ...line], {
      env: { ...env, HOME: home, XDG_CACHE_HOME: home },
      stdio: 'ignore',
      timeout: PATIENCE,
    })
    const [status] = await once(run, 'exit')
    // 1 and 3: by today's clock some of what the demo says is old
    if (![0, 1, 3].includes(status as number)) return undefined
  }
  const kept = join(home, 'kubectl-c5c3')
  const [cache] = readdirSync(kept).filter((name) => name.startsWith('code-'))
  const bytes = readFileSync(join(kept, cache ?? ''))
  const pack = openPack((offset, length) => bytes.subarray(offset, offset + length))
  return new Map((pack?.names ?? []).map((name) => [name, pack?.part(name) ?? new Uint8Array()]))
}
