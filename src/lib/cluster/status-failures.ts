// SPDX-License-Identifier: Apache-2.0
// Translates unsuccessful answers to failures. API servers echo request values (".data: expected map, got &{AQD…}"), so
// failures of requests about Secrets contain only the reason and field names.
import type { V1Status, V1StatusCause } from '@kubernetes/client-node'
import type { Failure, FailureCause, Fault } from '../model/landscape/fault.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { isRecord } from './read/json-shape.ts'
import type { ApiAnswer, ApiRequest } from './transport/types.ts'

/** For answers with status 300 and above. Never throws; the failure never contains the body. */
export function failureOfAnswer(answer: ApiAnswer, request: ApiRequest): Failure {
  return failureOf(answer.status, readStatus(answer.text), answer, request)
}

/** For a Status inside a successful answer: the ERROR event of a watch, or a 200 with status Failure. */
export function failureOfStatus(body: unknown, request: ApiRequest): Failure {
  const code = isRecord(body) && typeof body['code'] === 'number' ? body['code'] : 500
  return failureOf(code, toStatus(body), undefined, request)
}

/** True when the answer may contain values of Secrets. */
function isAboutSecrets(request: ApiRequest): boolean {
  return request.sealed === true || request.about?.resource === 'secrets' || /\/secrets(\/|$)/.test(request.path)
}

interface Status {
  readonly reason?: string
  readonly message?: string
  readonly causes: readonly FailureCause[]
}

const MAX_MESSAGE = 500
const MAX_CAUSES = 20

function failureOf(
  code: number,
  status: Status | undefined,
  answer: ApiAnswer | undefined,
  request: ApiRequest,
): Failure {
  const isSecret = isAboutSecrets(request)
  const fault = faultOf(code, status, answer, request)
  const reason = status?.reason
  const causes = (status?.causes ?? []).map((cause) => (isSecret ? withoutValues(cause) : cause))
  return {
    ...request.about,
    fault,
    message: messageOf(fault, code, isSecret ? withoutMessage(status) : status, causes, answer),
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
  if (code === 404) return notFoundFault(status, answer, request)
  if (code === 409) return 'conflict'
  if (code === 410) return 'expired'
  if (code === 429) return 'throttled'
  if (code >= 300 && code < 400) return 'redirect'
  return 'server'
}

/**
 * For a path that is not routed the server sends the plain text "404 page not found", for a missing object a Status.
 * Any other 404 comes from something that is no API server and proves nothing about the cluster.
 */
function notFoundFault(status: Status | undefined, answer: ApiAnswer | undefined, request: ApiRequest): Fault {
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
  const serverMessage = status?.message
  if (fault === 'unauthorized') return 'not logged in (401)'
  if (fault === 'notinstalled') return 'the server does not serve it'
  if (fault === 'malformed') return `answered ${code} with ${contentTypeOf(answer)} that is no Kubernetes answer`
  if (fault === 'forbidden') return serverMessage ?? 'forbidden'
  if (fault === 'conflict' && causes.length > 0) return causes.map(causeText).join('; ')
  const reason = status?.reason === undefined ? '' : ` ${status.reason}`
  const fields = causes.flatMap(({ field }) => (field === undefined ? [] : [field]))
  const detail = serverMessage ?? (fields.length > 0 ? `fields ${fields.join(', ')}` : undefined)
  return `the server said ${code}${reason}${detail === undefined ? '' : `: ${detail}`}`
}

/** `conflict with "helm" using v1` at .data.userKey: names the owner of the field, never its value. */
function causeText({ field, message, reason }: FailureCause): string {
  return [message ?? reason, field === undefined ? '' : `at ${field}`].filter((part) => part !== '').join(' ')
}

/** Only messages of field manager conflicts are free of values; list keys in a field path may be values too. */
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
