// SPDX-License-Identifier: Apache-2.0
// kubectl's typed commands (auth can-i, create secret, create namespace) send Kubernetes' protobuf. This decodes the few
// kinds they use by field numbers; anything else must be JSON or YAML.
import type { Json } from '../json.ts'

export const isProtobuf = (contentType: string) => contentType === 'application/vnd.kubernetes.protobuf'

type Field = readonly [name: string, type: 'text' | 'bool' | 'texts' | 'textMap' | 'bytesMap' | Message]
interface Message {
  readonly [number: number]: Field
}

const METADATA: Message = {
  1: ['name', 'text'],
  2: ['generateName', 'text'],
  3: ['namespace', 'text'],
  5: ['uid', 'text'],
  6: ['resourceVersion', 'text'],
  11: ['labels', 'textMap'],
  12: ['annotations', 'textMap'],
  14: ['finalizers', 'texts'],
}

const RESOURCE: Message = {
  1: ['namespace', 'text'],
  2: ['verb', 'text'],
  3: ['group', 'text'],
  4: ['version', 'text'],
  5: ['resource', 'text'],
  6: ['subresource', 'text'],
  7: ['name', 'text'],
}

const KINDS: Readonly<Record<string, Message>> = {
  SelfSubjectReview: { 1: ['metadata', METADATA] },
  SelfSubjectRulesReview: { 1: ['metadata', METADATA], 2: ['spec', { 1: ['namespace', 'text'] }] },
  SelfSubjectAccessReview: {
    1: ['metadata', METADATA],
    2: [
      'spec',
      {
        1: ['resourceAttributes', RESOURCE],
        2: ['nonResourceAttributes', { 1: ['path', 'text'], 2: ['verb', 'text'] }],
      },
    ],
  },
  Namespace: { 1: ['metadata', METADATA] },
  ConfigMap: {
    1: ['metadata', METADATA],
    2: ['data', 'textMap'],
    3: ['binaryData', 'bytesMap'],
    4: ['immutable', 'bool'],
  },
  Secret: {
    1: ['metadata', METADATA],
    2: ['data', 'bytesMap'],
    3: ['type', 'text'],
    4: ['stringData', 'textMap'],
    5: ['immutable', 'bool'],
  },
}

/** Undefined for an unsupported kind. */
export function fromProtobuf(bytes: Uint8Array): Json | undefined {
  // "k8s\0", then an envelope with the type and the object.
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== 'k8s\0') return undefined
  const envelope = fieldsOf(bytes.subarray(4))
  const type = decode({ 1: ['apiVersion', 'text'], 2: ['kind', 'text'] }, last(envelope.get(1)))
  const kind = KINDS[String(type['kind'])]
  return kind === undefined ? undefined : { ...type, ...decode(kind, last(envelope.get(2))) }
}

function decode(message: Message, bytes: Uint8Array): Json {
  const entries: [string, unknown][] = []
  for (const [number, values] of fieldsOf(bytes)) {
    const field = message[number]
    if (field === undefined) continue
    const value = decoded(field[1], values)
    // proto2 encodes empty strings.
    if (value !== '') entries.push([field[0], value])
  }
  return Object.fromEntries(entries)
}

function decoded(type: Field[1], values: readonly Uint8Array[]): unknown {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')
  switch (type) {
    case 'text':
      return text(last(values))
    case 'bool':
      return last(values)[0] === 1
    case 'texts':
      return values.map(text)
    case 'textMap':
    case 'bytesMap':
      return Object.fromEntries(
        values.map((entry) => {
          const pair = fieldsOf(entry)
          const value = last(pair.get(2))
          return [text(last(pair.get(1))), type === 'textMap' ? text(value) : Buffer.from(value).toString('base64')]
        }),
      )
    default:
      return decode(type, last(values))
  }
}

const last = (values: readonly Uint8Array[] | undefined) => values?.at(-1) ?? new Uint8Array()

/** Fields by number; of a varint only the low byte, which is enough for a bool. */
function fieldsOf(bytes: Uint8Array): ReadonlyMap<number, readonly Uint8Array[]> {
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
  const sized: Readonly<Record<number, number>> = { 1: 8, 5: 4 }
  while (at < bytes.length) {
    const tag = varint()
    const wire = tag & 7
    const number = Math.floor(tag / 8)
    const start = at
    if (wire === 0) {
      found.set(number, [...(found.get(number) ?? []), Uint8Array.of(varint() & 0xff)])
      continue
    }
    const length = wire === 2 ? varint() : (sized[wire] ?? bytes.length - start)
    found.set(number, [...(found.get(number) ?? []), bytes.subarray(at, at + length)])
    at += length
  }
  return found
}
