// SPDX-License-Identifier: Apache-2.0
/** The format of one Secret value as a Ceph key. */
const KEY_STATES = ['good', 'empty', 'padded', 'not base64', 'not cephx'] as const

/** padded: has surrounding white space. not cephx: base64 of something else. */
export type KeyState = (typeof KEY_STATES)[number]

/** Continues a sentence that begins with the value. */
export const KEY_PROBLEMS: Readonly<Record<KeyState, string>> = {
  good: '',
  empty: 'is empty',
  padded: 'has white space around it',
  'not base64': 'is no cephx key (not base64)',
  'not cephx': 'is no cephx key',
}

/** Facts about a Secret that should hold a Ceph key; never a byte of the key. */
export interface CephSecretFacts {
  readonly values: Readonly<Record<string, CephValueFacts>>
  /** The text under userID: a name, not a secret. */
  readonly userId?: string
}

export interface CephValueFacts {
  /** HMAC-SHA-256 of the bytes in hex, with the caller's salt. */
  readonly fingerprint: string
  readonly bytes: number
  readonly state: KeyState
}

/** Data keys from which consumers read a Ceph key, by the consumer's key setting (F46). */
export const KEY_SHAPES: Readonly<Record<string, readonly string[]>> = {
  userKey: ['userID', 'userKey'],
  key: ['key'],
}

/** The key that a consumer reads if it does not specify one. */
export const USUAL_KEY = 'userKey'

/** The data key of a Rook client Secret that holds the value: userKey, or the client's name (Rook before 1.10.6). */
export function sourceKey(facts: CephSecretFacts, user: string): string | undefined {
  return ['userKey', user].find((key) => Object.hasOwn(facts.values, key))
}
