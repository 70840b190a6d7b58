// SPDX-License-Identifier: Apache-2.0
/** What one value of a Secret is, as a Ceph key. */
export const KEY_STATES = ['good', 'empty', 'padded', 'not base64', 'not cephx'] as const

/** padded: white space around it. not cephx: base64 of something else. */
export type KeyState = (typeof KEY_STATES)[number]

/** What may be told of a Secret that should hold a Ceph key; never a byte of it. */
export interface CephSecretFacts {
  /** By key. */
  readonly values: Readonly<Record<string, CephValueFacts>>
  /** The text under userID: a name, no secret. */
  readonly userId?: string
}

export interface CephValueFacts {
  /** HMAC-SHA-256 of the bytes in hex, with a salt that the caller chose. */
  readonly fingerprint: string
  readonly bytes: number
  readonly state: KeyState
}

/** Keys under which a Secret with a Ceph key is read, by what the consumer asks for (F46). */
export const KEY_SHAPES: Readonly<Record<string, readonly string[]>> = {
  userKey: ['userID', 'userKey'],
  key: ['key'],
}

/** What a consumer reads that does not say which key. */
export const USUAL_KEY = 'userKey'

/** The key of a Rook client Secret that holds the value: the newer name, or the client's own (Rook before 1.10.6). */
export function sourceKey(facts: CephSecretFacts, user: string): string | undefined {
  return ['userKey', user].find((key) => Object.hasOwn(facts.values, key))
}
