// SPDX-License-Identifier: Apache-2.0
import type { V1Status } from '@kubernetes/client-node'
import type { AsJson } from '../../model/object/kubernetes-json.ts'
import type { Json } from '../json.ts'

export interface StatusCause {
  readonly reason: string
  readonly message: string
  readonly field: string
}

interface Extra {
  readonly details?: Json
  readonly metadata?: Json
  /** Plain text instead of a Status, like the real server for an unknown path. */
  readonly plain?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Becomes a Status object with the message of the real server. */
export class ApiError extends Error {
  readonly code: number
  readonly reason: string
  readonly extra: Extra

  constructor(code: number, reason: string, message: string, extra: Extra = {}) {
    super(message)
    this.code = code
    this.reason = reason
    this.extra = extra
  }

  status(): Json {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: this.extra.metadata ?? {},
      status: 'Failure',
      message: this.message,
      ...(this.reason === '' ? {} : { reason: this.reason }),
      ...(this.extra.details === undefined ? {} : { details: this.extra.details }),
      code: this.code,
    } satisfies AsJson<V1Status>
  }
}

/** The resource and, if known, the object. */
export interface Subject {
  readonly group: string
  readonly plural: string
  readonly name?: string
}

const resourceOf = (subject: Subject) => (subject.group === '' ? subject.plural : `${subject.plural}.${subject.group}`)

const detailsOf = ({ group, plural, name }: Subject): Json => ({
  ...(name === undefined ? {} : { name }),
  ...(group === '' ? {} : { group }),
  kind: plural,
})

export const unauthorized = () => new ApiError(401, 'Unauthorized', 'Unauthorized')

/** 404 for an unknown path: plain text, not a Status. */
export const noSuchPath = () => new ApiError(404, 'NotFound', '404 page not found', { plain: '404 page not found\n' })

/** 404 for an unknown resource in a built-in group. */
export const noSuchResource = () =>
  new ApiError(404, 'NotFound', 'the server could not find the requested resource', { details: {} })

export const notFound = (subject: Subject) =>
  new ApiError(404, 'NotFound', `${resourceOf(subject)} "${subject.name}" not found`, { details: detailsOf(subject) })

export const alreadyExists = (subject: Subject) =>
  new ApiError(409, 'AlreadyExists', `${resourceOf(subject)} "${subject.name}" already exists`, {
    details: detailsOf(subject),
  })

export const conflict = (subject: Subject, why: string) =>
  new ApiError(409, 'Conflict', `Operation cannot be fulfilled on ${resourceOf(subject)} "${subject.name}": ${why}`, {
    details: detailsOf(subject),
  })

export const modified = (subject: Subject) =>
  conflict(subject, 'the object has been modified; please apply your changes to the latest version and try again')

export const badRequest = (message: string) => new ApiError(400, 'BadRequest', message)

export const methodNotAllowed = () =>
  new ApiError(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {
    details: {},
  })

export const unsupportedMedia = (accepted: readonly string[]) =>
  new ApiError(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  )

/** 410: a resourceVersion or continue token older than the history. */
export const expired = (message: string, metadata?: Json) =>
  new ApiError(410, 'Expired', message, metadata === undefined ? {} : { metadata })

/** 422 with one cause per invalid field. */
export function invalid(
  about: { group: string; kind: string; name: string },
  causes: readonly StatusCause[],
): ApiError {
  const messages = causes
    .map(({ field, message }) => `${field}: ${message}`)
    .filter((text, i, all) => all.indexOf(text) === i)
  const list = messages.length === 1 ? messages[0] : `[${messages.join(', ')}]`
  const kind = about.group === '' ? about.kind : `${about.kind}.${about.group}`
  return new ApiError(422, 'Invalid', `${kind} "${about.name}" is invalid: ${list}`, {
    details: {
      ...(about.name === '' ? {} : { name: about.name }),
      ...(about.group === '' ? {} : { group: about.group }),
      kind: about.kind,
      causes,
    },
  })
}

export const invalidValue = (field: string, value: unknown, why: string): StatusCause => ({
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${JSON.stringify(value)}: ${why}`,
  field,
})

export const requiredValue = (field: string, why: string): StatusCause => ({
  reason: 'FieldValueRequired',
  message: `Required value: ${why}`,
  field,
})

export const forbiddenValue = (field: string, why: string): StatusCause => ({
  reason: 'FieldValueForbidden',
  message: `Forbidden: ${why}`,
  field,
})
