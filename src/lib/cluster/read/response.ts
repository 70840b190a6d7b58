// SPDX-License-Identifier: Apache-2.0
// Accepts only answers that look like those of an API server: a login page with status 200 is not an empty list, and a
// truncated document is not a short one.
import type { Fault } from '../../model/landscape/fault.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { ClusterError } from '../failure.ts'
import { failureOfAnswer, failureOfStatus } from '../status-failures.ts'
import type { ApiAnswer, ApiRequest } from '../transport/types.ts'
import { readExactJson } from './exact-numbers.ts'
import { isRecord, jsonTypeName, own } from './json-shape.ts'

/** Throws ClusterError when there is no answer. */
export type Send = (request: ApiRequest) => Promise<ApiAnswer>

/**
 * Sends a request and reads the answer. A GET whose JSON is truncated is repeated once: a proxy may have cut it without
 * the transport noticing.
 */
export async function sendRequest<R>(
  send: Send,
  request: ApiRequest,
  read: (answer: ApiAnswer) => R | Promise<R>,
): Promise<R> {
  const answer = await send(request)
  try {
    return await readOnce(answer, read)
  } catch (error) {
    const canRepeat = request.method === 'GET' && error instanceof ClusterError && error.failure.fault === 'truncated'
    if (!canRepeat) throw error
  }
  return readOnce(await send(request), read)
}

async function readOnce<R>(answer: ApiAnswer, read: (answer: ApiAnswer) => R | Promise<R>): Promise<R> {
  try {
    return await read(answer)
  } finally {
    answer.release?.()
  }
}

type Body = Readonly<Record<string, unknown>>

/** Checks status, content type and shape and passes the body to the reader. Throws ClusterError. */
export function readResponse<R>(answer: ApiAnswer, request: ApiRequest, read: (body: Body) => R): R {
  checkAnswer(answer, request)
  return parse(answer, request, (body) => {
    if (typeof own(body, 'kind') !== 'string')
      throw requestError(request, 'malformed', 'answered with JSON that has no kind')
    if (body['kind'] === 'Status' && body['status'] === 'Failure')
      throw new ClusterError(failureOfStatus(body, request))
    return read(body)
  })
}

/** As readResponse(), for answers that are no Kubernetes objects, such as /version. */
export function readPlainAnswer<R>(answer: ApiAnswer, request: ApiRequest, read: (body: Body) => R): R {
  checkAnswer(answer, request)
  return parse(answer, request, read)
}

export function requestError(request: ApiRequest, fault: Fault, message: string): ClusterError {
  return new ClusterError({ ...request.about, fault, message })
}

/** Throws ClusterError unless the answer is successful and JSON. */
export function checkAnswer(answer: ApiAnswer, request: ApiRequest): void {
  if (answer.status < 200 || answer.status > 299) throw new ClusterError(failureOfAnswer(answer, request))
  const type = (answer.headers['content-type'] ?? '').trim()
  if (/^application\/json\s*(;|$)/i.test(type)) return
  const shownType = type === '' ? 'no content type' : safeLine(type, 80)
  throw requestError(
    request,
    'malformed',
    `answered ${answer.status} with ${shownType} instead of JSON (a login page or a proxy?)`,
  )
}

function parse<R>(answer: ApiAnswer, request: ApiRequest, read: (body: Body) => R): R {
  const { text } = answer
  try {
    return readExactJson(text, (body) => {
      if (!isRecord(body))
        throw requestError(request, 'malformed', `answered with ${jsonTypeName(body)} instead of an object`)
      return read(body)
    })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // The parser's own message quotes the body, which may contain a secret.
    throw requestError(request, 'truncated', `the JSON ends or breaks before its end (${text.length} characters came)`)
  }
}
