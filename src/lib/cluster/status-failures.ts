// SPDX-License-Identifier: Apache-2.0
// What an answer that is no success means. Server text is shown only where it cannot hold a value: a server echoes what
// it was sent (".data: expected map, got &{AQD…}"), so a request about Secrets shows reason and field names only.
import type { V1Status, V1StatusCause } from '@kubernetes/client-node'
import type { Failure, FailureCause, Fault } from '../model/landscape/fault.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { isRecord } from './read/json-shape.ts'
import type { ApiAnswer, ApiRequest } from './transport/types.ts'

/** The body of a Kubernetes Status, as far as it could be read. */
interface Status {
  readonly reason?: string
  readonly message?: string
  readonly causes: readonly FailureCause[]
}

const MAX_MESSAGE = 500
const MAX_CAUSES = 20

/** The failure that an answer of status 300 and above stands for. Never throws, never holds a body. */
export function failureOfAnswer(answer: ApiAnswer, request: ApiRequest): Failure {
  return failureOf(answer.status, readStatus(answer.text), answer, request)
}

/** The failure in a Status object that came inside a good answer: a watch's ERROR event, a 200 that says Failure. */
export function failureOfStatus(body: unknown, request: ApiRequest): Failure {
  const code = isRecord(body) && typeof body['code'] === 'number' ? body['code'] : 500
  return failureOf(code, toStatus(body), undefined, request)
}

/** Whether the answer to this request may hold values of Secrets. */
export function isAboutSecrets(request: ApiRequest): boolean {
  return request.sealed === true || request.about?.resource === 'secrets' || /\/secrets(\/|$)/.test(request.path)
}

function failureOf(
  code: number,
  status: Status | undefined,
  answer: ApiAnswer | undefined,
  request: ApiRequest,
): Failure {
  const secret = isAboutSecrets(request)
  const fault = faultOf(code, status, answer, request)
  const reason = status?.reason
  const causes = (status?.causes ?? []).map((cause) => (secret ? withoutValues(cause) : cause))
  return {
    ...request.about,
    fault,
    message: messageOf(fault, code, secret ? withoutMessage(status) : status, causes, answer),
    httpStatus: code,
    retryable: fault === 'throttled' || fault === 'server',
    ...(reason === undefined ? {} : { reason }),
    ...(causes.length === 0 ? {} : { causes }),
    ...(answer === undefined ? {} : { attempts: answer.attempts }),
    ...(fault === 'forbidden' ? { hint: 'kubectl c5c3 contexts check shows every permission that is missing' } : {}),
  }
}

function faultOf(code: number, status: Status | undefined, answer: ApiAnswer | undefined, request: ApiRequest): Fault {
  if (code === 401) return 'unauthorized'
  if (code === 403) return 'forbidden'
  if (code === 404) return notThere(status, answer, request)
  if (code === 409) return 'conflict'
  if (code === 410) return 'expired'
  if (code === 429) return 'throttled'
  if (code >= 300 && code < 400) return 'redirect'
  return 'server'
}

/**
 * A path the server does not route is plain text "404 page not found"; an object that does not exist is a Status.
 * Any other 404 comes from something that is no API server, and says nothing about the cluster.
 */
function notThere(status: Status | undefined, answer: ApiAnswer | undefined, request: ApiRequest): Fault {
  const collection = request.about?.verb === 'list' || request.about?.verb === 'watch'
  if (status !== undefined) return collection ? 'notinstalled' : 'notfound'
  return answer?.text.trim() === '404 page not found' ? 'notinstalled' : 'malformed'
}

function messageOf(
  fault: Fault,
  code: number,
  status: Status | undefined,
  causes: readonly FailureCause[],
  answer: ApiAnswer | undefined,
): string {
  const said = status?.message
  if (fault === 'unauthorized') return 'not logged in (401)'
  if (fault === 'notinstalled') return 'the server does not serve it'
  if (fault === 'malformed') return `answered ${code} with ${contentTypeOf(answer)} that is no Kubernetes answer`
  if (fault === 'forbidden') return said ?? 'forbidden'
  if (fault === 'conflict' && causes.length > 0) return causes.map(causeText).join('; ')
  const reason = status?.reason === undefined ? '' : ` ${status.reason}`
  const fields = causes.flatMap(({ field }) => (field === undefined ? [] : [field]))
  const detail = said ?? (fields.length > 0 ? `fields ${fields.join(', ')}` : undefined)
  return `the server said ${code}${reason}${detail === undefined ? '' : `: ${detail}`}`
}

/** `conflict with "helm" using v1` at .data.userKey: whose field it is, never what stands in it. */
function causeText({ field, message, reason }: FailureCause): string {
  return [message ?? reason, field === undefined ? '' : `at ${field}`].filter((part) => part !== '').join(' ')
}

/** Messages of field manager conflicts name managers, all others may quote the value; so may the keys in a path. */
function withoutValues({ field, message, reason }: FailureCause): FailureCause {
  return {
    reason,
    ...(field === undefined ? {} : { field: field.replaceAll(/\[(?!\d+\])[^\]]*\]?/g, '[…]') }),
    ...(reason === 'FieldManagerConflict' && message !== undefined ? { message } : {}),
  }
}

function withoutMessage(status: Status | undefined): Status | undefined {
  if (status === undefined) return undefined
  const { message: _, ...rest } = status
  return rest
}

function contentTypeOf(answer: ApiAnswer | undefined): string {
  return safeLine(answer?.headers['content-type'] ?? 'no content type', 80)
}

function readStatus(text: string): Status | undefined {
  try {
    return toStatus(JSON.parse(text))
  } catch {
    return undefined
  }
}

function toStatus(body: unknown): Status | undefined {
  if (!isRecord(body) || body['kind'] !== 'Status') return undefined
  const details = isRecord(body['details']) ? body['details'] : {}
  const causes = Array.isArray(details['causes']) ? details['causes'].slice(0, MAX_CAUSES) : []
  const { reason, message }: Partial<Record<keyof V1Status, unknown>> = body
  return {
    ...(typeof reason === 'string' && reason !== '' ? { reason: safeLine(reason, 80) } : {}),
    ...(typeof message === 'string' && message !== '' ? { message: safeLine(message, MAX_MESSAGE) } : {}),
    causes: causes.flatMap((cause) => (isRecord(cause) ? [toCause(cause)] : [])),
  }
}

function toCause({ reason, field, message }: Partial<Record<keyof V1StatusCause, unknown>>): FailureCause {
  return {
    reason: typeof reason === 'string' ? safeLine(reason, 80) : '',
    ...(typeof field === 'string' ? { field: safeLine(field, 200) } : {}),
    ...(typeof message === 'string' ? { message: safeLine(message, 200) } : {}),
  }
}
