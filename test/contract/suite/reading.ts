// SPDX-License-Identifier: Apache-2.0
import { beforeAll, describe, expect, test } from 'vitest'
import type { Api, Json } from '../api.ts'
import type { GetBackend } from '../backend.ts'
import { configMap, create, names, namespace, type Place, refusal, widget } from '../objects.ts'

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const METADATA = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io'
const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'

export function describeReading(backend: GetBackend): void {
  describe('reading', () => {
    let api: Api
    let place: Place
    beforeAll(async () => {
      api = backend().admin
      place = await namespace(api, 'reading')
      for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries())
        await create(
          api,
          place.widgets,
          widget(name, { index }, { labels: { parity: index % 2 ? 'odd' : 'even', [name]: '' } }),
        )
    })
    const list = async (query: string) => names((await api.get(`${place.widgets}?${query}`)).body)

    test('an object is returned with all server defaults', async () => {
      const { status, body, type } = await api.get(`${place.widgets}/a`)
      expect([status, type]).toEqual([200, 'application/json'])
      expect(body).toMatchObject({ apiVersion: 'example.test/v1', kind: 'Widget', spec: { index: 0 } })
      expect(body.metadata).toMatchObject({ name: 'a', namespace: 'reading', generation: 1 })
      expect(body.metadata.uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
      expect(body.metadata.resourceVersion).toMatch(/^[1-9]\d*$/)
      expect(body.metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    })

    test('an unknown object is a Status that names it', async () => {
      expect(await api.get(`${place.widgets}/zz`)).toMatchObject(
        refusal(404, 'NotFound', {
          message: 'widgets.example.test "zz" not found',
          details: { name: 'zz', group: 'example.test', kind: 'widgets' },
        }),
      )
      expect(await api.get(`${place.configMaps}/zz`)).toMatchObject(
        refusal(404, 'NotFound', { message: 'configmaps "zz" not found', details: { name: 'zz', kind: 'configmaps' } }),
      )
    })

    test('a list is sorted, has a resourceVersion, and is empty in an unknown namespace', async () => {
      const { body } = await api.get(place.widgets)
      expect(body).toMatchObject({ apiVersion: 'example.test/v1', kind: 'WidgetList' })
      expect(body.metadata.resourceVersion).toMatch(/^[1-9]\d*$/)
      expect(body.metadata.continue ?? '').toBe('')
      expect(names(body)).toEqual(['a', 'b', 'c', 'd', 'e'])
      const nowhere = await api.get(place.widgets.replace('/reading/', '/nowhere/'))
      expect([nowhere.status, nowhere.body.items]).toEqual([200, []])
    })

    test('items of custom resources have a kind, those of the core group do not', async () => {
      await create(api, place.configMaps, configMap('kindless'))
      const custom = (await api.get(place.widgets)).body.items[0]
      expect([custom.apiVersion, custom.kind]).toEqual(['example.test/v1', 'Widget'])
      const core = (await api.get(place.configMaps)).body.items[0]
      expect([core.apiVersion, core.kind]).toEqual([undefined, undefined])
    })

    test('a list of all namespaces is sorted by namespace, then name', async () => {
      const other = await namespace(api, 'another')
      await create(api, other.widgets, widget('z'))
      const { body } = await api.get('/apis/example.test/v1/widgets')
      const keys = body.items.map((item: Json) => `${item.metadata.namespace}/${item.metadata.name}`)
      expect(keys.indexOf('another/z')).toBeGreaterThanOrEqual(0)
      expect(keys.indexOf('another/z')).toBeLessThan(keys.indexOf('reading/a'))
    })

    test('pages show the state of the first page, whatever is written meanwhile', async () => {
      const paging = await namespace(api, 'paging')
      for (const name of ['a', 'b', 'c', 'd', 'e']) await create(api, paging.widgets, widget(name))
      const first = (await api.get(`${paging.widgets}?limit=2`)).body
      expect(names(first)).toEqual(['a', 'b'])
      expect(first.metadata).toMatchObject({ remainingItemCount: 3, continue: expect.stringMatching(/./) })

      await create(api, paging.widgets, widget('bb'))
      await create(api, paging.widgets, widget('f'))
      await api.delete(`${paging.widgets}/d`)
      const next = (token: string) => api.get(`${paging.widgets}?limit=2&continue=${encodeURIComponent(token)}`)
      const second = (await next(first.metadata.continue)).body
      expect(names(second)).toEqual(['c', 'd'])
      expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion)
      expect(second.metadata.remainingItemCount).toBe(1)
      const third = (await next(second.metadata.continue)).body
      expect(names(third)).toEqual(['e'])
      expect(third.metadata.continue ?? '').toBe('')
      expect(third.metadata.remainingItemCount).toBeUndefined()
      expect(names((await api.get(paging.widgets)).body)).toEqual(['a', 'b', 'bb', 'c', 'e', 'f'])
    })

    test('pages keep their selector, and then have no remainingItemCount', async () => {
      const first = (await api.get(`${place.widgets}?limit=2&labelSelector=parity%3Deven`)).body
      expect(names(first)).toEqual(['a', 'c'])
      expect(first.metadata.remainingItemCount).toBeUndefined()
      const token = encodeURIComponent(first.metadata.continue)
      const second = (await api.get(`${place.widgets}?limit=2&labelSelector=parity%3Deven&continue=${token}`)).body
      expect(names(second)).toEqual(['e'])
    })

    test('a limit that fits exactly needs no second page', async () => {
      const { body } = await api.get(`${place.widgets}?limit=5`)
      expect([names(body).length, body.metadata.continue ?? '']).toEqual([5, ''])
    })

    test.each([
      ['limit=x', 'parsing "x"'],
      ['limit=2&continue=garbage', 'continue'],
      ['resourceVersion=abc', 'resource version'],
      ['labelSelector=a%3Db%3Dc', "found '='"],
      ['fieldSelector=spec.index%3D1', 'field label not supported: spec.index'],
    ])('%s is a bad request', async (query, message) => {
      expect(await api.get(`${place.widgets}?${query}`)).toMatchObject(
        refusal(400, 'BadRequest', { message: expect.stringContaining(message) }),
      )
    })

    test.each([
      ['parity=even', ['a', 'c', 'e']],
      ['parity==odd', ['b', 'd']],
      ['parity!=even', ['b', 'd']],
      ['parity in (odd,none)', ['b', 'd']],
      ['parity notin (odd)', ['a', 'c', 'e']],
      ['a', ['a']],
      ['!a', ['b', 'c', 'd', 'e']],
      ['parity=even,!a', ['c', 'e']],
      ['a=', ['a']],
      ['nothing!=x,parity=odd', ['b', 'd']],
    ])('label selector %s', async (selector, expected) => {
      expect(await list(`labelSelector=${encodeURIComponent(selector)}`)).toEqual(expected)
    })

    test.each([
      ['metadata.name=b', ['b']],
      ['metadata.name!=b', ['a', 'c', 'd', 'e']],
      ['metadata.namespace=reading,metadata.name==c', ['c']],
      ['metadata.namespace=other', []],
    ])('field selector %s', async (selector, expected) => {
      expect(await list(`fieldSelector=${encodeURIComponent(selector)}`)).toEqual(expected)
    })

    test('core kinds have additional field selectors', async () => {
      const spec = { containers: [{ name: 'main', image: 'none.example.test/none' }] }
      for (const [name, nodeName] of Object.entries({ 'on-one': 'one', 'on-two': 'two' }))
        await create(api, place.pods, {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name },
          spec: { ...spec, nodeName },
        })
      const pods = async (selector: string) =>
        names((await api.get(`${place.pods}?fieldSelector=${encodeURIComponent(selector)}`)).body)
      expect(await pods('spec.nodeName=two')).toEqual(['on-two'])
      expect(await pods('status.phase=Running')).toEqual([])
      expect(await api.get(`${place.pods}?fieldSelector=spec.foo%3D1`)).toMatchObject(refusal(400, 'BadRequest'))
    })

    test('events and Secrets can be selected by type', async () => {
      const [events, secrets] = [place.pods.replace(/pods$/, 'events'), place.pods.replace(/pods$/, 'secrets')]
      for (const type of ['Warning', 'Normal'])
        await create(api, events, {
          apiVersion: 'v1',
          kind: 'Event',
          metadata: { name: `of-type-${type.toLowerCase()}` },
          involvedObject: { kind: 'Pod', namespace: 'reading', name: 'on-one', uid: 'u' },
          type,
          reason: 'Tried',
        })
      for (const type of ['Opaque', 'helm.sh/release.v1'])
        await create(api, secrets, {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: `of-type-${type.split('/')[0]?.toLowerCase()}` },
          type,
        })
      const found = async (path: string, selector: string) => {
        const { body } = await api.get(`${path}?fieldSelector=${encodeURIComponent(selector)}`)
        return names(body).filter((name) => name.startsWith('of-type-'))
      }
      expect(await found(events, 'type=Warning')).toEqual(['of-type-warning'])
      expect(await found(secrets, 'type!=helm.sh/release.v1')).toEqual(['of-type-opaque'])
    })

    test('a Table has columns and one row per object', async () => {
      const { body, type } = await api.get(place.widgets, `${TABLE},application/json`)
      expect(type).toBe('application/json')
      expect(body).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' })
      expect(body.metadata.resourceVersion).toMatch(/^[1-9]\d*$/)
      const columns = body.columnDefinitions.map((column: Json) => column.name)
      expect(columns).toEqual(['Name', 'Age'])
      expect(body.columnDefinitions[0]).toMatchObject({ type: 'string', format: 'name', priority: 0 })
      expect(body.rows.map((row: Json) => row.cells[0])).toEqual(['a', 'b', 'c', 'd', 'e'])
      expect(body.rows[0].cells).toHaveLength(columns.length)
      expect(body.rows[0].object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } })
      expect(body.rows[0].object.spec).toBeUndefined()
    })

    test('a Table of one object has one row, and includeObject selects the embedded object', async () => {
      const one = (await api.get(`${place.widgets}/b?includeObject=Object`, TABLE)).body
      expect(one.rows).toHaveLength(1)
      expect(one.rows[0].object).toMatchObject({ kind: 'Widget', spec: { index: 1 } })
      const none = (await api.get(`${place.widgets}?includeObject=None`, TABLE)).body
      expect(none.rows[0].object).toBeFalsy()
    })

    test('a Table is paged like a list', async () => {
      const { body } = await api.get(`${place.widgets}?limit=2`, TABLE)
      expect(body.rows).toHaveLength(2)
      expect(body.metadata).toMatchObject({ continue: expect.stringMatching(/./), remainingItemCount: 3 })
    })

    test('metadata-only responses leave out spec and status', async () => {
      const one = (await api.get(`${place.widgets}/a`, METADATA)).body
      expect(one).toMatchObject({
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { name: 'a' },
      })
      expect(one.spec).toBeUndefined()
      const all = (await api.get(place.widgets, METADATA_LIST)).body
      expect(all).toMatchObject({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' })
      expect(names(all)).toEqual(['a', 'b', 'c', 'd', 'e'])
      expect(all.items.every((item: Json) => item.spec === undefined && item.metadata.uid)).toBe(true)
    })

    test('an unsupported Accept is 406', async () => {
      expect((await api.get(place.widgets, 'text/html')).status).toBe(406)
    })
  })
}
