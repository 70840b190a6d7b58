// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import type { ClusterState } from './cluster-state.ts'
import type { Answer, Call, Sink } from './exchange.ts'
import { fleetText } from './fleet-files.ts'
import { listAt, type Manifest, textAt } from './json.ts'
import { entryOf } from './reading.ts'
import type { ResourceType } from './resource-type.ts'
import { isTrue, type Target } from './routing.ts'
import { badRequest } from './status.ts'

const STAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) (.*)$/

/** A Pod's log from the fleet folder; a line may begin with its time, as `kubectl logs --timestamps` prints it. */
export async function podLog(state: ClusterState, type: ResourceType, target: Target, call: Call): Promise<Answer> {
  const { object: pod } = entryOf(state, type, target)
  const container = containerOf(pod, call.query.get('container') ?? '')
  const text = await logText(state, target, container)
  const stamped = isTrue(call.query.get('timestamps'))
  const shown = (lines: readonly string[]) =>
    lines.map((line) => `${stamped ? line : line.replace(STAMP, '$2')}\n`).join('')
  const body = shown(selected(state, call.query, linesOf(text)))
  if (!isTrue(call.query.get('follow'))) return { status: 200, type: 'text/plain', body }
  return { status: 200, type: 'text/plain', body: (sink) => follow(state, target, sink, body, shown) }
}

function containerOf(pod: Manifest, asked: string): string {
  const names = listAt(pod, 'spec', 'containers').map((container) => textAt(container, 'name'))
  const { name } = pod.metadata
  if (asked === '' && names.length > 1)
    throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${names.join(' ')}]`)
  if (asked !== '' && !names.includes(asked)) throw badRequest(`container ${asked} is not valid for pod ${name}`)
  return asked === '' ? (names[0] ?? '') : asked
}

async function logText(state: ClusterState, target: Target, container: string): Promise<string> {
  const written = state.logs.get(`${target.namespace}/${target.name}`)
  return (
    written ??
    (await logFile(state, target.namespace ?? '', `${target.name}.${container}`)) ??
    (await logFile(state, target.namespace ?? '', target.name ?? '')) ??
    ''
  )
}

/** A log of the fleet folder by namespace and name; undefined when there is none. Names of objects hold no slash. */
export async function logFile(state: ClusterState, namespace: string, name: string): Promise<string | undefined> {
  for (const folder of state.member.logFolders)
    try {
      return await fleetText(join(folder, namespace, `${name}.log`))
    } catch {
      // the next layer of the fleet may have it
    }
  return undefined
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

function selected(state: ClusterState, query: URLSearchParams, all: readonly string[]): readonly string[] {
  const seconds = query.get('sinceSeconds')
  const since = seconds !== null ? state.now() - Number(seconds) * 1000 : Date.parse(query.get('sinceTime') ?? '')
  const recent = Number.isNaN(since)
    ? all
    : all.filter((line) => {
        const time = Date.parse(STAMP.exec(line)?.[1] ?? '')
        return Number.isNaN(time) || time >= since
      })
  const tail = query.get('tailLines')
  return tail === null ? recent : Number(tail) === 0 ? [] : recent.slice(-Number(tail))
}

/** Goes on until the Pod has finished or is gone. */
function follow(
  state: ClusterState,
  target: Target,
  sink: Sink,
  start: string,
  shown: (lines: readonly string[]) => string,
): void {
  const key = `${target.namespace}/${target.name}`
  const isDone = () => {
    const pod = state.store.get('pods', key)?.object
    return pod === undefined || ['Succeeded', 'Failed'].includes(textAt(pod, 'status', 'phase'))
  }
  sink.write(start)
  if (isDone()) {
    sink.end()
    return
  }
  const stopLogs = state.logs.subscribe((pod, text) => {
    if (pod === key) sink.write(shown(linesOf(text)))
  })
  const stopStore = state.store.subscribe(() => {
    if (isDone()) sink.end()
  })
  sink.onClose(() => {
    stopLogs()
    stopStore()
  })
}
