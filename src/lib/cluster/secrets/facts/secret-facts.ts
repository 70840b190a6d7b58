// SPDX-License-Identifier: Apache-2.0
// Secrets stay sealed outside of this folder, but checks must report expired kubeconfigs and empty passwords. These
// facts are derived here once, when the value is available.
import { isUtf8 } from 'node:buffer'
import type { KubeObject } from '../../../model/object/resource.ts'
import { Sealed } from '../../../model/secret/sealed.ts'
import type { SecretFacts } from '../../../model/secret/secret-facts.ts'
import { defineOwn } from '../../read/sanitize.ts'
import { keyState } from '../ceph-key-facts.ts'
import { certificateFacts } from './certificates.ts'
import { cloudsFacts, documentOf } from './clouds.ts'
import { kubeconfigFacts } from './kubeconfig.ts'
import { tokenFacts } from './token.ts'

/** Adds printable facts for each value. */
export async function withSecretFacts(secret: KubeObject): Promise<KubeObject> {
  const facts: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(secret.data ?? {}))
    if (value instanceof Sealed) {
      const bytes = Buffer.from(value.unseal(), 'base64')
      const cephx = CEPH_KEY.test(key) ? { cephx: keyState(bytes.toString('latin1')) } : {}
      defineOwn(facts, key, { ...(await factsOf(key, bytes)), ...cephx })
    }
  return { ...secret, facts: facts as Readonly<Record<string, SecretFacts>> }
}

/** Keys under which Rook and its consumers store a Ceph key. */
const CEPH_KEY = /^(userKey|adminKey|key)$/

/** The size limit of a Secret; larger values are not parsed. */
const MAX_BYTES = 1024 * 1024
/** Ten times a real document; a hostile one of a megabyte blocks the parser for seconds. */
const MAX_YAML_LENGTH = 128 * 1024

/** A document may end in a newline; a password that does is a different password. */
function isPadded(text: string): boolean {
  const trimmed = text.trim()
  return trimmed !== text && !trimmed.includes('\n')
}

const YAML_KEY = /(\.ya?ml|^kubeconfig|^clouds)$/

async function factsOf(key: string, bytes: Buffer): Promise<SecretFacts> {
  if (bytes.length > MAX_BYTES) return { bytes: bytes.length, empty: false, unread: true }
  const text = isUtf8(bytes) ? bytes.toString('utf8') : ''
  const empty = bytes.length === 0 || (text !== '' && text.trim() === '')
  const size = { bytes: bytes.length, empty, ...(!empty && isPadded(text) ? { padded: true } : {}) }
  if (empty) return size
  const [certificates, jwt] = [certificateFacts(text), tokenFacts(text)]
  if (text.length > MAX_YAML_LENGTH) return { ...size, ...(certificates ? { certificates } : { unread: true }) }
  const [kubeconfig, clouds] = [await kubeconfigFacts(text), await cloudsFacts(text)]
  const isYaml = kubeconfig !== undefined || clouds !== undefined
  const malformed = clouds === 'malformed' || (!isYaml && YAML_KEY.test(key) && (await documentOf(text)) === undefined)
  return {
    ...size,
    ...(malformed ? { malformed } : {}),
    ...(certificates && !isYaml ? { certificates } : {}),
    ...(kubeconfig ? { kubeconfig } : {}),
    ...(clouds === undefined || clouds === 'malformed' ? {} : { clouds }),
    ...(jwt ? { jwt } : {}),
  }
}
