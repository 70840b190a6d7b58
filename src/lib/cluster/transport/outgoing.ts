// SPDX-License-Identifier: Apache-2.0
import type { Credential } from '../credentials/types.ts'
import type { HeaderValues, Outgoing } from './exchange.ts'
import type { Target } from './target.ts'
import type { ApiRequest } from './types.ts'

/** The request as it goes on the wire. What the credential says wins over what the caller says. */
export function outgoingOf(
  request: ApiRequest,
  target: Target,
  credential: Credential,
  options: { readonly userAgent: string; readonly encoding: 'gzip' | 'identity' },
): Outgoing {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }
  const search = query.size === 0 ? '' : `?${query}`
  return {
    method: request.method,
    path: `${target.basePath}${request.path}${search}`,
    headers: {
      accept: 'application/json',
      'accept-encoding': options.encoding,
      'user-agent': options.userAgent,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...lowerCase(request.headers ?? {}),
      ...lowerCase(credential.headers),
    },
    body: request.body,
  }
}

function lowerCase(headers: HeaderValues): HeaderValues {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
