// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { LIMITS } from '../src/lib/model/landscape/limits.ts'
import { openBlackHole } from './fixtures/black-hole.ts'
import { writeKubeconfig } from './fixtures/kubeconfig.ts'
import { type Api, startApi } from './fixtures/start.ts'
import { type Measured, median, spread } from './measured.ts'

const ROUNDS = 3
/** Maximum delay of the other clusters in ms; tolerance for a busy machine. */
const LATER = 250
const COMMAND = LIMITS.connect + 1000

interface Run {
  /** From start to exit, in ms. */
  readonly whole: number
  /** From start to the last response of the reachable clusters, in ms. */
  readonly answered: number
}

/** Four clusters, one of which drops all packets: its cost for the others and for the command. */
export async function darkCluster(): Promise<Measured[]> {
  await using api = await startApi({ clusters: 3, protocol: 'http2', nodes: 1, hypervisors: 1 })
  await using hole = await openBlackHole()
  const withUnreachable: Run[] = []
  const reachableOnly: Run[] = []
  for (let i = 0; i < ROUNDS; i++) {
    reachableOnly.push(await contexts(api, api.ports))
    withUnreachable.push(await contexts(api, [...api.ports, hole.port]))
  }
  const times = (runs: readonly Run[], of: keyof Run) => runs.map((run) => run[of])
  const whole = median(times(withUnreachable, 'whole'))
  const later = median(times(withUnreachable, 'answered')) - median(times(reachableOnly, 'answered'))
  return [
    {
      what: 'contexts with one dark cluster of four, the whole command',
      value: `${whole.toFixed(0)} ms`,
      target: `≤ ${COMMAND} ms`,
      met: whole <= COMMAND,
      detail: `${spread(times(withUnreachable, 'whole'), 'ms', 0)}, ${spread(times(reachableOnly, 'whole'), 'ms', 0)} without it, n=${ROUNDS}`,
    },
    {
      what: 'contexts with one dark cluster of four, the others have answered all',
      value: `${later.toFixed(0)} ms later`,
      target: `≤ ${LATER} ms later`,
      met: later <= LATER,
      detail: `after ${spread(times(withUnreachable, 'answered'), 'ms', 0)}, ${spread(times(reachableOnly, 'answered'), 'ms', 0)} without it`,
    },
  ]
}

const FLAGS = ['--context=cluster-0', '--control-plane-context=cluster-1', '--hypervisor-context=a=cluster-2']

async function contexts(api: Api, ports: readonly number[]): Promise<Run> {
  using kubeconfig = writeKubeconfig(ports, api.ca)
  const bin = fileURLToPath(new URL('../bin/kubectl-c5c3', import.meta.url))
  const unreachableFlags = ports.length > 3 ? ['--storage-context=b=cluster-3'] : []
  await api.takeStats()
  const begun = Date.now()
  const { output, code } = await run([
    bin,
    'contexts',
    '-o',
    'json',
    `--kubeconfig=${kubeconfig.file}`,
    ...FLAGS,
    ...unreachableFlags,
  ])
  const whole = Date.now() - begun
  const { lastAnswer } = await api.takeStats()
  const { clusters } = JSON.parse(output) as { clusters: { reachable: boolean }[] }
  const reachable = clusters.filter((cluster) => cluster.reachable).length
  if (reachable !== 3 || clusters.length !== ports.length || code !== (unreachableFlags.length > 0 ? 3 : 0))
    throw new Error(`${reachable} of ${clusters.length} clusters answered, exit ${code}`)
  return { whole, answered: lastAnswer - begun }
}

function run(args: readonly string[]): Promise<{ output: string; code: number | null }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ output, code })))
}
