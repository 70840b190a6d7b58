// SPDX-License-Identifier: Apache-2.0
import { own } from '../../read/json-shape.ts'

const LONGEST = 64 * 1024
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/

/** When a JSON web token ends; undefined when the text is none. Nothing else of it is looked at. */
export function tokenFacts(text: string): { readonly expires?: string } | undefined {
  const token = text.trim()
  if (token.length > LONGEST || !JWT.test(token)) return undefined
  const [header, claims] = token.split('.').map(jsonOf)
  if (typeof own(header, 'alg') !== 'string' || typeof claims !== 'object' || claims === null) return undefined
  const exp = own(claims, 'exp')
  // Dates in JavaScript end before numbers do.
  const end = typeof exp === 'number' ? new Date(exp * 1000) : undefined
  return end === undefined || Number.isNaN(end.getTime()) ? {} : { expires: end.toISOString() }
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
