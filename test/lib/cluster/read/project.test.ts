// SPDX-License-Identifier: Apache-2.0
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { PrecisionLost, readExactJson } from '../../../../src/lib/cluster/read/exact-numbers.ts'
import { isPlainJson } from '../../../../src/lib/cluster/read/is-plain-json.ts'
import { NotAnObject, project } from '../../../../src/lib/cluster/read/project.ts'
import { NestingError, sanitize } from '../../../../src/lib/cluster/read/sanitize.ts'
import type { KubeObject } from '../../../../src/lib/model/object/resource.ts'
import { Sealed } from '../../../../src/lib/model/secret/sealed.ts'
import { isUnsafe } from '../../../../src/lib/model/text/sanitize.ts'
import { ceph, cephKind, nodeKind, objectKind, secretKind } from '../sample-kinds.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const secretText = (value: Sealed) => Buffer.from(value.unseal(), 'base64').toString()
const CANARY = 'AQDcanary-value'

/** Reads an object as a page of a list does. */
function read(raw: unknown, kind = cephKind, text = JSON.stringify(raw)): KubeObject {
  return readExactJson(text, (body) => project(body, kind, 'group/v1', isPlainJson(text)).object)
}

/** Everything that can be printed of an object. */
const shown = (value: unknown) =>
  `${JSON.stringify(value)}${inspect(value, { depth: 50, showHidden: true })}${String(value)}`

describe('a projection', () => {
  test('keeps the paths of the kind and nothing else', () => {
    const raw = {
      metadata: {
        name: 'n1',
        generateName: 'n',
        selfLink: '/x',
        uid: 'u',
        resourceVersion: '7',
        generation: 3,
        creationTimestamp: '2026-01-01T00:00:00Z',
        deletionTimestamp: null,
        labels: { a: 'b' },
        annotations: { keep: 'me', 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
        ownerReferences: [{ apiVersion: 'v1', kind: 'K', name: 'o', uid: 'u2', controller: true, extra: 1 }],
        finalizers: ['f'],
        managedFields: [{ manager: 'm' }],
      },
      spec: { unschedulable: true, podCIDR: '10.0.0.0/8' },
      status: { conditions: [{ type: 'Ready' }], images: ['big'] },
    }
    expect(read(raw, nodeKind)).toEqual({
      apiVersion: 'group/v1',
      kind: 'Node',
      metadata: {
        name: 'n1',
        uid: 'u',
        resourceVersion: '7',
        generation: 3,
        creationTimestamp: '2026-01-01T00:00:00Z',
        labels: { a: 'b' },
        annotations: { keep: 'me' },
        ownerReferences: [{ apiVersion: 'v1', kind: 'K', name: 'o', uid: 'u2', controller: true }],
        finalizers: ['f'],
      },
      spec: { unschedulable: true },
      status: { conditions: [{ type: 'Ready' }] },
    })
  })

  test('follows paths through lists and keeps values of unexpected types', () => {
    const kind = { ...nodeKind, keep: ['spec.containers.image', 'status.conditions.type'] }
    const raw = { metadata: { name: 'a' }, spec: { containers: [{ image: 'i', env: 'e' }, 7] }, status: 'Ready' }
    expect(read(raw, kind)).toMatchObject({ spec: { containers: [{ image: 'i' }, 7] }, status: 'Ready' })
  })

  test('an object without status keeps none', () => {
    expect(Object.keys(read({ metadata: { name: 'a' } }))).toEqual(['apiVersion', 'kind', 'metadata'])
  })

  test('wrong types in spec and status are kept unchanged', () => {
    const status = { replicas: '3', conditions: { Ready: true }, at: 'garbage' }
    expect(read({ metadata: { name: 'a' }, status }).status).toEqual(status)
  })

  test.each([
    ['text', 'a string'],
    [7, 'a number'],
    [['a'], 'a list'],
    [null, 'null'],
    [true, 'a boolean'],
  ])('a spec or status that is %j is a problem of the object, which is kept', (value, found) => {
    const raw = { metadata: { name: 'a', labels: 'x' }, spec: value, status: value }
    const { object, problems } = project(raw, cephKind, 'ceph.rook.io/v1')
    const problem = `is ${found} instead of an object`
    expect(problems).toEqual([
      { field: 'metadata.labels', problem: 'has the wrong type' },
      { field: 'spec', problem },
      { field: 'status', problem },
    ])
    expect(object).toMatchObject({ metadata: { name: 'a' }, malformed: problems })
  })

  test('a valid object has no problems, nor does one with problems in fields that are not kept', () => {
    expect(read({ metadata: { name: 'a' }, spec: {}, status: {}, data: 'x' })).not.toHaveProperty('malformed')
  })

  test('__proto__ and constructor are ordinary keys, and are never inherited', () => {
    const text =
      '{"metadata":{"name":"a","labels":{"__proto__":"l","constructor":"c"}},"spec":{"__proto__":{"x":"\\u001b"},"y":1}}'
    const object = read(undefined, cephKind, text)
    expect(Object.entries(object.metadata.labels ?? {})).toEqual([
      ['__proto__', 'l'],
      ['constructor', 'c'],
    ])
    expect(JSON.stringify(object.spec)).toBe('{"__proto__":{"x":"\\\\u{1b}"},"y":1}')
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    const kind = { ...cephKind, keep: ['constructor', 'toString.name', 'spec'] }
    expect(Object.keys(read({ metadata: { name: 'a' } }, kind))).toEqual(['apiVersion', 'kind', 'metadata'])
    expect(() => read({ __proto__: { metadata: { name: 'lent' } } })).toThrow(NotAnObject)
  })

  test('a Secret key named __proto__ is sealed and kept', () => {
    const object = read(undefined, secretKind, `{"metadata":{"name":"s"},"data":{"__proto__":"${base64(CANARY)}"}}`)
    expect(Object.keys(object.data ?? {})).toEqual(['__proto__'])
    expect(Object.values(object.data ?? {})[0]).toBeInstanceOf(Sealed)
  })

  test('integers beyond 2^53 keep their digits, others stay numbers', () => {
    const text =
      '{"metadata":{"name":"a"},"status":{"big":9007199254740993,"neg":-12345678901234567890,"ok":9007199254740991,"half":0.5,"e":1e400}}'
    expect(read(undefined, cephKind, text).status).toEqual({
      big: '9007199254740993',
      neg: '-12345678901234567890',
      ok: 9007199254740991,
      half: 0.5,
      e: '1e400',
    })
  })

  test('a big number in a dropped field causes no second parse', () => {
    let parses = 0
    const text = '{"metadata":{"name":"a"},"spec":{"podCIDR":9007199254740993}}'
    readExactJson(text, (body) => {
      parses += 1
      return project(body, nodeKind, 'v1')
    })
    expect(parses).toBe(1)
  })
})

describe('strings', () => {
  const nasty = 'a\u001b[31mred\u009b2J\u202eevil\u200b\u2028\ud800'

  test('are sanitized everywhere, including keys', () => {
    const raw = {
      ...ceph('a'),
      metadata: { name: `n${nasty}`, labels: { [nasty]: nasty } },
      spec: { [nasty]: [nasty] },
    }
    const object = read(raw)
    const strings = allStrings(object)
    expect(strings.length).toBeGreaterThan(6)
    expect(strings.filter((text) => isUnsafe(text))).toEqual([])
    expect(object.metadata.name).toContain('\\u{1b}[31mred')
  })

  test('two keys that are equal after sanitizing are both kept', () => {
    const object = read({ ...ceph('a'), spec: { 'k\u001b': 1, 'k\\u{1b}': 2 } })
    expect(Object.values(object.spec as object)).toEqual([1, 2])
  })

  test('are cut at 4 KB, documents in data are not', () => {
    const long = 'x'.repeat(9000)
    const configMap = { ...secretKind, kind: 'ConfigMap', keep: ['data', 'spec'] }
    const object = read({ metadata: { name: 'a' }, data: { file: long }, spec: { text: long } }, configMap)
    expect(object.data?.['file']).toBe(long)
    expect((object.spec as { text: string }).text).toBe(`${'x'.repeat(4096)}… (4904 more)`)
  })

  test.each([
    ['ASCII with the usual escapes', '{"a":"x\\n\\t\\"\\\\ \\u003c\\u003e\\u0026 /"}', true],
    ['an escaped ESC', '{"a":"\\u001b"}', false],
    ['an escaped ESC after a harmless escape', '{"a":"\\\\u003c\\u001b"}', false],
    ['an escaped C1', '{"a":"\\u009B"}', false],
    ['a carriage return', '{"a":"\\r"}', false],
    ['a backspace', '{"a":"\\b"}', false],
    ['DEL', '{"a":"\x7f"}', false],
    ['a raw C1', '{"a":"\x9b"}', false],
    ['bidi', '{"a":"\u202e"}', false],
    ['an umlaut', '{"a":"ü"}', false],
  ])('%s is noticed in the text of a page', (_, text, plain) => {
    expect(isPlainJson(text)).toBe(plain)
  })
})

describe('secrets', () => {
  test('a message that quotes unparsable input loses the quotation', () => {
    const message = 'failed to unmarshal clouds credentials: line 1: cannot unmarshal !!str `canary-...` into Clouds'
    const text = JSON.stringify({ status: { message } })
    expect(isPlainJson(text)).toBe(false)
    const cleaned = JSON.stringify(sanitize(JSON.parse(text), { cut: 1000, plain: isPlainJson(text) }))
    expect(cleaned).toContain('cannot unmarshal !!str `…` into Clouds')
    expect(cleaned).not.toContain('canary')
  })

  const data = { userKey: base64(CANARY), binary: '/wD/', empty: '' }

  test.each([
    ['with its kind', { kind: 'Secret', apiVersion: 'v1' }],
    ['without, as in a list', {}],
  ])('of a Secret %s are sealed: exact base64 inside, fingerprint of the bytes', (_, kind) => {
    const object = read(
      { ...kind, metadata: { name: 's' }, type: 'Opaque', data, stringData: { plain: CANARY } },
      secretKind,
    )
    const sealed = object.data as Record<string, Sealed>
    expect(sealed['userKey']?.unseal()).toBe(data.userKey)
    expect(secretText(sealed['userKey'] as Sealed)).toBe(CANARY)
    const stringData = object['stringData'] as Record<string, Sealed>
    expect(stringData['plain']?.fingerprint).toBe(sealed['userKey']?.fingerprint)
    expect(sealed['binary']?.fingerprint).not.toBe(sealed['empty']?.fingerprint)
    expect(object['type']).toBe('Opaque')
    expect(shown(object)).not.toMatch(new RegExp(`${CANARY}|${base64(CANARY)}`))
  })

  test('are removed from last-applied-configuration', () => {
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': CANARY,
      'kapp.k14s.io/original': CANARY,
      'objectset.rio.cattle.io/applied': CANARY,
      'banzaicloud.com/last-applied': CANARY,
      fine: 'yes',
    }
    const object = read({ metadata: { name: 's', annotations }, data }, secretKind)
    expect(object.metadata.annotations).toEqual({ fine: 'yes' })
    expect(shown(object)).not.toContain(CANARY)
  })

  test.each([
    'spec.forProvider.manifest',
    'status.atProvider.manifest',
    'status.atProvider.manifest.data',
    'status',
    'spec',
  ])('in the observed copy of a provider-kubernetes Object are sealed when %s is kept', (path) => {
    const manifest = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'remote',
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': CANARY },
        managedFields: [{ manager: 'x' }],
      },
      data,
      stringData: { more: CANARY },
    }
    const raw = {
      metadata: { name: 'o' },
      spec: { forProvider: { manifest } },
      status: { atProvider: { manifest: { kind: 'List', items: [manifest, { ...manifest, kind: 'ConfigMap' }] } } },
    }
    const single = { ...raw, status: { atProvider: { manifest } } }
    for (const object of [read(single, { ...objectKind, keep: [path] })]) {
      expect(shown(object)).not.toContain(CANARY)
      expect(shown(object)).not.toContain(data.userKey)
      expect(shown(object)).toContain('sealed:')
      expect(shown(object)).not.toContain('managedFields')
    }
    const nested = JSON.stringify(read(raw, { ...objectKind, keep: ['status'] }))
    expect(nested.split(data.userKey)).toHaveLength(2)
  })

  test('the last change is reported without the status, and only as a date', () => {
    const kind = { ...secretKind, keep: ['metadata.changed'] }
    const changedAt = (...managedFields: unknown[]) =>
      read({ metadata: { name: 's', managedFields } }, kind).metadata.changed
    const [old, young] = ['2026-11-16T10:00:00Z', '2026-11-16T11:00:00.5+00:00']
    expect(changedAt({ time: old }, { time: young }, { time: '2026-11-16T12:00:00Z', subresource: 'status' })).toBe(
      young,
    )
    expect(changedAt({ time: `${old} (\u001b[31m)` }, { time: 12 }, null, 'x')).toBeUndefined()
    expect(read({ metadata: { name: 's', managedFields: [{ time: old }] } }, secretKind).metadata).not.toHaveProperty(
      'changed',
    )
  })

  test('that are no map are sealed as a whole', () => {
    for (const malformed of [CANARY, [CANARY], { key: { deep: CANARY } }, { key: [CANARY] }, 12]) {
      const object = read({ metadata: { name: 's' }, data: malformed }, secretKind)
      expect(shown(object)).not.toContain(CANARY)
      expect(shown(object)).toContain('sealed:')
    }
  })

  test('of token and kubeconfig requests are sealed', () => {
    const how = { cut: Number.POSITIVE_INFINITY, plain: true }
    const token = sanitize({ kind: 'TokenRequest', status: { token: CANARY, expirationTimestamp: 't' } }, how)
    expect(JSON.stringify(token)).toMatch(
      /^\{"kind":"TokenRequest","status":\{"token":"sealed:\w{8}","expirationTimestamp":"t"\}\}$/,
    )
    const viewer = { kind: 'ViewerKubeconfigRequest', status: { kubeconfig: base64(CANARY.repeat(1000)) } }
    const { status } = sanitize(viewer, how) as { status: { kubeconfig: Sealed } }
    expect(secretText(status.kubeconfig)).toBe(CANARY.repeat(1000))
    expect(shown(status)).not.toContain(CANARY)
  })
})

describe('arbitrary input', () => {
  const SEED = 20_261_116
  const hostile = [
    '\u001b[2J',
    '\u009b',
    '\u202e',
    '\ud800',
    'x'.repeat(10_000),
    '',
    '__proto__',
    'constructor',
    'Secret',
  ]

  test(`2,000 mutated objects (seed ${SEED}) never throw an unexpected error and never pass an unsafe string`, () => {
    const random = generator(SEED)
    const pickOne = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const leaf = () =>
      pickOne<() => unknown>([
        () => null,
        () => random() * 1e20,
        () => Math.floor(random() * 100),
        () => true,
        () => [],
        () => ({}),
        () => pickOne(hostile),
        () => ({ kind: 'Secret', data: { k: CANARY }, metadata: { name: 'x', managedFields: [] } }),
        () => JSON.parse(`${'[{"a":'.repeat(400)}1${'}]'.repeat(400)}`),
      ])()
    const mutate = (value: unknown, depth = 0): unknown => {
      if (random() < 0.12) return leaf()
      if (Array.isArray(value)) return value.map((element) => mutate(element, depth + 1))
      if (typeof value !== 'object' || value === null) return value
      const entries = Object.entries(value).filter(() => random() > 0.1)
      if (random() < 0.2) entries.push([pickOne(hostile), leaf()])
      const copy = Object.create(null) as Record<string, unknown>
      for (const [key, inner] of entries) copy[random() < 0.05 ? pickOne(hostile) : key] = mutate(inner, depth + 1)
      return copy
    }
    const full = {
      ...ceph('fuzz'),
      metadata: {
        ...ceph('fuzz').metadata,
        labels: { a: 'b' },
        annotations: { c: 'd' },
        ownerReferences: [{ apiVersion: 'v1', kind: 'K', name: 'n', uid: 'u' }],
        finalizers: ['f'],
        generation: 1,
      },
      status: {
        conditions: [{ type: 'Ready', status: 'True', message: 'm' }],
        manifest: { kind: 'Secret', data: { k: CANARY } },
      },
    }
    let kept = 0
    for (let i = 0; i < 2000; i++) {
      const text = JSON.stringify(mutate(full)) ?? 'null'
      try {
        const object = read(undefined, cephKind, text)
        kept += 1
        expect(allStrings(object).filter((string) => isUnsafe(string.slice(0, 4096)))).toEqual([])
        expect(typeof object.metadata.name).toBe('string')
        expect(Object.values(object.metadata.labels ?? {}).every((label) => typeof label === 'string')).toBe(true)
        expect(Array.isArray(object.metadata.finalizers ?? [])).toBe(true)
        // A mutation may rename data or kind; anything that is still the data of a Secret must be sealed.
        for (const secret of secretsIn(object)) expect(shown(secret.data)).not.toContain(CANARY)
      } catch (error) {
        if (error instanceof NotAnObject || error instanceof NestingError) continue
        throw new Error(`case ${i} of seed ${SEED}: ${String(error)}`, { cause: error })
      }
    }
    expect(kept).toBeGreaterThan(500)
  })

  test('a text known to be plain gives the same result as one that is not', () => {
    const raw = {
      ...ceph('a'),
      status: { big: 'x'.repeat(5000), manifest: { kind: 'Secret', data: { k: 'QQ==' } }, n: 1 },
    }
    expect(JSON.stringify(project(raw, cephKind, 'v1', true))).toBe(JSON.stringify(project(raw, cephKind, 'v1', false)))
    expect(() => project({ metadata: { name: 'a' }, spec: 2 ** 60 }, cephKind, 'v1', true)).toThrow(PrecisionLost)
  })
})

function allStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value instanceof Sealed || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(allStrings)
  return Object.entries(value).flatMap(([key, inner]) => [key, ...allStrings(inner)])
}

function secretsIn(value: unknown): { data?: unknown }[] {
  if (value instanceof Sealed || typeof value !== 'object' || value === null) return []
  if (!Array.isArray(value) && (value as { kind?: unknown }).kind === 'Secret') return [value]
  return Object.values(value).flatMap(secretsIn)
}

/** mulberry32, a small seeded generator. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
