// SPDX-License-Identifier: Apache-2.0
// Which fields of which manifests hold secrets, wherever the manifest stands: as an object of its own, in an item of a
// list, or as the observed copy inside a provider-kubernetes Object (spec.forProvider.manifest, status.atProvider.manifest).
import { isUtf8 } from 'node:buffer'
import { Sealed } from '../../model/secret/sealed.ts'
import { seal } from './seal.ts'

export interface SecretField {
  /** Only these keys of the field; all when absent. */
  readonly keys?: readonly string[]
  /** Values are base64: the text is kept as it is, the fingerprint is that of the bytes. */
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

/** The secret fields of a manifest by name, or undefined for everything else. An item of a list may lack its kind. */
export function secretFieldsOf(
  value: Readonly<Record<string, unknown>>,
  kind: unknown = value['kind'],
): ReadonlyMap<string, SecretField> | undefined {
  return typeof kind === 'string' ? FIELDS.get(kind) : undefined
}

/** One secret value, sealed as it came. Equal secrets have equal fingerprints, however their base64 was written. */
export function sealValue(value: unknown, { base64 }: SecretField): Sealed {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
  return base64 ? new Sealed(text, () => seal(decoded(text)).fingerprint) : seal(text)
}

/** The text of base64; bytes that are no text keep their one spelling in base64. */
function decoded(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  return isUtf8(bytes) ? bytes.toString('utf8') : `\0${bytes.toString('base64')}`
}
