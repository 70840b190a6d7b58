// SPDX-License-Identifier: Apache-2.0

import { textAtKeys } from '../json.ts'
import { stampedLines } from '../logs/log-lines.ts'
import { logFile } from '../logs/logs.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import type { ControllerContext } from './index.ts'

/** A date and a time in the manner of some program, however exact. */
const TIMES = /\d{4}-\d\d-\d\d([ T])\d\d:\d\d:\d\d(?:\.(\d{1,9}))?/g

/** Whoever follows the log of a running Pod hears it say again what it said before, at its own pace. */
export function talk(world: ControllerContext, state: ClusterState): () => void {
  const begun = new Set<string>()
  return state.logs.onFollowed((log) => {
    if (begun.has(log)) return
    begun.add(log)
    void begin(world, state, log)
  })
}

async function begin(world: ControllerContext, state: ClusterState, log: string): Promise<void> {
  const [namespace = '', name = '', container = ''] = log.split('/')
  const text =
    (await logFile(state, namespace, `${name}.${container}`)) ?? (await logFile(state, namespace, name)) ?? ''
  const lines = stampedLines(text, '').map((line) => line.text)
  if (lines.length > 0) say(world, state, { log, pod: `${namespace}/${name}`, lines }, 0)
}

interface Talker {
  readonly log: string
  readonly pod: string
  readonly lines: readonly string[]
}

function say(world: ControllerContext, state: ClusterState, talker: Talker, nth: number): void {
  // nobody speaks at the same moment as all others
  const seed = [...talker.log].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973, 7)
  const beats = 5 + ((seed + nth * 5) % 17)
  world.later(() => {
    const pod = state.store.get('pods', talker.pod)?.object
    if (pod === undefined || textAtKeys(pod, 'status', 'phase') !== 'Running') return
    const time = new Date(state.now()).toISOString()
    const line = talker.lines[nth % talker.lines.length] ?? ''
    state.logs.append(
      talker.log,
      `${line.replace(TIMES, (_, middle, fraction) => said(time, middle, fraction))}\n`,
      time,
    )
    say(world, state, talker, nth + 1)
  }, beats)
}

function said(time: string, middle: string, fraction: string | undefined): string {
  const whole = `${time.slice(0, 10)}${middle}${time.slice(11, 19)}`
  return fraction === undefined
    ? whole
    : `${whole}.${time.slice(20, 23).padEnd(fraction.length, '0').slice(0, fraction.length)}`
}
