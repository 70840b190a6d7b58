// SPDX-License-Identifier: Apache-2.0
// kubectl asks its own permissions in Kubernetes' protobuf. Only those reviews are understood here; everything else
// is JSON or YAML.
import type { Json } from './json.ts'

export const isProtobuf = (contentType: string) => contentType === 'application/vnd.kubernetes.protobuf'

/** A SelfSubject…Review sent as protobuf; undefined for any other kind. */
export function reviewFromProtobuf(bytes: Uint8Array): Json | undefined {
  const magic = [0x6b, 0x38, 0x73, 0]
  if (!magic.every((byte, index) => bytes[index] === byte)) return undefined
  const envelope = fields(bytes.subarray(4))
  const type = fields(first(envelope, 1))
  const kind = text(type, 2)
  const spec = fields(first(fields(first(envelope, 2)), 2))
  const base = { apiVersion: text(type, 1), kind }
  if (kind === 'SelfSubjectReview') return base
  if (kind === 'SelfSubjectRulesReview') return { ...base, spec: { namespace: text(spec, 1) } }
  if (kind !== 'SelfSubjectAccessReview') return undefined
  if (spec.has(1)) {
    const names = ['namespace', 'verb', 'group', 'version', 'resource', 'subresource', 'name']
    const resource = fields(first(spec, 1))
    const known = names.map((name, index) => [name, text(resource, index + 1)] as const)
    return { ...base, spec: { resourceAttributes: Object.fromEntries(known.filter(([, value]) => value !== '')) } }
  }
  const path = fields(first(spec, 2))
  return { ...base, spec: { nonResourceAttributes: { path: text(path, 1), verb: text(path, 2) } } }
}

type Fields = ReadonlyMap<number, readonly Uint8Array[]>

const NONE = new Uint8Array()
const first = (message: Fields, field: number) => message.get(field)?.[0] ?? NONE
const text = (message: Fields, field: number) => Buffer.from(first(message, field)).toString('utf8')

/** The length-delimited fields of a message by number; numbers are skipped. */
function fields(bytes: Uint8Array): Fields {
  const found = new Map<number, Uint8Array[]>()
  let at = 0
  const varint = () => {
    let value = 0
    for (let shift = 0; at < bytes.length; shift += 7) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) break
    }
    return value
  }
  while (at < bytes.length) {
    const tag = varint()
    const wire = tag & 7
    if (wire === 0) varint()
    else if (wire === 1) at += 8
    else if (wire === 5) at += 4
    else {
      const length = varint()
      const number = Math.floor(tag / 8)
      found.set(number, [...(found.get(number) ?? []), bytes.subarray(at, at + length)])
      at += length
    }
  }
  return found
}
