// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { interleave } from './interleave.ts'
import { type Measured, median, spread } from './measured.ts'

const ROUNDS = 15
const COMMAND = [fileURLToPath(new URL('../bin/kubectl-c5c3', import.meta.url)), 'version', '--client']

/** Modules that version --client must not load: clients, YAML, a full-screen library. */
const HEAVY = [
  '/node_modules/@kubernetes/',
  '/node_modules/yaml/',
  '/node_modules/ink/',
  '/node_modules/react/',
  '/node_modules/undici/',
  '/src/lib/cluster/',
  '/src/lib/fleet/',
  '/src/lib/embedded/',
  'node:https',
  'node:http2',
  'node:tls',
]

/** version --client: the modules it loads, and its time compared with bare Node and kubectl. */
export function coldStart(kubectl: string): Measured[] {
  const modules = modulesLoaded()
  const heavy = modules.filter((url) => HEAVY.some((part) => url.includes(part)))
  const files = modules.filter((url) => url.startsWith('file:'))
  const ours = files.filter((url) => !url.includes('/node_modules/'))
  const [bare = [], theirs = [], taken = []] = interleave(
    [
      { argv: [process.execPath, '-e', '0'] },
      { argv: [kubectl, 'version', '--client'] },
      { argv: [process.execPath, ...COMMAND] },
    ],
    ROUNDS,
    2,
  ).map((samples) => samples.map(({ wall }) => wall * 1000))
  return [
    {
      what: 'version --client, heavy modules loaded',
      value: String(heavy.length),
      target: '0',
      met: heavy.length === 0,
      detail: heavy.length > 0 ? heavy.join(' ') : `${files.length} files, ${ours.length} of them our own sources`,
    },
    {
      what: 'version --client, wall time of bare node',
      value: `${(median(taken) / median(bare)).toFixed(2)}×`,
      target: '',
      detail: `${spread(taken, 'ms', 0)} against ${spread(bare, 'ms', 0)}, n=${ROUNDS}, from sources`,
    },
    {
      what: 'version --client, wall time of kubectl version --client',
      value: `${(median(taken) / median(theirs)).toFixed(2)}×`,
      target: '',
      detail: `against ${spread(theirs, 'ms', 0)}`,
    },
  ]
}

function modulesLoaded(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'c5c3-bench-'))
  try {
    const file = join(folder, 'modules')
    const preload = fileURLToPath(new URL('./processes/list-modules.ts', import.meta.url))
    const { status } = spawnSync(process.execPath, ['--import', preload, ...COMMAND], {
      env: { ...process.env, C5C3_BENCH_MODULES: file },
    })
    if (status !== 0) throw new Error(`version --client exits ${status}`)
    return [...new Set(readFileSync(file, 'utf8').trim().split('\n'))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
