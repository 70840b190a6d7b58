// SPDX-License-Identifier: Apache-2.0
// What an API server says about logs (test/contract holds it to a real one), and what a kubelet answers through it: that
// part follows the documentation of the API, for the real servers of the tests have no nodes to ask.
import { join } from 'node:path'
import type { Call, HttpAnswer, ResponseSink } from '../http/exchange.ts'
import { isTrue, type RequestTarget } from '../http/routing.ts'
import { badRequest } from '../http/status-errors.ts'
import { listAtKeys, type Manifest, textAtKeys, valueAtKeys } from '../json.ts'
import { fleetText } from '../scenario/fleet-files.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import { entryOf } from '../storage/read.ts'
import type { ResourceType } from '../storage/resource-type.ts'
import { checkLogOptions, chosenLines, type StampedLine, stampedLines } from './log-lines.ts'

/** A Pod's log: what the fleet folder has of it, and what was written since. */
export async function podLog(
  state: ClusterState,
  type: ResourceType,
  target: RequestTarget,
  call: Call,
): Promise<HttpAnswer> {
  const { object: pod } = entryOf(state, type, target)
  const { query } = call
  checkLogOptions(pod, query)
  const container = containerOf(pod, query.get('container') ?? '')
  // nobody can be asked what a Pod prints that is on no node yet
  const isNowhere =
    textAtKeys(pod, 'spec', 'nodeName') === '' && ['', 'Pending'].includes(textAtKeys(pod, 'status', 'phase'))
  if (isNowhere) return { status: 204, type: 'text/plain', body: '' }
  const isPrevious = isTrue(query.get('previous'))
  const log = `${target.namespace}/${target.name}/${container}`
  const previous = isPrevious ? await previousText(state, log) : undefined
  checkBegun(pod, container, isPrevious, previous)
  const file = isPrevious ? '' : await fileText(state, target, container)
  // from here on nothing may be awaited: what is written then is told by follow()
  const isFollowed = !isPrevious && isTrue(query.get('follow'))
  const written = state.logs.get(log)
  // who follows gets whole lines
  const from = isFollowed ? written.lastIndexOf('\n') + 1 : written.length
  const text = previous ?? file + written.slice(0, from)
  const shown = printed(isTrue(query.get('timestamps')))
  const begin = textAtKeys(pod, 'status', 'startTime') || (pod.metadata.creationTimestamp ?? '')
  const body = shown(chosenLines(stampedLines(text, begin), query, state.now()))
  if (!isFollowed) return { status: 200, type: 'text/plain', body }
  const followed = { log, target, from, restarts: state.logs.restarts(log), shown }
  return { status: 200, type: 'text/plain', body: (sink) => follow(state, followed, sink, body) }
}

/** Lines as the API prints them; the last one may be only begun. */
const printed = (isStamped: boolean) => (lines: readonly StampedLine[]) =>
  lines.map(({ time, text, end }) => `${isStamped ? `${time} ` : ''}${text}${end}`).join('')

function containerOf(pod: Manifest, asked: string): string {
  const namesOf = (field: string) => listAtKeys(pod, 'spec', field).map((container) => textAtKeys(container, 'name'))
  const [names, early] = [namesOf('containers'), namesOf('initContainers')]
  const { name } = pod.metadata
  if (asked === '' && names.length + early.length > 1) {
    const all = [...early, ...names].join(' ')
    throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${all}]`)
  }
  if (asked !== '' && ![...names, ...early].includes(asked))
    throw badRequest(`container ${asked} is not valid for pod ${name}`)
  return asked === '' ? (names[0] ?? '') : asked
}

/** A container that has not begun has no log, and says why. */
function checkBegun(pod: Manifest, container: string, isPrevious: boolean, previous: string | undefined): void {
  const { name } = pod.metadata
  if (isPrevious && previous === undefined)
    throw badRequest(`previous terminated container "${container}" in pod "${name}" not found`)
  const status = [
    ...listAtKeys(pod, 'status', 'containerStatuses'),
    ...listAtKeys(pod, 'status', 'initContainerStatuses'),
  ].find((each) => textAtKeys(each, 'name') === container)
  const waiting = valueAtKeys(status, 'state', 'waiting')
  if (waiting === undefined || valueAtKeys(status, 'lastState', 'terminated') !== undefined) return
  const reason = textAtKeys(waiting, 'reason')
  throw badRequest(`container "${container}" in pod "${name}" is waiting to start: ${reason}`)
}

async function fileText(
  state: ClusterState,
  { namespace = '', name = '' }: RequestTarget,
  container: string,
): Promise<string> {
  return (await logFile(state, namespace, `${name}.${container}`)) ?? (await logFile(state, namespace, name)) ?? ''
}

async function previousText(state: ClusterState, log: string): Promise<string | undefined> {
  const [namespace = '', name = '', container = ''] = log.split('/')
  return state.logs.previous(log) ?? (await logFile(state, namespace, `${name}.${container}.previous`))
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

interface Followed {
  readonly log: string
  readonly target: RequestTarget
  /** How much of what was written is in the beginning. */
  readonly from: number
  readonly restarts: number
  shown(lines: readonly StampedLine[]): string
}

/** Goes on until the container has ended, the Pod has finished or is gone. */
function follow(
  state: ClusterState,
  { log, target, from, restarts, shown }: Followed,
  sink: ResponseSink,
  start: string,
): void {
  const key = `${target.namespace}/${target.name}`
  let told = from
  const isDone = () => {
    const pod = state.store.get('pods', key)?.object
    return pod === undefined || ['Succeeded', 'Failed'].includes(textAtKeys(pod, 'status', 'phase'))
  }
  const tell = () => {
    // another container has begun: the log of this one ends
    if (state.logs.restarts(log) !== restarts) return sink.end()
    const text = state.logs.get(log)
    const whole = text.slice(told, text.lastIndexOf('\n') + 1)
    told += whole.length
    if (whole !== '') sink.write(shown(stampedLines(whole, '')))
  }
  sink.write(start)
  tell()
  if (isDone()) {
    sink.end()
    return
  }
  state.logs.followed(log)
  const stopLogs = state.logs.subscribe((changed) => {
    if (changed === log) tell()
  })
  const stopStore = state.store.subscribe(() => {
    if (isDone()) sink.end()
  })
  sink.onClose(() => {
    stopLogs()
    stopStore()
  })
}
