// SPDX-License-Identifier: Apache-2.0

import { textAtKeys } from '../json.ts'
import { stampedLines } from '../logs/log-lines.ts'
import { logFile } from '../logs/logs.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import type { ControllerContext } from './index.ts'

/** Repeats the recorded lines of a running Pod's log with current times while a client follows it. */
export function talk(context: ControllerContext, state: ClusterState): () => void {
  const started = new Set<string>()
  return state.logs.onFollowed((log) => {
    if (started.has(log)) return
    started.add(log)
    void start(context, state, log)
  })
}

async function start(context: ControllerContext, state: ClusterState, log: string): Promise<void> {
  const [namespace = '', name = '', container = ''] = log.split('/')
  const text =
    (await logFile(state, namespace, `${name}.${container}`)) ?? (await logFile(state, namespace, name)) ?? ''
  const lines = stampedLines(text, '').map((line) => line.text)
  if (lines.length > 0) repeatLine(context, state, { log, pod: `${namespace}/${name}`, lines }, 0)
}

interface RepeatedLog {
  readonly log: string
  readonly pod: string
  readonly lines: readonly string[]
}

function repeatLine(context: ControllerContext, state: ClusterState, source: RepeatedLog, nth: number): void {
  // Different delays, so that Pods do not write all at the same time.
  const seed = [...source.log].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973, 7)
  const beats = 5 + ((seed + nth * 5) % 17)
  context.later(() => {
    const pod = state.store.get('pods', source.pod)?.object
    if (pod === undefined || textAtKeys(pod, 'status', 'phase') !== 'Running') return
    const time = new Date(state.now()).toISOString()
    const line = source.lines[nth % source.lines.length] ?? ''
    state.logs.append(
      source.log,
      `${line.replace(TIMES, (_, middle, fraction) => formatTime(time, middle, fraction))}\n`,
      time,
    )
    repeatLine(context, state, source, nth + 1)
  }, beats)
}

function formatTime(time: string, middle: string, fraction: string | undefined): string {
  const whole = `${time.slice(0, 10)}${middle}${time.slice(11, 19)}`
  return fraction === undefined
    ? whole
    : `${whole}.${time.slice(20, 23).padEnd(fraction.length, '0').slice(0, fraction.length)}`
}

/** A timestamp in a log line, with any precision. */
const TIMES = /\d{4}-\d\d-\d\d([ T])\d\d:\d\d:\d\d(?:\.(\d{1,9}))?/g
