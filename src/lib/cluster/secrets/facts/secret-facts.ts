// SPDX-License-Identifier: Apache-2.0
// Secrets stay sealed beyond this folder, but a check must be able to say that a kubeconfig has ended or a password is
// empty. What may be told is derived here, once, while the value is at hand.
import { isUtf8 } from 'node:buffer'
import type { KubeObject } from '../../../model/object/resource.ts'
import { Sealed } from '../../../model/secret/sealed.ts'
import type { SecretFacts } from '../../../model/secret/secret-facts.ts'
import { defineOwn } from '../../read/sanitize.ts'
import { certificateFacts } from './certificates.ts'
import { cloudsFacts, documentOf } from './clouds.ts'
import { kubeconfigFacts } from './kubeconfig.ts'
import { tokenFacts } from './token.ts'

/** A Secret cannot be larger; what claims to be is not looked into. */
const MOST_BYTES = 1024 * 1024
/** Real ones have a tenth of it; a hostile one of a megabyte keeps a parser busy for seconds. */
const LONGEST_YAML = 128 * 1024

/** The Secret with what may be told of each of its values. */
export async function withSecretFacts(secret: KubeObject): Promise<KubeObject> {
  const facts: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(secret.data ?? {}))
    if (value instanceof Sealed) defineOwn(facts, key, await factsOf(key, Buffer.from(value.unseal(), 'base64')))
  return { ...secret, facts: facts as Readonly<Record<string, SecretFacts>> }
}

/** A document may well end in a new line; a password that does is another password. */
function isPadded(text: string): boolean {
  const trimmed = text.trim()
  return trimmed !== text && !trimmed.includes('\n')
}

/** Keys that promise YAML. */
const YAML_KEY = /(\.ya?ml|^kubeconfig|^clouds)$/

async function factsOf(key: string, bytes: Buffer): Promise<SecretFacts> {
  if (bytes.length > MOST_BYTES) return { bytes: bytes.length, empty: false, unread: true }
  const text = isUtf8(bytes) ? bytes.toString('utf8') : ''
  const empty = bytes.length === 0 || (text !== '' && text.trim() === '')
  const size = { bytes: bytes.length, empty, ...(!empty && isPadded(text) ? { padded: true } : {}) }
  if (empty) return size
  const [certificates, jwt] = [certificateFacts(text), tokenFacts(text)]
  if (text.length > LONGEST_YAML) return { ...size, ...(certificates ? { certificates } : { unread: true }) }
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
