// SPDX-License-Identifier: Apache-2.0
// One watch request: from the headers to the end of its stream. What happens after the end is watch.ts' business.
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
import { checkAnswer, requestError } from '../read/response.ts'
import { NestingError } from '../read/sanitize.ts'
import { failureOfStatus } from '../status-failures.ts'
import type { ApiRequest, ApiStream } from '../transport/types.ts'
import type { ListOptions, ServedResource } from '../types.ts'

/** One line of a watch. Every one but the bookmark changes something; all of them move the place to resume from. */
export interface WatchLine {
  readonly type: 'put' | 'deleted' | 'bookmark'
  readonly resourceVersion: string
  readonly object?: KubeObject
}

/** Bodies of refusals are short; more than this is not read. */
const MAX_REFUSAL = 64 * 1024

/** Between 5 and 10 minutes, so that many watches do not end at the same moment. */
const SHORTEST = 300
/** API servers send a bookmark about once a minute, and one just before they end a watch. */
const BOOKMARKS_EVERY = 75_000

export interface WatchStart {
  readonly resource: ServedResource
  readonly options: ListOptions
  readonly resourceVersion: string
  readonly signal: AbortSignal
  /** From 0 up to 1: spreads the ends of many watches. */
  readonly random: number
  /** How long the transport lets the stream be silent. */
  readonly idle?: number | undefined
}

/** A watch from a resource version on, with bookmarks and an end the server keeps to. */
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

/** Where silence is not borne until the next bookmark, the server must end the watch before: that is a sign of life too. */
function timeoutOf(random: number, idle: number | undefined): number {
  if (idle === undefined || idle >= BOOKMARKS_EVERY) return SHORTEST + Math.floor(random * SHORTEST)
  return Math.max(1, Math.floor((idle * 0.75) / 1000))
}

/** Throws ClusterError unless the server began a stream of JSON. */
export async function checkStream(stream: ApiStream, request: ApiRequest): Promise<void> {
  const good = stream.status >= 200 && stream.status < 300
  const text = good ? '' : await refusal(stream)
  try {
    checkAnswer({ status: stream.status, headers: stream.headers, text, attempts: 1 }, request)
  } catch (error) {
    stream.close()
    throw error
  }
}

/** The events of a stream, each checked. Throws ClusterError for an ERROR event and for anything that is no event. */
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
    if (error instanceof SyntaxError) throw requestError(request, 'malformed', 'a line of the watch is no JSON')
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

async function refusal(stream: ApiStream): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of stream.chunks) {
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_REFUSAL) break
    }
  } catch {
    // The status alone says enough.
  }
  return Buffer.concat(chunks).toString('utf8')
}
