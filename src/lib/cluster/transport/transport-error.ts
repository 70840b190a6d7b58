// SPDX-License-Identifier: Apache-2.0
import type { Failure, Fault } from '../../model/landscape/fault.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { ClusterError } from '../failure.ts'
import type { ApiRequest } from './types.ts'

/** Which requests may be repeated: none, reads only, or all because the server did not process the request. */
export type RepeatPolicy = 'never' | 'reads' | 'always'

/** One failed try; the message is safe to print. The retry loop decides about a repetition. */
export class TransportError extends Error {
  readonly fault: Fault
  readonly again: RepeatPolicy
  readonly hint: string | undefined
  readonly httpStatus: number | undefined

  constructor(fault: Fault, message: string, more: { again?: RepeatPolicy; hint?: string; httpStatus?: number } = {}) {
    super(message)
    this.name = 'Trouble'
    this.fault = fault
    this.again = more.again ?? 'never'
    this.hint = more.hint
    this.httpStatus = more.httpStatus
  }
}

const RESET_ERRORS = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_HTTP2_STREAM_CANCEL',
  'ERR_HTTP2_SESSION_ERROR',
])
const NAME_ERRORS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME', 'EAI_FAIL'])
const NOT_SENT_ERRORS = new Set(['ERR_HTTP2_INVALID_SESSION', 'ERR_HTTP2_GOAWAY_SESSION', 'ERR_HTTP2_OUT_OF_STREAMS'])
const UNREACHABLE_ERRORS = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
])

/** Node's error code, including that of a cause; empty without one. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const inner = error.cause === undefined ? '' : codeOf(error.cause)
  const own = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return inner === '' ? own : inner
}

export function isNameError(error: unknown): boolean {
  return NAME_ERRORS.has(codeOf(error))
}

/** Uses only the code of a network error: its message may contain anything. */
export function troubleOf(error: unknown, host: string, port: number): TransportError {
  if (error instanceof TransportError) return error
  const code = codeOf(error)
  const where = safeLine(`${host}:${port}`, 200)
  if (NAME_ERRORS.has(code)) return new TransportError('dns', `cannot resolve ${safeLine(host, 200)} (${code})`)
  if (UNREACHABLE_ERRORS.has(code)) return new TransportError('unreachable', `unreachable (${code} ${where})`)
  if (code === 'ETIMEDOUT') return new TransportError('timeout', `no connection to ${where} (ETIMEDOUT)`)
  if (RESET_ERRORS.has(code))
    return new TransportError('unreachable', `connection lost (${code} ${where})`, { again: 'reads' })
  if (NOT_SENT_ERRORS.has(code))
    return new TransportError('unreachable', `connection lost (${code} ${where})`, { again: 'always' })
  if (code === 'HPE_HEADER_OVERFLOW') return new TransportError('toolarge', 'the headers of the answer are too large')
  if (code.startsWith('HPE_')) return new TransportError('malformed', `the answer is not HTTP (${code})`)
  if (/^ERR_SSL_.*ALERT.*CERTIFICATE/.test(code))
    return new TransportError('tls', `TLS: the server does not accept our client certificate, or misses one (${code})`)
  if (code.startsWith('ERR_SSL_')) return new TransportError('tls', `TLS: connection broken off (${code})`)
  return new TransportError('internal', `request failed (${code === '' ? 'no code' : safeLine(code, 60)})`)
}

/** Adds the context of the request. */
export function failed(error: TransportError, request: ApiRequest, attempts: number): ClusterError {
  const { about } = request
  const failure: Failure = {
    fault: error.fault,
    message: attempts > 1 && error.again !== 'never' ? `${error.message}, ${attempts} tries` : error.message,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(about === undefined ? {} : { verb: about.verb }),
    ...(about?.resource === undefined ? {} : { resource: about.resource }),
    ...(about?.namespace === undefined ? {} : { namespace: about.namespace }),
    ...(about?.name === undefined ? {} : { name: about.name }),
    ...(error.httpStatus === undefined ? {} : { httpStatus: error.httpStatus }),
    retryable: error.again !== 'never',
    attempts,
  }
  return new ClusterError(failure)
}
