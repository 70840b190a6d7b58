// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import { fromProtobuf } from '../../../src/lib/embedded/http/protobuf.ts'
import type { Manifest } from '../../../src/lib/embedded/json.ts'
import { fieldsOf } from '../../../src/lib/embedded/patch/field-ownership.ts'
import { fromFieldsV1, paths, toFieldsV1 } from '../../../src/lib/embedded/patch/field-set.ts'
import { jsonPatch } from '../../../src/lib/embedded/patch/json-patch.ts'
import { strategicPatch } from '../../../src/lib/embedded/patch/strategic-patch.ts'
import { buildCatalog } from '../../../src/lib/embedded/storage/catalog.ts'
import { mergeShapeOf } from '../../../src/lib/embedded/storage/merge-shape.ts'
import { Store } from '../../../src/lib/embedded/storage/store.ts'
import type { Json } from '../../contract/api.ts'
import { running } from './fleet.ts'

const catalog = buildCatalog([], { served: [], notServed: [] })
const podShape = mergeShapeOf(new Store(1), catalog.byKind('', 'Pod')!, 'v1')

describe('strategic merge', () => {
  const pod = {
    metadata: { finalizers: ['a', 'b'] },
    spec: {
      nodeSelector: { x: '1' },
      tolerations: [{ key: 'a' }],
      containers: [
        { name: 'main', env: [{ name: 'A', value: '1' }], ports: [{ containerPort: 80 }] },
        { name: 'side', image: 'x' },
      ],
    },
  }
  test.each([
    [
      'containers and env by name',
      { containers: [{ name: 'main', env: [{ name: 'B', value: '2' }] }] },
      (spec: Json) => spec.containers[0].env,
      [
        { name: 'A', value: '1' },
        { name: 'B', value: '2' },
      ],
    ],
    [
      '$patch: delete takes one item away',
      { containers: [{ name: 'side', $patch: 'delete' }] },
      (spec: Json) => spec.containers.length,
      1,
    ],
    [
      '$patch: replace takes the list as it is',
      { containers: [{ $patch: 'replace' }, { name: 'new' }] },
      (spec: Json) => spec.containers,
      [{ name: 'new' }],
    ],
    [
      'lists without an identity are replaced',
      { tolerations: [{ key: 'b' }] },
      (spec: Json) => spec.tolerations,
      [{ key: 'b' }],
    ],
    ['null removes', { nodeSelector: null }, (spec: Json) => 'nodeSelector' in spec, false],
    [
      '$setElementOrder is no field',
      { '$setElementOrder/containers': [{ name: 'main' }] },
      (spec: Json) => Object.keys(spec).length,
      3,
    ],
  ])('%s', (_, spec, look, expected) => {
    const result = strategicPatch(podShape, pod, { spec }) as typeof pod
    expect(look(result.spec)).toEqual(expected)
  })

  test('finalizers are a set', () => {
    const patch = { metadata: { finalizers: ['b', 'c'], '$deleteFromPrimitiveList/finalizers': ['a'] } }
    const { metadata } = strategicPatch(podShape, pod, patch) as typeof pod
    expect(metadata.finalizers.toSorted()).toEqual(['b', 'c'])
  })
})

test.each([
  [[{ op: 'move', from: '/a', path: '/b' }], { b: 1, list: [1, 2] }],
  [[{ op: 'copy', from: '/list/0', path: '/list/-' }], { a: 1, list: [1, 2, 1] }],
  [[{ op: 'add', path: '/list/1', value: 9 }], { a: 1, list: [1, 9, 2] }],
  [[{ op: 'replace', path: '', value: { z: 1 } }], { z: 1 }],
])('JSON patch %j', (patch, expected) => {
  expect(jsonPatch({ a: 1, list: [1, 2] }, patch)).toEqual(expected)
})

test.each([
  [[{ op: 'add', path: '/list/7', value: 1 }]],
  [[{ op: 'add', path: '/absent/x', value: 1 }]],
  [[{ op: 'replace', path: '/absent', value: 1 }]],
  [[{ op: 'sing', path: '/a' }]],
  [[{ op: 'remove', path: 'a' }]],
])('JSON patch %j does not apply', (patch) => {
  expect(() => jsonPatch({ a: 1, list: [1, 2] }, patch)).toThrow(expect.objectContaining({ code: 422 }))
})

describe('field sets', () => {
  const V1 = {
    'f:metadata': { 'f:finalizers': { '.': {}, 'v:"x"': {} } },
    'f:spec': { 'f:containers': { 'k:{"name":"main"}': { '.': {}, 'f:image': {} } }, 'f:data': {} },
  }
  test('are the same after a round trip', () => {
    expect(toFieldsV1(fromFieldsV1(V1))).toEqual(V1)
  })
  test('are formatted as in conflict messages', () => {
    expect(paths(fromFieldsV1(V1))).toEqual([
      '.metadata.finalizers',
      '.metadata.finalizers[="x"]',
      '.spec.data',
      '.spec.containers[name="main"]',
      '.spec.containers[name="main"].image',
    ])
  })
})

describe('a definition with a schema', () => {
  const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: gears.test }
spec:
  group: test
  scope: Namespaced
  names: { plural: gears, kind: Gear }
  versions:
  - name: v1
    served: true
    storage: true
    subresources: { status: {} }
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: { type: integer }
              teeth: { type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: { type: object, properties: { name: { type: string }, len: { type: integer } } } }
              tags: { type: array, x-kubernetes-list-type: set, items: { type: string } }
              sel: { type: object, x-kubernetes-map-type: atomic, additionalProperties: { type: string } }
`
  const PATH = '/apis/test/v1/namespaces/default/gears'
  const gear = (name: string, spec: object) => ({ apiVersion: 'test/v1', kind: 'Gear', metadata: { name }, spec })

  test('determines how lists and maps are owned', async () => {
    const api = (await running({ 'management.yaml': definition })).api('management')
    const spec = { teeth: [{ name: 'x', len: 1 }], tags: ['p'], sel: { a: '1' } }
    const { body } = await api.apply(`${PATH}/a`, gear('a', spec), { manager: 'one' })
    expect(body.metadata.managedFields[0].fieldsV1).toEqual({
      'f:spec': {
        'f:sel': {},
        'f:tags': { 'v:"p"': {} },
        'f:teeth': { 'k:{"name":"x"}': { '.': {}, 'f:len': {}, 'f:name': {} } },
      },
    })
    const other = { teeth: [{ name: 'y' }], tags: ['q'] }
    expect((await api.apply(`${PATH}/a`, gear('a', other), { manager: 'two' })).body.spec).toEqual({
      teeth: [{ name: 'x', len: 1 }, { name: 'y' }],
      tags: ['p', 'q'],
      sel: { a: '1' },
    })
    expect((await api.apply(`${PATH}/a`, gear('a', {}), { manager: 'one' })).body.spec).toEqual(other)
  })

  test('prunes unknown fields, and rejects them in server-side apply', async () => {
    const api = (await running({ 'management.yaml': definition })).api('management')
    const created = await api.post(PATH, gear('b', { size: 1, nope: 2, teeth: [{ name: 'x', nope: 1 }] }))
    expect(created.body.spec).toEqual({ size: 1, teeth: [{ name: 'x' }] })
    expect(await api.apply(`${PATH}/b`, gear('b', { nope: 1 }), { manager: 'one' })).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining('.spec.nope: field not declared in schema') },
    })
  })

  test('that is created later is served from then on', async () => {
    const api = (await running({ 'management.yaml': '# nothing yet\n' })).api('management')
    expect((await api.get(PATH)).status).toBe(404)
    const type = 'application/yaml'
    const url = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    expect((await api.call('POST', url, { body: definition, type })).status).toBe(201)
    expect((await api.get(PATH)).body).toMatchObject({ kind: 'GearList', items: [] })
    expect(
      (await api.get('/openapi/v3/apis/test/v1')).body.components.schemas['test.v1.Gear'].properties.spec,
    ).toBeDefined()
    await api.delete(`${url}/gears.test`)
    expect((await api.get(PATH)).status).toBe(404)
  })
})

test('an applied object owns the entries of maps, not the maps themselves', () => {
  const shape = mergeShapeOf(new Store(1), catalog.byKind('', 'Secret')!, 'v1')
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', labels: { a: 'b' } }, data: { k: 'dg==' } }
  expect(toFieldsV1(fieldsOf(shape, secret as unknown as Manifest))).toMatchObject({
    'f:data': { 'f:k': {} },
    'f:metadata': { 'f:labels': { 'f:a': {} } },
  })
})

describe('protobuf', () => {
  const field = (number: number, ...bytes: (number | Buffer)[]) => {
    const body = Buffer.concat(bytes.map((part) => (typeof part === 'number' ? Buffer.of(part) : part)))
    return Buffer.concat([Buffer.of(number * 8 + 2, body.length), body])
  }
  const text = (number: number, value: string) => field(number, Buffer.from(value))
  const envelope = (kind: string, object: Buffer) =>
    Buffer.concat([
      Buffer.from('k8s\0'),
      field(1, text(1, 'v1'), text(2, kind)),
      field(2, object),
      text(3, ''),
      text(4, ''),
    ])

  test('decodes a Secret as kubectl create secret sends it', () => {
    const metadata = field(1, text(1, 's'), text(2, ''), text(3, 'ns'), field(11, text(1, 'a'), text(2, 'b')))
    const data = field(2, text(1, 'key'), text(2, 'value'))
    expect(fromProtobuf(envelope('Secret', Buffer.concat([metadata, data, text(3, 'Opaque')])))).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 's', namespace: 'ns', labels: { a: 'b' } },
      data: { key: 'dmFsdWU=' },
      type: 'Opaque',
    })
  })

  test('rejects an unknown kind and invalid protobuf', () => {
    expect(fromProtobuf(envelope('Job', Buffer.alloc(0)))).toBeUndefined()
    expect(fromProtobuf(Buffer.from('{}'))).toBeUndefined()
  })
})
