// SPDX-License-Identifier: Apache-2.0
import { beforeAll, describe, expect, test } from 'vitest'
import type { Api, Json } from '../api.ts'
import type { GetBackend } from '../backend.ts'
import { configMap, create, invalid, namespace, type Place, refusal, secret, widget } from '../objects.ts'

/** Server-side apply: ownership, conflicts, preconditions. */
export function describeApplying(backend: GetBackend): void {
  describe('server-side apply', () => {
    let api: Api
    let place: Place
    beforeAll(async () => {
      api = backend().admin
      place = await namespace(api, 'applying')
    })
    const apply = (manager: string, name: string, spec: object, metadata: object = {}, query = '') =>
      api.apply(`${place.widgets}/${name}`, widget(name, spec, metadata), { manager, query })
    const owners = (object: Json) =>
      Object.fromEntries((object.metadata.managedFields ?? []).map((entry: Json) => [entry.manager, entry.fieldsV1]))
    const conflict = (...causes: [manager: string, field: string][]) =>
      refusal(409, 'Conflict', {
        details: {
          causes: causes.map(([manager, field]) => ({
            reason: 'FieldManagerConflict',
            message: `conflict with ${manager}`,
            field,
          })),
        },
      })

    test('creates with 201, then applies with 200, and records the owner of each field', async () => {
      const created = await apply('one', 'owned', { a: 1, map: { x: '1' }, list: [1, 2] })
      expect(created.status).toBe(201)
      expect(created.body.metadata.managedFields).toEqual([
        {
          manager: 'one',
          operation: 'Apply',
          apiVersion: 'example.test/v1',
          time: expect.stringMatching(/Z$/),
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:spec': { 'f:a': {}, 'f:list': {}, 'f:map': { '.': {}, 'f:x': {} } } },
        },
      ])
      const changed = await apply('one', 'owned', { a: 2, map: { x: '1' }, list: [1, 2] })
      expect([changed.status, changed.body.spec.a, changed.body.metadata.generation]).toEqual([200, 2, 2])
    })

    test('labels, annotations and finalizers are owned one by one', async () => {
      const { body } = await apply(
        'one',
        'labelled',
        {},
        { labels: { a: 'b' }, annotations: { 'example.test/c': 'd' } },
      )
      expect(owners(body).one).toEqual({
        'f:metadata': { 'f:annotations': { 'f:example.test/c': {} }, 'f:labels': { 'f:a': {} } },
        'f:spec': {},
      })
    })

    test('applying the same again changes nothing, not even the resourceVersion', async () => {
      const first = (await apply('one', 'same', { a: 1 })).body
      const second = await apply('one', 'same', { a: 1 })
      expect(second.status).toBe(200)
      expect(second.body).toEqual(first)
    })

    test('a field that its manager no longer applies is removed, fields of others stay', async () => {
      await apply('one', 'dropped', { mine: 1, ours: 1 })
      await apply('two', 'dropped', { ours: 1, theirs: 1 })
      const { body } = await apply('one', 'dropped', {})
      expect(body.spec).toEqual({ ours: 1, theirs: 1 })
      expect(owners(body).two).toEqual({ 'f:spec': { 'f:ours': {}, 'f:theirs': {} } })
    })

    test('another value for an owned field is a conflict that names managers and fields, not values', async () => {
      await apply('one', 'contested', { a: 'secret-1', list: ['secret-2'], free: 1 })
      const answer = await apply('two', 'contested', { a: 'secret-3', list: ['secret-4'], free: 1 })
      expect(answer).toMatchObject(conflict(['"one"', '.spec.a'], ['"one"', '.spec.list']))
      expect(answer.body.message).toBe('Apply failed with 2 conflicts: conflicts with "one":\n- .spec.a\n- .spec.list')
      expect(answer.text).not.toContain('secret-')
      const single = await apply('two', 'contested', { a: 'secret-3' })
      expect(single.body.message).toBe('Apply failed with 1 conflict: conflict with "one": .spec.a')
    })

    test('the same value is shared ownership, without a conflict', async () => {
      await apply('one', 'shared', { a: 1, b: 1 })
      const { status, body } = await apply('two', 'shared', { a: 1 })
      expect(status).toBe(200)
      expect(owners(body)).toEqual({ one: { 'f:spec': { 'f:a': {}, 'f:b': {} } }, two: { 'f:spec': { 'f:a': {} } } })
      expect(await apply('one', 'shared', { a: 2, b: 1 })).toMatchObject(conflict(['"two"', '.spec.a']))
    })

    test('force takes over the field and the previous manager no longer owns it', async () => {
      await apply('one', 'forced', { a: 1, b: 1 })
      const { status, body } = await apply('two', 'forced', { a: 2 }, {}, 'force=true')
      expect([status, body.spec]).toEqual([200, { a: 2, b: 1 }])
      expect(owners(body)).toEqual({ one: { 'f:spec': { 'f:b': {} } }, two: { 'f:spec': { 'f:a': {} } } })
    })

    test('created or patched fields belong to that writer, even under the same name', async () => {
      const path = `${place.configMaps}/posted`
      await api.call('POST', `${place.configMaps}?fieldManager=one`, { body: configMap('posted', { a: '1', b: '1' }) })
      expect(await api.apply(path, configMap('posted', { a: '2' }), { manager: 'one' })).toMatchObject(
        conflict(['"one" using v1', '.data.a']),
      )
      expect((await api.apply(path, configMap('posted', { a: '1' }), { manager: 'one' })).status).toBe(200)
      const patched = await api.patch('merge', `${path}?fieldManager=editor`, { data: { a: '3' } })
      const entries = patched.body.metadata.managedFields.map((entry: Json) => [
        entry.manager,
        entry.operation,
        entry.fieldsV1,
      ])
      expect(entries).toContainEqual(['editor', 'Update', { 'f:data': { 'f:a': {} } }])
      expect(await api.apply(path, configMap('posted', { a: '1' }), { manager: 'one' })).toMatchObject(
        conflict(['"editor" using v1', '.data.a']),
      )
    })

    test('an object without managedFields conflicts with before-first-apply', async () => {
      const stored = await create(api, place.configMaps, configMap('wiped', { a: '1' }))
      const path = `${place.configMaps}/wiped`
      const wiped = (await api.put(path, { ...stored, metadata: { ...stored.metadata, managedFields: [{}] } })).body
      expect(wiped.metadata.managedFields).toBeUndefined()
      expect(await api.apply(path, configMap('wiped', { a: '2' }), { manager: 'one' })).toMatchObject(
        conflict(['"before-first-apply" using v1', '.data.a']),
      )
    })

    test('uid: absent object 409, other object 422; a stale resourceVersion 409', async () => {
      expect(await apply('one', 'absent', {}, { uid: 'seen' })).toMatchObject(
        refusal(409, 'Conflict', {
          message:
            'Operation cannot be fulfilled on widgets.example.test "absent": uid mismatch: the provided object specified uid seen, and no existing object was found',
        }),
      )
      expect(await api.get(`${place.widgets}/absent`)).toMatchObject({ status: 404 })
      const old = (await apply('one', 'pinned', { a: 1 })).body.metadata
      expect(await apply('one', 'pinned', { a: 2 }, { uid: 'other' })).toMatchObject(
        invalid('metadata.uid', 'FieldValueInvalid', {
          message: 'Widget.example.test "pinned" is invalid: metadata.uid: Invalid value: "other": field is immutable',
        }),
      )
      await apply('one', 'pinned', { a: 2 })
      expect(
        await apply('one', 'pinned', { a: 3 }, { uid: old.uid, resourceVersion: old.resourceVersion }),
      ).toMatchObject(refusal(409, 'Conflict', { message: expect.stringContaining('the object has been modified') }))
      const current = (await api.get(`${place.widgets}/pinned`)).body.metadata
      const { uid, resourceVersion } = current
      expect(await apply('one', 'pinned', { a: 3 }, { uid, resourceVersion })).toMatchObject({
        status: 200,
        body: { spec: { a: 3 } },
      })
    })

    test('a resourceVersion alone does not prevent the creation of an absent object', async () => {
      expect((await apply('one', 'reborn', {}, { resourceVersion: '5' })).status).toBe(201)
    })

    test('of many concurrent writes with the same resourceVersion, one wins', async () => {
      const { uid, resourceVersion } = (await apply('one', 'raced', { n: -1 })).body.metadata
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => apply('one', 'raced', { n }, { uid, resourceVersion })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    })

    test('a dry run returns the ownership and stores nothing', async () => {
      const { status, body } = await apply('one', 'dry', { a: 1 }, {}, 'dryRun=All')
      expect([status, Object.keys(owners(body))]).toEqual([201, ['one']])
      expect(await api.get(`${place.widgets}/dry`)).toMatchObject({ status: 404 })
      const before = (await apply('one', 'wet', { a: 1 })).body
      const forced = await apply('two', 'wet', { a: 2 }, {}, 'dryRun=All&force=true')
      expect(owners(forced.body)).toMatchObject({ two: { 'f:spec': { 'f:a': {} } } })
      expect(await apply('two', 'wet', { a: 2 }, {}, 'dryRun=All')).toMatchObject(refusal(409, 'Conflict'))
      expect((await api.get(`${place.widgets}/wet`)).body).toEqual(before)
    })

    test('Secret keys are owned one by one, and a key that is no longer applied is deleted', async () => {
      const path = `${place.secrets}/keys`
      const stored = await api.apply(path, secret('keys', { a: 'A', b: 'B' }), { manager: 'one' })
      expect(owners(stored.body)).toEqual({ one: { 'f:data': { 'f:a': {}, 'f:b': {} }, 'f:type': {} } })
      expect(await api.apply(path, secret('keys', { a: 'X' }), { manager: 'two' })).toMatchObject(
        conflict(['"one"', '.data.a']),
      )
      const emptied = await api.apply(path, secret('keys', {}), { manager: 'one' })
      expect(emptied.body.data ?? {}).toEqual({})
    })

    test('containers of a Pod are merged by name', async () => {
      const pod = (name: string) => ({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'merged' },
        spec: { containers: [{ name, image: 'none.example.test/none' }] },
      })
      await api.apply(`${place.pods}/merged`, pod('main'), { manager: 'one' })
      const { body } = await api.apply(`${place.pods}/merged`, pod('main'), { manager: 'two' })
      expect(owners(body).two).toEqual({
        'f:spec': { 'f:containers': { 'k:{"name":"main"}': { '.': {}, 'f:image': {}, 'f:name': {} } } },
      })
    })

    test('status is applied through its subresource', async () => {
      await apply('one', 'statused', { a: 1 })
      const path = `${place.widgets}/statused`
      const { body } = await api.apply(
        `${path}/status`,
        { ...widget('statused'), spec: undefined, status: { phase: 'Ready' } },
        { manager: 'controller' },
      )
      expect([body.spec, body.status]).toEqual([{ a: 1 }, { phase: 'Ready' }])
      const entry = body.metadata.managedFields.find((each: Json) => each.manager === 'controller')
      expect(entry).toMatchObject({
        operation: 'Apply',
        subresource: 'status',
        fieldsV1: { 'f:status': { 'f:phase': {} } },
      })
    })

    test('YAML with comments is accepted', async () => {
      const body = '# by hand\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\ndata:\n  a: "1"\n'
      const answer = await api.call('PATCH', `${place.configMaps}/yaml?fieldManager=one`, {
        body,
        type: 'application/apply-patch+yaml',
      })
      expect([answer.status, answer.body.data]).toEqual([201, { a: '1' }])
    })

    test('invalid apply requests are refused', async () => {
      const path = `${place.widgets}/strict`
      const applyInvalid = (body: object, query = 'fieldManager=one') =>
        api.call('PATCH', `${path}?${query}`, { body, type: 'application/apply-patch+yaml' })
      expect(await applyInvalid(widget('strict'), '')).toMatchObject(invalid('fieldManager', 'FieldValueRequired'))
      expect(await applyInvalid(widget('other'))).toMatchObject(refusal(400, 'BadRequest'))
      expect(await applyInvalid({ ...widget('strict'), kind: 'Gadget' })).toMatchObject(refusal(400, 'BadRequest'))
      expect(await applyInvalid(widget('strict', {}, { managedFields: [{ manager: 'x' }] }))).toMatchObject(
        refusal(400, 'BadRequest'),
      )
      await apply('one', 'strict', {})
      expect(await api.patch('merge', `${path}?force=true`, {})).toMatchObject(refusal(422, 'Invalid'))
    })
  })
}
