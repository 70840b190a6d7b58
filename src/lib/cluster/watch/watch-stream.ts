// SPDX-License-Identifier: Apache-2.0
// One watch request, from its headers to the end of the stream. watch.ts decides what happens afterwards.
import type { KindSpec } from '../../model/graph/kind.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { ClusterError } from '../failure.ts'
import { readExactJson } from '../read/exact-numbers.ts'
import { isPlainJson } from '../read/is-plain-json.ts'
import { own, ownText } from '../read/json-shape.ts'
import { lines } from '../read/lines.ts'
import { apiVersionOf, resourceRequest } from '../read/path.ts'
import { NotAnObject, project } from '../read/project.ts'
import { refusalText } from '../read/refusal.ts'
import { checkAnswer, requestError } from '../read/response.ts'
import { NestingError } from '../read/sanitize.ts'
import { failureOfStatus } from '../status-failures.ts'
import type { ApiRequest, ApiStream } from '../transport/types.ts'
import type { ListOptions, ServedResource } from '../types.ts'

/** Every line but a bookmark changes an object; every line advances the resource version to resume from. */
export interface WatchLine {
  readonly type: 'put' | 'deleted' | 'bookmark'
  readonly resourceVersion: string
  readonly object?: KubeObject
}

/** In seconds. Timeouts are between 5 and 10 minutes, so that many watches do not end at the same time. */
const MIN_TIMEOUT = 300
/** API servers send a bookmark about once a minute, and one just before they end a watch. */
const BOOKMARKS_EVERY = 75_000

export interface WatchStart {
  readonly resource: ServedResource
  readonly options: ListOptions
  readonly resourceVersion: string
  readonly signal: AbortSignal
  /** From 0 to 1: spreads the timeouts of many watches. */
  readonly random: number
  /** Idle limit of the transport in ms. */
  readonly idle?: number | undefined
}

/** Watches with bookmarks and a server-side timeout. */
export function watchRequest({ resource, options, resourceVersion, signal, random, idle }: WatchStart): ApiRequest {
  const query = {
    watch: true,
    allowWatchBookmarks: true,
    resourceVersion,
    timeoutSeconds: timeoutOf(random, idle),
    labelSelector: options.labelSelector,
    fieldSelector: options.fieldSelector,
  }
  return { ...resourceRequest('watch', resource, { namespace: options.namespace }), query, signal }
}

/** When the idle limit is shorter than the bookmark interval, the server must end the watch before the limit. */
function timeoutOf(random: number, idle: number | undefined): number {
  if (idle === undefined || idle >= BOOKMARKS_EVERY) return MIN_TIMEOUT + Math.floor(random * MIN_TIMEOUT)
  return Math.max(1, Math.floor((idle * 0.75) / 1000))
}

/** Throws ClusterError unless the server started a JSON stream. */
export async function checkStream(stream: ApiStream, request: ApiRequest): Promise<void> {
  const isSuccess = stream.status >= 200 && stream.status < 300
  const text = isSuccess ? '' : await refusalText(stream.chunks)
  try {
    checkAnswer({ status: stream.status, headers: stream.headers, text, attempts: 1 }, request)
  } catch (error) {
    stream.close()
    throw error
  }
}

/** Throws ClusterError for an ERROR event and for an invalid line. */
export async function* readWatchEvents(
  stream: ApiStream,
  request: ApiRequest,
  kind: KindSpec,
  resource: ServedResource,
): AsyncGenerator<WatchLine, void, undefined> {
  for await (const line of lines(stream.chunks)) yield eventOf(line, request, kind, resource)
}

function eventOf(line: string, request: ApiRequest, kind: KindSpec, resource: ServedResource): WatchLine {
  try {
    return readExactJson(line, (body) => toLine(body, request, kind, resource, isPlainJson(line)))
  } catch (error) {
    if (error instanceof ClusterError) throw error
    if (error instanceof NotAnObject || error instanceof NestingError)
      throw requestError(request, 'malformed', `an event with ${error.message}`)
    if (error instanceof SyntaxError) throw requestError(request, 'malformed', 'a line of the watch is not JSON')
    throw error
  }
}

function toLine(
  body: unknown,
  request: ApiRequest,
  kind: KindSpec,
  resource: ServedResource,
  plain: boolean,
): WatchLine {
  const type = own(body, 'type')
  const raw = own(body, 'object')
  if (type === 'ERROR') throw new ClusterError(failureOfStatus(raw, request))
  if (type === 'BOOKMARK') {
    const resourceVersion = ownText(own(raw, 'metadata'), 'resourceVersion')
    if (resourceVersion === undefined) throw requestError(request, 'malformed', 'a bookmark without a resource version')
    return { type: 'bookmark', resourceVersion }
  }
  if (type !== 'ADDED' && type !== 'MODIFIED' && type !== 'DELETED')
    throw requestError(request, 'malformed', `an event of type ${safeLine(String(type), 40)}`)
  const { object, problems } = project(raw, kind, apiVersionOf(resource), plain)
  const { resourceVersion } = object.metadata
  if (resourceVersion === undefined) throw requestError(request, 'malformed', 'an event without a resource version')
  const [first] = problems
  if (first) throw requestError(request, 'malformed', `${first.field} of ${object.metadata.name} ${first.problem}`)
  return { type: type === 'DELETED' ? 'deleted' : 'put', resourceVersion, object }
}
