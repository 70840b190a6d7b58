// SPDX-License-Identifier: Apache-2.0
// Simulates the log endpoint of an API server (test/contract compares it with a real one) and the kubelet's part of it,
// which follows the API documentation: the real servers of the tests have no nodes.
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

/** A Pod's log: the file of the fleet folder, then lines written since the start. */
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
  // A Pod that is not scheduled has no kubelet to read the log from.
  const isNowhere =
    textAtKeys(pod, 'spec', 'nodeName') === '' && ['', 'Pending'].includes(textAtKeys(pod, 'status', 'phase'))
  if (isNowhere) return { status: 204, type: 'text/plain', body: '' }
  const isPrevious = isTrue(query.get('previous'))
  const log = `${target.namespace}/${target.name}/${container}`
  const previous = isPrevious ? await previousText(state, log) : undefined
  checkStarted(pod, container, isPrevious, previous)
  const file = isPrevious ? '' : await fileText(state, target, container)
  // No await from here on: follow() must not miss lines that are written meanwhile.
  const isFollowed = !isPrevious && isTrue(query.get('follow'))
  const written = state.logs.get(log)
  // A follower gets only complete lines.
  const from = isFollowed ? written.lastIndexOf('\n') + 1 : written.length
  const text = previous ?? file + written.slice(0, from)
  const shown = printed(isTrue(query.get('timestamps')))
  const begin = textAtKeys(pod, 'status', 'startTime') || (pod.metadata.creationTimestamp ?? '')
  const body = shown(chosenLines(stampedLines(text, begin), query, state.now()))
  if (!isFollowed) return { status: 200, type: 'text/plain', body }
  const followed = { log, target, from, restarts: state.logs.restarts(log), shown }
  return { status: 200, type: 'text/plain', body: (sink) => follow(state, followed, sink, body) }
}

/** Lines in the format of the API; the last one may be incomplete. */
const printed = (isStamped: boolean) => (lines: readonly StampedLine[]) =>
  lines.map(({ time, text, end }) => `${isStamped ? `${time} ` : ''}${text}${end}`).join('')

function containerOf(pod: Manifest, requested: string): string {
  const namesOf = (field: string) => listAtKeys(pod, 'spec', field).map((container) => textAtKeys(container, 'name'))
  const [names, early] = [namesOf('containers'), namesOf('initContainers')]
  const { name } = pod.metadata
  if (requested === '' && names.length + early.length > 1) {
    const all = [...early, ...names].join(' ')
    throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${all}]`)
  }
  if (requested !== '' && ![...names, ...early].includes(requested))
    throw badRequest(`container ${requested} is not valid for pod ${name}`)
  return requested === '' ? (names[0] ?? '') : requested
}

/** Throws for a container that has not started. */
function checkStarted(pod: Manifest, container: string, isPrevious: boolean, previous: string | undefined): void {
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

/** A log of the fleet folder; undefined if there is none. Object names contain no slash, so the path is safe. */
export async function logFile(state: ClusterState, namespace: string, name: string): Promise<string | undefined> {
  for (const folder of state.member.logFolders)
    try {
      return await fleetText(join(folder, namespace, `${name}.log`))
    } catch {
      // Try the next layer of the fleet.
    }
  return undefined
}

interface Followed {
  readonly log: string
  readonly target: RequestTarget
  /** Length of the text that was already sent. */
  readonly from: number
  readonly restarts: number
  shown(lines: readonly StampedLine[]): string
}

/** Streams until the container ends or the Pod is finished or deleted. */
function follow(
  state: ClusterState,
  { log, target, from, restarts, shown }: Followed,
  sink: ResponseSink,
  start: string,
): void {
  const key = `${target.namespace}/${target.name}`
  let sent = from
  const isDone = () => {
    const pod = state.store.get('pods', key)?.object
    return pod === undefined || ['Succeeded', 'Failed'].includes(textAtKeys(pod, 'status', 'phase'))
  }
  const sendNew = () => {
    // The container was restarted: this log has ended.
    if (state.logs.restarts(log) !== restarts) return sink.end()
    const text = state.logs.get(log)
    const whole = text.slice(sent, text.lastIndexOf('\n') + 1)
    sent += whole.length
    if (whole !== '') sink.write(shown(stampedLines(whole, '')))
  }
  sink.write(start)
  sendNew()
  if (isDone()) {
    sink.end()
    return
  }
  state.logs.followed(log)
  const stopLogs = state.logs.subscribe((changed) => {
    if (changed === log) sendNew()
  })
  const stopStore = state.store.subscribe(() => {
    if (isDone()) sink.end()
  })
  sink.onClose(() => {
    stopLogs()
    stopStore()
  })
}
