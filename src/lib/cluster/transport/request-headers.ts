// SPDX-License-Identifier: Apache-2.0
import type { Credential } from '../credentials/types.ts'
import type { HeaderValues, Outgoing } from './exchange.ts'
import type { ServerTarget } from './target.ts'
import { TransportError } from './transport-error.ts'
import type { ApiRequest } from './types.ts'

/**
 * Headers of the credential override those of the caller. Throws TransportError for characters that cannot be sent:
 * Node's HTTP/2 does not check, and would silently omit a token with a line break.
 */
export function outgoingOf(
  request: ApiRequest,
  target: ServerTarget,
  credential: Credential,
  options: { readonly userAgent: string; readonly encoding: 'gzip' | 'identity' },
): Outgoing {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) for (const each of [value].flat()) query.append(name, String(each))
  }
  const search = query.size === 0 ? '' : `?${query}`
  const path = `${target.basePath}${request.path}${search}`
  if (!/^[!-~]+$/.test(path))
    throw new TransportError('internal', 'the path of the request has characters that cannot be sent')
  return {
    method: request.method,
    path,
    headers: validated({
      accept: 'application/json',
      'accept-encoding': options.encoding,
      'user-agent': options.userAgent,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...lowerCase(request.headers ?? {}),
      ...lowerCase(credential.headers),
    }),
    body: request.body,
  }
}

// RFC 9110, section 5
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i
const NOT_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/

function lowerCase(headers: HeaderValues): HeaderValues {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function validated(headers: HeaderValues): HeaderValues {
  for (const [name, values] of Object.entries(headers)) {
    const all = typeof values === 'string' ? [values] : values
    if (NAME.test(name) && all.every((value) => !NOT_IN_VALUE.test(value))) continue
    throw new TransportError(
      'internal',
      'a header has characters that cannot be sent (a line break in the token or a name?)',
    )
  }
  return headers
}
