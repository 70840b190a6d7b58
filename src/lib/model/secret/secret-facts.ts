// SPDX-License-Identifier: Apache-2.0
import type { KubeObject } from '../object/resource.ts'
import type { KeyState } from '../plan/ceph-key-states.ts'
import { Sealed } from './sealed.ts'

/** What may be shown of one Secret value: sizes, dates, addresses and fingerprints, never a byte of it. */
export interface SecretFacts {
  readonly bytes: number
  readonly empty: boolean
  /** One line with surrounding white space: a consumer that does not trim it uses a different value than intended. */
  readonly padded?: boolean
  /** Too large to parse: the facts below are absent. */
  readonly unread?: boolean
  /** Its key suggests YAML, but it is not a YAML map. */
  readonly malformed?: boolean
  /** The format of the value as a Ceph key; only for keys that may hold one. */
  readonly cephx?: KeyState
  readonly certificates?: CertificateFacts
  readonly kubeconfig?: KubeconfigFacts
  readonly clouds?: Readonly<Record<string, CloudFacts>>
  /** The value is a token; RFC 3339, absent if it never expires. */
  readonly jwt?: { readonly expires?: string }
}

export interface CertificateFacts {
  readonly count: number
  /** The earliest expiry of all certificates; RFC 3339. Absent if none could be parsed. */
  readonly notAfter?: string
  /** Expiry of the first certificate, which is the holder's own. */
  readonly first?: string
  /** Number of PEM blocks that are not valid certificates. */
  readonly malformed?: number
}

/** How a kubeconfig authenticates. file: by a file that is not in the Secret. */
const LOGINS = ['certificate', 'token', 'password', 'exec', 'auth-provider', 'file', 'none'] as const

export type LoginMethod = (typeof LOGINS)[number]

export interface KubeconfigFacts {
  /** host:port of its context's cluster. */
  readonly server?: string
  readonly credentials?: LoginMethod
  /** Expiry of its client certificate; RFC 3339. */
  readonly notAfter?: string
  /** Earliest expiry of the CA certificates for the server; RFC 3339. */
  readonly caNotAfter?: string
  /** Expiry of its token; RFC 3339. */
  readonly tokenExpires?: string
  /** Has kind: Config, but is not usable as a kubeconfig. */
  readonly malformed?: boolean
}

export interface CloudFacts {
  /** host:port of its auth_url. */
  readonly authHost?: string
  readonly cacert: boolean
  readonly applicationCredential: boolean
  /** verify: false */
  readonly insecure?: boolean
  /** Fingerprint of the password or credential secret; comparable with that of a Secret key that holds it. */
  readonly secret?: string
}

/** Facts about one value of a Secret; undefined if the key is absent or the values were not parsed. */
export function factsOf(secret: KubeObject | undefined, key: string): SecretFacts | undefined {
  const { facts } = secret ?? {}
  return facts && Object.hasOwn(facts, key) ? facts[key] : undefined
}

/** Whether a Secret, or an observed copy of one, has any non-empty value. */
export function holdsData({ data }: KubeObject): boolean {
  if (typeof data !== 'object' || data === null) return false
  return Object.values(data).some((value) => (value instanceof Sealed ? !value.isEmpty : value !== ''))
}
