// SPDX-License-Identifier: Apache-2.0
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Api, Json } from '../api.ts'
import type { GetBackend } from '../backend.ts'
import { create, invalid, namespace, refusal } from '../objects.ts'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

const conditions = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
  items: {
    type: 'object',
    required: ['type'],
    properties: { type: { type: 'string' }, status: { type: 'string' }, reason: { type: 'string' } },
  },
}
const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        colours: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        parts: {
          ...conditions,
          'x-kubernetes-list-map-keys': ['name'],
          items: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, count: { type: 'integer' } },
          },
        },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        whole: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          properties: { a: { type: 'integer' }, b: { type: 'integer' } },
        },
      },
    },
    status: { type: 'object', properties: { conditions } },
  },
}
const version = (name: string, storage: boolean) => ({
  name,
  served: true,
  storage,
  schema: { openAPIV3Schema: schema },
  subresources: { status: {} },
  additionalPrinterColumns: [
    { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
    { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: 'Colours', type: 'string', jsonPath: '.spec.colours', priority: 1 },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
})
const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'boxes.example.test' },
  spec: {
    group: 'example.test',
    scope: 'Namespaced',
    names: {
      plural: 'boxes',
      singular: 'box',
      kind: 'Box',
      listKind: 'BoxList',
      shortNames: ['bx'],
      categories: ['things'],
    },
    versions: [version('v1beta1', false), version('v1', true)],
  },
}

/** Custom resources with a schema, created while the API runs. */
export function describeDefining(backend: GetBackend): void {
  describe('custom resource definitions', () => {
    let api: Api
    let boxes: string
    const box = (name: string, spec: object = {}, more: object = {}) => ({
      apiVersion: 'example.test/v1',
      kind: 'Box',
      metadata: { name },
      spec,
      ...more,
    })
    const apply = (manager: string, name: string, spec: object, query = '') =>
      api.apply(`${boxes}/${name}`, box(name, spec), { manager, query })
    const owners = (object: Json) =>
      Object.fromEntries(object.metadata.managedFields.map((entry: Json) => [entry.manager, entry.fieldsV1['f:spec']]))

    beforeAll(async () => {
      api = backend().admin
      await namespace(api, 'defining')
      boxes = '/apis/example.test/v1/namespaces/defining/boxes'
      await create(api, DEFINITIONS, DEFINITION)
      await vi.waitFor(async () => expect((await api.get(boxes)).status).toBe(200), { timeout: 60_000, interval: 50 })
    })

    test('are served with both versions, names and categories', async () => {
      const { body } = await api.get('/apis', 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList')
      const group = body.items.find((item: Json) => item.metadata.name === 'example.test')
      const served = group.versions.flatMap((each: Json) =>
        each.resources
          .filter((resource: Json) => resource.resource === 'boxes')
          .map((resource: Json) => [each.version, resource]),
      )
      expect(served.map(([name]: Json) => name)).toEqual(['v1', 'v1beta1'])
      expect(served[0][1]).toMatchObject({ shortNames: ['bx'], categories: ['things'], singularResource: 'box' })
    })

    test('report Established', async () => {
      const { body } = await api.get(`${DEFINITIONS}/boxes.example.test`)
      expect(body.status.conditions).toContainEqual(expect.objectContaining({ type: 'Established', status: 'True' }))
    })

    test('one object is readable in every version', async () => {
      await create(api, boxes, box('versions', { size: 1 }))
      const old = await api.get(`${boxes.replace('/v1/', '/v1beta1/')}/versions`)
      expect(old.body).toMatchObject({ apiVersion: 'example.test/v1beta1', kind: 'Box', spec: { size: 1 } })
    })

    test('define the printer columns of the Table', async () => {
      await create(api, boxes, box('printed', { size: 3, colours: ['red', 'blue'] }))
      await api.patch('merge', `${boxes}/printed/status`, {
        status: { conditions: [{ type: 'Ready', status: 'True' }] },
      })
      const { body } = await api.get(`${boxes}/printed`, 'application/json;as=Table;v=v1;g=meta.k8s.io')
      const columns = body.columnDefinitions.map(({ name, type, priority }: Json) => [name, type, priority])
      expect(columns).toEqual([
        ['Name', 'string', 0],
        ['Size', 'integer', 0],
        ['Ready', 'string', 0],
        ['Colours', 'string', 1],
        ['Age', 'date', 0],
      ])
      expect(body.rows[0].cells.slice(0, 4)).toEqual(['printed', 3, 'True', '["red","blue"]'])
    })

    test('unknown fields are pruned, or refused on request', async () => {
      const extra = box('pruned', { size: 1, unknown: true })
      const created = await api.post(boxes, extra)
      expect([created.status, created.body.spec]).toEqual([201, { size: 1 }])
      expect(
        await api.post(`${boxes}?fieldValidation=Strict`, { ...extra, metadata: { name: 'strict' } }),
      ).toMatchObject(refusal(400, 'BadRequest', { message: expect.stringContaining('unknown field "spec.unknown"') }))
    })

    test('a value of the wrong type is invalid', async ({ skip }) => {
      skip(backend().name === 'embedded', 'the embedded API checks names of fields, not their values')
      expect(await api.post(boxes, box('wrong', { size: 'large' }))).toMatchObject(invalid('spec.size'))
      expect(await api.post(boxes, box('wrong', { parts: [{ count: 1 }] }))).toMatchObject(refusal(422, 'Invalid'))
    })

    test('an apply with an unknown field is a server error with a message', async () => {
      const answer = await apply('one', 'unplaced', { unknown: 1 })
      expect(answer).toMatchObject({ status: 500, body: { kind: 'Status', code: 500 } })
      expect(answer.body.message).toContain('.spec.unknown: field not declared in schema')
    })

    test('lists with keys are owned item by item', async () => {
      const first = await apply('one', 'keyed', { parts: [{ name: 'lid', count: 1 }] })
      expect(owners(first.body).one).toEqual({
        'f:parts': { 'k:{"name":"lid"}': { '.': {}, 'f:count': {}, 'f:name': {} } },
      })
      const second = await apply('two', 'keyed', { parts: [{ name: 'floor', count: 2 }] })
      expect(second.status).toBe(200)
      expect(second.body.spec.parts.map(({ name }: Json) => name).toSorted()).toEqual(['floor', 'lid'])
      const conflict = await apply('two', 'keyed', { parts: [{ name: 'lid', count: 9 }] })
      expect(conflict).toMatchObject(refusal(409, 'Conflict'))
      expect(conflict.body.details.causes).toEqual([
        { reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.spec.parts[name="lid"].count' },
      ])
      const left = await apply('one', 'keyed', {})
      expect(left.body.spec.parts).toEqual([{ name: 'floor', count: 2 }])
    })

    test('sets are owned value by value, atomic maps as a whole', async () => {
      await apply('one', 'sets', { colours: ['red'], whole: { a: 1 } })
      const { body } = await apply('two', 'sets', { colours: ['blue'] })
      expect(body.spec.colours.toSorted()).toEqual(['blue', 'red'])
      expect(owners(body)).toEqual({
        one: { 'f:colours': { 'v:"red"': {} }, 'f:whole': {} },
        two: { 'f:colours': { 'v:"blue"': {} } },
      })
      const conflict = await apply('two', 'sets', { whole: { b: 1 } })
      expect(conflict.body.details.causes).toMatchObject([{ field: '.spec.whole' }])
    })

    test('deleting the definition deletes the resource and its objects', async () => {
      const other = structuredClone(DEFINITION)
      other.metadata.name = 'crates.example.test'
      other.spec.names = {
        ...other.spec.names,
        plural: 'crates',
        singular: 'crate',
        kind: 'Crate',
        listKind: 'CrateList',
        shortNames: ['cr'],
      }
      await create(api, DEFINITIONS, other)
      const crates = '/apis/example.test/v1/crates'
      await vi.waitFor(async () => expect((await api.get(crates)).status).toBe(200), { timeout: 60_000, interval: 50 })
      await api.delete(`${DEFINITIONS}/crates.example.test`)
      await vi.waitFor(async () => expect((await api.get(crates)).status).toBe(404), { timeout: 60_000, interval: 50 })
    })
  })
}
