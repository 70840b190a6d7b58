// SPDX-License-Identifier: Apache-2.0
import type { KubeObject } from '../object/resource.ts'
import { Sealed } from './sealed.ts'

/** What may be told of one value of a Secret: sizes, dates, addresses and fingerprints, never a byte of it. */
export interface SecretFacts {
  readonly bytes: number
  /** Nothing but white space. */
  readonly empty: boolean
  /** One line with white space around it: whoever takes it as it stands gets another value than it seems. */
  readonly padded?: boolean
  /** Too large to look inside: nothing below is known. */
  readonly unread?: boolean
  /** It should be YAML by its key and is not a map. */
  readonly malformed?: boolean
  readonly certificates?: CertificateFacts
  readonly kubeconfig?: KubeconfigFacts
  /** The clouds of a clouds.yaml by name. */
  readonly clouds?: Readonly<Record<string, CloudFacts>>
  /** A token; RFC 3339, absent when it never expires. */
  readonly jwt?: { readonly expires?: string }
}

export interface CertificateFacts {
  readonly count: number
  /** When the first of them all ends; RFC 3339. Absent when none could be read. */
  readonly notAfter?: string
  /** The end of the first one, which is the holder's own. */
  readonly first?: string
  /** How many look like a certificate and are none. */
  readonly malformed?: number
}

/** How a kubeconfig logs in. file: by something that is not in the Secret. */
export const LOGINS = ['certificate', 'token', 'password', 'exec', 'auth-provider', 'file', 'none'] as const

export type LoginMethod = (typeof LOGINS)[number]

export interface KubeconfigFacts {
  /** host:port of its context's cluster. */
  readonly server?: string
  readonly credentials?: LoginMethod
  /** The end of its client certificate; RFC 3339. */
  readonly notAfter?: string
  /** The first end of the authorities it trusts the server by; RFC 3339. */
  readonly caNotAfter?: string
  /** The end of its token; RFC 3339. */
  readonly tokenExpires?: string
  /** It calls itself a kubeconfig and cannot be used as one. */
  readonly malformed?: boolean
}

export interface CloudFacts {
  /** host:port of its auth_url. */
  readonly authHost?: string
  /** It names a file with a CA. */
  readonly cacert: boolean
  readonly applicationCredential: boolean
  /** verify: false */
  readonly insecure?: boolean
  /** Fingerprint of the password or the application credential's secret: equal to that of a Secret's key that holds it alone. */
  readonly secret?: string
}

/** What is known of one value of a Secret; undefined when the key is not there or nobody looked. */
export function factsOf(secret: KubeObject | undefined, key: string): SecretFacts | undefined {
  const { facts } = secret ?? {}
  return facts && Object.hasOwn(facts, key) ? facts[key] : undefined
}

/** Whether a Secret, or somebody's copy of one, holds anything at all. */
export function holdsData({ data }: KubeObject): boolean {
  if (typeof data !== 'object' || data === null) return false
  return Object.values(data).some((value) => (value instanceof Sealed ? !value.isEmpty : value !== ''))
}
