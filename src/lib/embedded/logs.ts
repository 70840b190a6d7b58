// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClusterState } from './cluster-state.ts'
import type { Answer, Call } from './exchange.ts'
import { listAt, textAt } from './json.ts'
import { entryOf } from './reading.ts'
import type { ResourceType } from './resource-type.ts'
import { isTrue, type Target } from './routing.ts'
import { badRequest } from './status.ts'

const STAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) (.*)$/

/** A Pod's log from the fleet folder; a line may begin with its time, as `kubectl logs --timestamps` prints it. */
export async function podLog(state: ClusterState, type: ResourceType, target: Target, call: Call): Promise<Answer> {
  const { object: pod } = entryOf(state, type, target)
  const names = listAt(pod, 'spec', 'containers').map((container) => textAt(container, 'name'))
  const asked = call.query.get('container') ?? ''
  if (asked === '' && names.length > 1)
    throw badRequest(`a container name must be specified for pod ${target.name}, choose one of: [${names.join(' ')}]`)
  if (asked !== '' && !names.includes(asked)) throw badRequest(`container ${asked} is not valid for pod ${target.name}`)
  const container = asked === '' ? (names[0] ?? '') : asked
  const text = await logText(state, target, container)
  const lines = selected(state, call.query, text)
  const stamped = isTrue(call.query.get('timestamps'))
  const body = lines.map((line) => `${stamped ? line : line.replace(STAMP, '$2')}\n`).join('')
  return { status: 200, type: 'text/plain', body }
}

async function logText(state: ClusterState, target: Target, container: string): Promise<string> {
  const written = state.logs.get(`${target.namespace}/${target.name}`)
  if (written !== undefined) return written
  // names come from stored objects, which cannot hold a slash
  for (const folder of state.member.logFolders)
    for (const file of [`${target.name}.${container}.log`, `${target.name}.log`])
      try {
        return await readFile(join(folder, target.namespace ?? '', file), 'utf8')
      } catch {
        // the next place may have it; a Pod without a file has said nothing
      }
  return ''
}

function selected(state: ClusterState, query: URLSearchParams, text: string): readonly string[] {
  const all = text.split('\n')
  if (all.at(-1) === '') all.pop()
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
