// SPDX-License-Identifier: Apache-2.0
import { own } from '../../read/json-shape.ts'

/** Expiry of a JSON web token; undefined when the text is none. No other claim is read. */
export function tokenFacts(text: string): { readonly expires?: string } | undefined {
  const token = text.trim()
  if (token.length > MAX_LENGTH || !JWT.test(token)) return undefined
  const [header, claims] = token.split('.').map(jsonOf)
  if (typeof own(header, 'alg') !== 'string' || typeof claims !== 'object' || claims === null) return undefined
  const exp = own(claims, 'exp')
  // The range of Date is smaller than that of numbers.
  const expiry = typeof exp === 'number' ? new Date(exp * 1000) : undefined
  return expiry === undefined || Number.isNaN(expiry.getTime()) ? {} : { expires: expiry.toISOString() }
}

const MAX_LENGTH = 64 * 1024
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
