// SPDX-License-Identifier: Apache-2.0
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.ts'
import { type Changing, startChanging } from './fixtures/start.ts'
import { type Measured, median } from './measured.ts'
import type { Followed } from './processes/follow.ts'

const OBJECTS = 10_000
const EVENTS = 200
const SECONDS = 60
/** Maximum share of one core. */
const SHARE = 0.4
const SEEN = 500
const GROWTH = 1.1
/** Seconds at the end of the run in which memory must not grow. */
const LAST = 40

/** `status -w` on a large fleet that changes all the time. */
export async function live(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'c5c3-bench-'))
  const healthy = fileURLToPath(new URL('../fleets/healthy', import.meta.url))
  try {
    const file = await bundle('follow', folder)
    await using changing = await startChanging({ folder: healthy, objects: OBJECTS, eventsPerSecond: EVENTS })
    return rowsOf(changing.objects, await follow(file, changing))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function follow(file: string, { begin, ...ready }: Changing): Promise<Followed> {
  const child = fork(file, { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)))
    child.on('message', (message) => {
      if (message === 'ready') begin()
      else resolve(message as Followed)
    })
    child.send({ ready, seconds: SECONDS })
  })
}

function rowsOf(objects: number, { pictures, share, ages, memory }: Followed): Measured[] {
  const what = `${objects.toLocaleString('en')} objects, ${EVENTS} events a second for ${SECONDS} s`
  const sorted = [...ages].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
  const last = memory.slice(-LAST)
  const [first, end] = [median(last.slice(0, 5)), median(last.slice(-5))]
  const growth = end / first
  return [
    {
      what: `${what}: processor`,
      value: `${(share * 100).toFixed(0)} %`,
      target: `≤ ${SHARE * 100} % of a core`,
      met: share <= SHARE,
      detail: `${(pictures / SECONDS).toFixed(1)} pictures a second`,
    },
    {
      what: `${what}: until a change is drawn, 95 of 100`,
      value: `${at(0.95)} ms`,
      target: `≤ ${SEEN} ms`,
      met: at(0.95) <= SEEN,
      detail: `median ${at(0.5)} ms, longest ${at(0.9999)} ms; n=${sorted.length}`,
    },
    {
      what: `${what}: memory over the last ${LAST} s`,
      value: `${growth.toFixed(2)}×`,
      target: `≤ ${GROWTH}×`,
      met: growth <= GROWTH,
      detail: `${first.toFixed(0)} → ${end.toFixed(0)} MB`,
    },
  ]
}
