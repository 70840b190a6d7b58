// SPDX-License-Identifier: Apache-2.0
// The mapping of keys from one Secret to another through a store.
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { passedValues } from '../../../../src/lib/kinds/external-secrets/pushed-values.ts'
import type { GraphNode } from '../../../../src/lib/model/graph/graph.ts'

const node = (text: string) => ({ object: parse(text) }) as GraphNode
const SOURCE = node('{ data: { user: a, password: b } }')

const passed = (push: string, reader: string) =>
  passedValues(node(`spec: { data: [${push}] }`), SOURCE, node(`spec: ${reader}`)).map(
    ({ sourceKey, targetKey }) => `${sourceKey} > ${targetKey}`,
  )

const ONE = '{ match: { secretKey: password, remoteRef: { remoteKey: db/nova, property: pw } } }'
const WHOLE = '{ match: { remoteRef: { remoteKey: db/nova } } }'

it.each([
  ['key by key', ONE, '{ data: [{ secretKey: p, remoteRef: { key: db/nova, property: pw } }] }', ['password > p']],
  [
    'the engine before the path',
    ONE,
    '{ data: [{ secretKey: p, remoteRef: { key: kv-v2/data/db/nova, property: pw } }] }',
    ['password > p'],
  ],
  ['another property', ONE, '{ data: [{ secretKey: p, remoteRef: { key: db/nova, property: user } }] }', []],
  ['another path', ONE, '{ data: [{ secretKey: p, remoteRef: { key: db/glance, property: pw } }] }', []],
  ['all properties of the path', ONE, '{ dataFrom: [{ extract: { key: db/nova } }] }', ['password > pw']],
  [
    'all of them, under other names',
    ONE,
    '{ dataFrom: [{ extract: { key: db/nova }, rewrite: [{ regexp: {} }] }] }',
    [],
  ],
  ['a part of one of them', ONE, '{ dataFrom: [{ extract: { key: db/nova, property: pw } }] }', []],
  [
    'the whole Secret, whole',
    WHOLE,
    '{ dataFrom: [{ extract: { key: db/nova } }] }',
    ['user > user', 'password > password'],
  ],
  [
    'one key of the whole Secret',
    WHOLE,
    '{ data: [{ secretKey: p, remoteRef: { key: db/nova, property: user } }] }',
    ['user > p'],
  ],
  [
    'by a template',
    WHOLE,
    '{ dataFrom: [{ extract: { key: db/nova } }], target: { template: { data: { u: "{{ .user }}" } } } }',
    ['user > u'],
  ],
  ['malformed', '{ match: 7 }', '{ data: 3, dataFrom: [x] }', []],
])('%s', (_, push, reader, keys) => {
  expect(passed(push, reader)).toEqual(keys)
})
