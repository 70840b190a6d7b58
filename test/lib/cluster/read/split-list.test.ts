// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import { readPage } from '../../../../src/lib/cluster/read/page.ts'
import { listParts } from '../../../../src/lib/cluster/read/split-list.ts'
import type { ApiRequest } from '../../../../src/lib/cluster/transport/types.ts'
import type { KindSpec } from '../../../../src/lib/model/graph/kind.ts'

const things: KindSpec = {
  group: 'example.io',
  kind: 'Thing',
  plural: 'things',
  versions: ['v1'],
  namespaced: false,
  roles: [],
  keep: ['spec'],
}
const resource = { ...things, version: 'v1', verbs: [] }
const request: ApiRequest = { method: 'GET', path: '/apis/example.io/v1/things', about: { verb: 'list' } }
const headers = { 'content-type': 'application/json' }

const apart = (text: string) => listParts(Buffer.from(text), 'example.io/v1', 'Thing')
const read = (text: string) => readPage({ status: 200, headers, text, attempts: 1 }, request, things, resource)
/** The same list, formatted so that it is parsed as a whole. */
const whole = (text: string) => read(JSON.stringify(JSON.parse(text), null, 1))

const thing = (name: string, spec: unknown = {}) => ({
  apiVersion: 'example.io/v1',
  kind: 'Thing',
  metadata: { name },
  spec,
})
/** Sorted keys, as for custom resources. */
const sorted = (...items: unknown[]) =>
  JSON.stringify({
    apiVersion: 'example.io/v1',
    items,
    kind: 'ThingList',
    metadata: { continue: 'next', resourceVersion: '7' },
  })
/** Items without kind and at the end, as for built-in kinds. */
const typed = (...items: unknown[]) =>
  JSON.stringify({ kind: 'ThingList', apiVersion: 'example.io/v1', metadata: { resourceVersion: '7' }, items })

describe('lists as API servers write them are split', () => {
  test.each([
    ['custom resources', sorted(thing('a', { n: 1 }), thing('b'), thing('c', { list: [[], {}] }))],
    ['one item', sorted(thing('a'))],
    ['built-in kinds', typed({ metadata: { name: 'a' }, spec: { x: ']}' } }, { metadata: { name: 'b' } })],
    ['text beyond ASCII', sorted(thing('a', { text: 'größer \u{1f600}' }), thing('b', { text: '\u202e' }))],
    ['a line break at the end', `${sorted(thing('a'), thing('b'))}\n`],
  ])('%s', (_, text) => {
    const items = [...(apart(text)?.items ?? [])].map((item) => JSON.parse(item))
    expect(items).toEqual(JSON.parse(text).items)
    expect(read(text)).toEqual(whole(text))
    expect(read(text).items).toHaveLength(items.length)
  })

  test('the metadata of the list is kept', () => {
    expect(read(sorted(thing('a')))).toMatchObject({ next: 'next', resourceVersion: '7' })
  })

  test('digits of a split item are not lost', () => {
    const text = sorted(thing('a', { n: 'BIG' }), thing('b')).replace('"BIG"', '12345678901234567890')
    expect(read(text).items.map(({ spec }) => spec)).toEqual([{ n: '12345678901234567890' }, {}])
  })

  test('an item of another kind is left out and reported', () => {
    const text = typed({ metadata: { name: 'a' } }, { metadata: {} }, { metadata: { name: 'c' } })
    expect(read(text).problems).toEqual(['item 1 was left out: no metadata.name'])
    expect(read(text)).toEqual(whole(text))
  })
})

describe('text that looks like a separator does not split a list', () => {
  test.each([
    ['an item inside of an item', sorted(thing('a', { copies: [thing('x'), thing('y')] }), thing('b'))],
    [
      'two templates inside of a built-in kind',
      typed({ metadata: { name: 'a' }, spec: { templates: [{ metadata: {} }, { metadata: {} }] } }),
    ],
    ['another list after it', sorted(thing('a')).replace(/}$/, ',"more":{"x":[1],"kind":"y"}}')],
    [
      'items inside of metadata',
      typed({ metadata: { name: 'a' } }).replace('"resourceVersion"', '"items":[{"metadata":{}}],"resourceVersion"'),
    ],
    ['items named twice', sorted(thing('a'), thing('b')).replace(/}$/, `,"items":[${JSON.stringify(thing('c'))}]}`)],
    ['items named twice, then empty', sorted(thing('a')).replace(/}$/, ',"items":[]}')],
    ['no items', sorted()],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual(whole(text))
  })

  test('a separator in a string is part of the string', () => {
    const text = sorted(thing('a', { text: '},{"apiVersion":"example.io/v1","kind":"Thing",' }), thing('b'))
    expect(read(text)).toEqual(whole(text))
  })
})

test('a truncated list is never a shorter list, wherever it is cut', () => {
  const text = sorted(thing('a', { list: [{ x: 1 }] }), thing('b', { list: [{ x: 1 }] }), thing('c'))
  for (let length = 1; length < text.length; length++) expect(() => read(text.slice(0, length))).toThrow(/JSON/)
})

describe('managedFields are not read', () => {
  const managed = (...names: string[]) =>
    names.map((name) => ({
      manager: name,
      operation: 'Update',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:spec': { [`k:{"type":"${name}"}`]: {}, [`f:${name}`]: {} } },
      time: '2026-10-01T12:00:00Z',
    }))
  const withManaged = (name: string, managedFields: unknown, spec: unknown = { n: 1 }) => ({
    ...thing(name, spec),
    metadata: { name, managedFields, resourceVersion: '5' },
  })

  test('nothing of them is parsed', () => {
    const text = sorted(withManaged('a', managed('x', 'y')), thing('b'), withManaged('c', []))
    const parts = listParts(Buffer.from(text), 'example.io/v1', 'Thing', true)
    const items = [...(parts?.items ?? [])].map((item) => JSON.parse(item))
    expect(items.map(({ metadata }) => metadata.managedFields)).toEqual([[], undefined, []])
    expect(read(text)).toEqual(whole(text))
    expect(read(text).items).toHaveLength(3)
  })

  test.each([
    ['names with brackets', managed('x]y', 'x],y', 'x]}', ']', '],"', '"]', '\\"]}', ']},{', '],"spec":{"n":2}')],
    ['lists where there are none', [{ fieldsV1: { 'f:a': [[1], [{ b: [] }]] } }]],
    ['no list', { a: 1 }],
    ['nothing', null],
  ])('%s', (_, managedFields) => {
    const text = sorted(withManaged('a', managedFields), withManaged('b', managedFields))
    expect(read(text)).toEqual(whole(text))
    expect(read(text).items.map(({ spec }) => spec)).toEqual([{ n: 1 }, { n: 1 }])
  })

  test('managedFields of embedded copies are left out too', () => {
    const copy = { manifest: withManaged('x', managed('m')), text: '"managedFields":[1]' }
    const text = sorted(thing('a', copy), withManaged('b', managed('n'), copy))
    expect(read(text)).toEqual(whole(text))
    expect(JSON.stringify(read(text))).not.toContain('"manager"')
  })

  test('a kind that needs managedFields keeps them', () => {
    const kind = { ...things, keep: ['spec', 'metadata.managedFields'] }
    const text = sorted(withManaged('a', managed('x')))
    const [item] = readPage({ status: 200, headers, text, attempts: 1 }, request, kind, resource).items
    expect(JSON.stringify(item?.metadata)).toContain('"x"')
  })
})
