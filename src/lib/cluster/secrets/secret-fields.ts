// SPDX-License-Identifier: Apache-2.0
// The fields that contain secrets, wherever the manifest is: an object, an item of a list, or the observed copy inside
// a provider-kubernetes Object (spec.forProvider.manifest, status.atProvider.manifest).
import { isUtf8 } from 'node:buffer'
import { Sealed } from '../../model/secret/sealed.ts'
import { seal } from './seal.ts'

export interface SecretField {
  /** Secret keys of the field; absent for all. */
  readonly keys?: readonly string[]
  /** Values are base64: the text is kept as it is, the fingerprint is that of the decoded bytes. */
  readonly base64: boolean
}

const DATA: SecretField = { base64: true }
const KUBECONFIG = new Map<string, SecretField>([['status', { keys: ['kubeconfig'], base64: true }]])

const FIELDS: ReadonlyMap<string, ReadonlyMap<string, SecretField>> = new Map([
  [
    'Secret',
    new Map([
      ['data', DATA],
      ['stringData', { base64: false }],
    ]),
  ],
  ['TokenRequest', new Map([['status', { keys: ['token'], base64: false }]])],
  ['AdminKubeconfigRequest', KUBECONFIG],
  ['ViewerKubeconfigRequest', KUBECONFIG],
])

/** Undefined for kinds without secret fields. Pass the kind for items of a list, which may omit theirs. */
export function secretFieldsOf(
  value: Readonly<Record<string, unknown>>,
  kind: unknown = value['kind'],
): ReadonlyMap<string, SecretField> | undefined {
  return typeof kind === 'string' ? FIELDS.get(kind) : undefined
}

/** Equal secrets have equal fingerprints, however their base64 is formatted. */
export function sealValue(value: unknown, { base64 }: SecretField): Sealed {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
  return base64 ? new Sealed(text, () => seal(decoded(text)).fingerprint) : seal(text)
}

/** Bytes that are not UTF-8 are normalized to canonical base64. */
function decoded(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  return isUtf8(bytes) ? bytes.toString('utf8') : `\0${bytes.toString('base64')}`
}
