// SPDX-License-Identifier: Apache-2.0
// Runs `status` with a profile this many times, with new connections each, and reports the time. Process start is
// excluded; discovery, authentication, reading, assessment and output are included.

import { runCli } from '../../src/lib/cli/oclif/run.ts'
import { processIo } from '../../src/lib/cli/process/process-io.ts'
import { withIo } from '../../src/lib/io/io.ts'

/** Wall time and processor time of each run, in ms. */
export type StatusTimes = readonly { readonly wall: number; readonly cpu: number }[]

const [, , root = '', now = '', times = ''] = process.argv
const started = Date.now()
const world = { ...processIo(new AbortController().signal), now: () => Number(now) + Date.now() - started }
let text = ''
const stdout = {
  isTTY: false,
  columns: undefined,
  write: async (part: string) => {
    text += part
  },
}

async function answer(): Promise<StatusTimes[number]> {
  text = ''
  const [begun, before] = [performance.now(), process.cpuUsage()]
  const io = { ...world, stdout }
  const code = await withIo(io, () => runCli(['status'], root, io))
  const { user, system } = process.cpuUsage(before)
  if (code !== 0) throw new Error(`status exits ${code}: ${text}`)
  return { wall: performance.now() - begun, cpu: (user + system) / 1000 }
}

const taken: StatusTimes[number][] = []
for (let i = 0; i < Number(times); i++) taken.push(await answer())
process.send?.(taken satisfies StatusTimes)
