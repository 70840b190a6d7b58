// SPDX-License-Identifier: Apache-2.0
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Api } from '../api.ts'
import type { GetBackend } from '../backend.ts'
import { configMap, create, invalid, names, namespace, type Place, refusal, secret, widget } from '../objects.ts'

const WAIT = { timeout: 60_000, interval: 100 }

/** Create, update, patch and their errors. Server-side apply has its own file. */
export function describeWriting(backend: GetBackend): void {
  describe('writing', () => {
    let api: Api
    let place: Place
    beforeAll(async () => {
      api = backend().admin
      place = await namespace(api, 'writing')
    })

    test('generateName creates a new name each time', async () => {
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'run-' } }
      const created = [await create(api, place.configMaps, body), await create(api, place.configMaps, body)]
      for (const { metadata } of created) {
        expect(metadata.name).toMatch(/^run-[a-z0-9]{5}$/)
        expect(metadata.generateName).toBe('run-')
      }
      expect(created[0].metadata.name).not.toBe(created[1].metadata.name)
    })

    test('server-owned fields are set by the server', async () => {
      const created = await create(api, place.widgets, {
        ...widget('decided', {}, { uid: 'mine', generation: 7, creationTimestamp: '2001-01-01T00:00:00Z' }),
        status: { phase: 'Made up' },
      })
      expect(created.metadata.uid).not.toBe('mine')
      expect(created.metadata.generation).toBe(1)
      expect(created.metadata.creationTimestamp).not.toBe('2001-01-01T00:00:00Z')
      expect(created.status).toBeUndefined()
    })

    test('creating an existing object is a conflict', async () => {
      await create(api, place.configMaps, configMap('twice'))
      expect(await api.post(place.configMaps, configMap('twice'))).toMatchObject(
        refusal(409, 'AlreadyExists', {
          message: 'configmaps "twice" already exists',
          details: { name: 'twice', kind: 'configmaps' },
        }),
      )
    })

    test('a write into an absent namespace is 404', async () => {
      const missing = refusal(404, 'NotFound', {
        message: 'namespaces "nowhere" not found',
        details: { name: 'nowhere', kind: 'namespaces' },
      })
      expect(await api.post('/api/v1/namespaces/nowhere/configmaps', configMap('x'))).toMatchObject(missing)
      expect(
        await api.apply('/api/v1/namespaces/nowhere/configmaps/x', configMap('x'), { manager: 'one' }),
      ).toMatchObject(missing)
    })

    test.each([
      ['no DNS name', configMap('Bad_Name'), 'FieldValueInvalid'],
      ['no name at all', { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} }, 'FieldValueRequired'],
      ['too long a name', configMap('a'.repeat(254)), 'FieldValueTooLong|FieldValueInvalid'],
    ])('%s is invalid', async (_, body, reason) => {
      const answer = await api.post(place.configMaps, body)
      expect(answer).toMatchObject(refusal(422, 'Invalid', { details: { kind: 'ConfigMap' } }))
      expect(answer.body.details.causes[0]).toMatchObject({
        field: 'metadata.name',
        reason: expect.stringMatching(`^(${reason})$`),
      })
    })

    test('a namespace has a stricter name format, and errors name a custom resource with its group', async () => {
      const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'with.dot' } }
      expect(await api.post('/api/v1/namespaces', space)).toMatchObject(refusal(422, 'Invalid'))
      expect(await api.post(place.widgets, widget('Bad_Name'))).toMatchObject(
        refusal(422, 'Invalid', {
          message: expect.stringContaining('Widget.example.test "Bad_Name" is invalid: metadata.name: Invalid value'),
          details: { name: 'Bad_Name', group: 'example.test', kind: 'Widget' },
        }),
      )
    })

    test('a body that does not match its path is a bad request', async () => {
      const cases: [string, unknown][] = [
        [place.configMaps, configMap('x', {}, { namespace: 'other' })],
        [place.configMaps, { ...configMap('x'), kind: 'Secret' }],
        [place.widgets, { ...widget('x'), apiVersion: 'example.test/v2' }],
        [place.widgets, '{"apiVersion":'],
      ]
      for (const [path, body] of cases)
        expect(await api.post(path, body), JSON.stringify(body)).toMatchObject(refusal(400, 'BadRequest'))
      await create(api, place.configMaps, configMap('fits'))
      expect(await api.put(`${place.configMaps}/fits`, configMap('other'))).toMatchObject(refusal(400, 'BadRequest'))
    })

    test('unsupported verbs and content types are refused', async () => {
      const notAllowed = refusal(405, 'MethodNotAllowed')
      expect(await api.post('/api/v1/configmaps', configMap('x'))).toMatchObject(notAllowed)
      expect(await api.post('/api/v1/namespaces/default', {})).toMatchObject(notAllowed)
      expect(await api.put('/api/v1/nodes', {})).toMatchObject(notAllowed)
      expect(await api.call('DELETE', '/version')).toMatchObject(notAllowed)
      await create(api, place.widgets, widget('typed'))
      const unsupported = refusal(415, 'UnsupportedMediaType')
      const path = `${place.widgets}/typed`
      expect(await api.call('PATCH', path, { body: {}, type: 'application/json' })).toMatchObject(unsupported)
      // Strategic merge needs Go types, which custom resources do not have.
      expect(await api.patch('strategic', path, { spec: {} })).toMatchObject(unsupported)
    })

    test('an update replaces, increases version and generation, and a no-op increases neither', async () => {
      const created = await create(api, place.widgets, widget('updated', { a: 1, b: 1 }))
      const path = `${place.widgets}/updated`
      const changed = (await api.put(path, { ...created, spec: { a: 2 } })).body
      expect(changed.spec).toEqual({ a: 2 })
      expect(changed.metadata).toMatchObject({ generation: 2, uid: created.metadata.uid })
      expect(Number(changed.metadata.resourceVersion)).toBeGreaterThan(Number(created.metadata.resourceVersion))
      const same = (await api.put(path, changed)).body
      expect(same.metadata).toMatchObject({ generation: 2, resourceVersion: changed.metadata.resourceVersion })
      const labelled = (await api.patch('merge', path, { metadata: { labels: { a: 'b' } } })).body
      expect(labelled.metadata.generation).toBe(2)
    })

    test('an update of an old version is a conflict; without a version only core kinds accept it', async () => {
      const modified = (name: string) => ({
        message: `Operation cannot be fulfilled on ${name}: the object has been modified; please apply your changes to the latest version and try again`,
      })
      const created = await create(api, place.widgets, widget('stale'))
      const path = `${place.widgets}/stale`
      await api.patch('merge', path, { spec: { a: 1 } })
      const conflict = refusal(409, 'Conflict', {
        ...modified('widgets.example.test "stale"'),
        details: { name: 'stale', group: 'example.test', kind: 'widgets' },
      })
      expect(await api.put(path, created)).toMatchObject(conflict)
      expect(
        await api.patch('merge', path, { metadata: { resourceVersion: created.metadata.resourceVersion } }),
      ).toMatchObject(conflict)
      expect(await api.put(path, widget('stale'))).toMatchObject(invalid('metadata.resourceVersion'))
      await create(api, place.configMaps, configMap('blind', { a: '1' }))
      expect(await api.put(`${place.configMaps}/blind`, configMap('blind', { a: '2' }))).toMatchObject({ status: 200 })
      expect(await api.put(`${place.configMaps}/absent`, configMap('absent'))).toMatchObject(refusal(404, 'NotFound'))
    })

    test('another uid is a conflict for an update and invalid for a patch', async () => {
      await create(api, place.configMaps, configMap('identity'))
      const path = `${place.configMaps}/identity`
      expect(await api.put(path, configMap('identity', {}, { uid: 'other' }))).toMatchObject(refusal(409, 'Conflict'))
      expect(await api.patch('merge', path, { metadata: { uid: 'other' } })).toMatchObject(
        invalid('metadata.uid', 'FieldValueInvalid'),
      )
    })

    test('a merge patch sets, keeps and removes with null', async () => {
      await create(api, place.widgets, widget('merged', { keep: 1, drop: 1, list: [1, 2], deep: { a: 1, b: 2 } }))
      const { body } = await api.patch('merge', `${place.widgets}/merged`, {
        spec: { drop: null, list: [3], deep: { a: null }, added: 'x' },
      })
      expect(body.spec).toEqual({ keep: 1, list: [3], deep: { b: 2 }, added: 'x' })
    })

    test('a JSON patch is applied completely or not at all', async () => {
      await create(api, place.widgets, widget('patched', { list: ['a', 'b'], 'x/y': 1 }))
      const path = `${place.widgets}/patched`
      const { body } = await api.patch('json', path, [
        { op: 'test', path: '/spec/list/0', value: 'a' },
        { op: 'replace', path: '/spec/list/0', value: 'A' },
        { op: 'add', path: '/spec/list/-', value: 'c' },
        { op: 'remove', path: '/spec/x~1y' },
        { op: 'add', path: '/metadata/labels', value: { done: 'yes' } },
      ])
      expect([body.spec, body.metadata.labels]).toEqual([{ list: ['A', 'b', 'c'] }, { done: 'yes' }])
      const half = [
        { op: 'add', path: '/spec/half', value: true },
        { op: 'test', path: '/spec/list/0', value: 'wrong' },
      ]
      expect(await api.patch('json', path, half)).toMatchObject(refusal(422, 'Invalid'))
      expect(await api.patch('json', path, [{ op: 'remove', path: '/spec/absent' }])).toMatchObject(
        refusal(422, 'Invalid'),
      )
      expect(await api.patch('json', path, { op: 'remove' })).toMatchObject(refusal(400, 'BadRequest'))
      expect((await api.get(path)).body.spec.half).toBeUndefined()
    })

    test('a strategic merge patch merges containers by name', async () => {
      const containers = ['main', 'side'].map((name) => ({ name, image: 'none.example.test/none' }))
      await create(api, place.pods, {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'strategic' },
        spec: { containers },
      })
      const { body, status } = await api.patch('strategic', `${place.pods}/strategic`, {
        metadata: { annotations: { a: 'b' } },
        spec: { containers: [{ name: 'side', image: 'none.example.test/other' }] },
      })
      expect(status).toBe(200)
      const images = body.spec.containers.map((c: { name: string; image: string }) => `${c.name} ${c.image}`)
      expect(images.toSorted()).toEqual(['main none.example.test/none', 'side none.example.test/other'])
      expect(body.metadata.annotations).toEqual({ a: 'b' })
    })

    test('patching an absent object is 404', async () => {
      expect(await api.patch('merge', `${place.widgets}/absent`, { spec: {} })).toMatchObject(refusal(404, 'NotFound'))
    })

    test('status is written through its subresource only, which changes nothing else', async () => {
      const path = `${place.widgets}/statused`
      const created = await create(api, place.widgets, widget('statused', { a: 1 }))
      const ignored = (await api.patch('merge', path, { status: { phase: 'No' } })).body
      expect(ignored.status).toBeUndefined()
      const { body } = await api.patch('merge', `${path}/status`, { spec: { a: 9 }, status: { phase: 'Ready' } })
      expect([body.spec, body.status]).toEqual([{ a: 1 }, { phase: 'Ready' }])
      expect(body.metadata.generation).toBe(created.metadata.generation)
      const updated = (await api.put(path, { ...body, spec: { a: 2 }, status: { phase: 'Lost' } })).body
      expect([updated.spec, updated.status]).toEqual([{ a: 2 }, { phase: 'Ready' }])
      expect((await api.get(`${path}/status`)).body).toMatchObject({ kind: 'Widget', status: { phase: 'Ready' } })
    })

    test('an update is recorded in managedFields', async () => {
      const { body } = await api.call('POST', `${place.configMaps}?fieldManager=somebody`, {
        body: configMap('managed', { a: '1' }),
      })
      expect(body.metadata.managedFields).toEqual([
        {
          manager: 'somebody',
          operation: 'Update',
          apiVersion: 'v1',
          time: expect.stringMatching(/Z$/),
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': { '.': {}, 'f:a': {} } },
        },
      ])
    })

    test('a dry run returns the result and stores nothing', async () => {
      const created = await api.post(`${place.configMaps}?dryRun=All`, configMap('dry', { a: '1' }))
      expect(created).toMatchObject({ status: 201, body: { metadata: { name: 'dry', uid: expect.any(String) } } })
      expect(await api.get(`${place.configMaps}/dry`)).toMatchObject({ status: 404 })
      const before = await create(api, place.configMaps, configMap('wet', { a: '1' }))
      const path = `${place.configMaps}/wet`
      const patched = await api.patch('merge', `${path}?dryRun=All`, { data: { a: '2' } })
      expect(patched.body.data).toEqual({ a: '2' })
      expect((await api.delete(`${path}?dryRun=All`)).status).toBe(200)
      expect((await api.get(path)).body).toEqual(before)
      expect(await api.post(`${place.configMaps}?dryRun=Some`, configMap('x'))).toMatchObject(refusal(422, 'Invalid'))
      expect(await api.post(`${place.configMaps}?dryRun=All`, configMap('wet'))).toMatchObject(
        refusal(409, 'AlreadyExists'),
      )
    })

    test('a Secret: stringData becomes data, type is fixed, immutable is enforced', async () => {
      const text = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'text' }, stringData: { a: 'A' } }
      const created = await create(api, place.secrets, text)
      expect([created.data, created.stringData, created.type]).toEqual([{ a: 'QQ==' }, undefined, 'Opaque'])
      const field = (name: string) => invalid(name)
      expect(await api.patch('merge', `${place.secrets}/text`, { type: 'other' })).toMatchObject(field('type'))

      await create(api, place.secrets, secret('fixed', { a: 'A' }, { immutable: true }))
      const path = `${place.secrets}/fixed`
      expect(await api.patch('merge', path, { data: { a: 'Qg==' } })).toMatchObject(field('data'))
      expect(await api.patch('merge', path, { immutable: false })).toMatchObject(field('immutable'))
      expect(await api.apply(path, secret('fixed', { a: 'B' }), { manager: 'one', query: 'force=true' })).toMatchObject(
        refusal(422, 'Invalid'),
      )
      expect((await api.patch('merge', path, { metadata: { labels: { a: 'b' } } })).status).toBe(200)
      expect(await api.post(place.secrets, { ...secret('bad', {}), data: { a: '!!' } })).toMatchObject(
        refusal(400, 'BadRequest'),
      )
    })

    test('a Job selects its Pods by its own uid', async () => {
      const containers = [{ name: 'main', image: 'none.example.test/none' }]
      const created = await create(api, `/apis/batch/v1/namespaces/${place.name}/jobs`, {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { generateName: 'once-' },
        spec: { template: { metadata: { labels: { app: 'once' } }, spec: { containers, restartPolicy: 'Never' } } },
      })
      const { uid, name } = created.metadata
      expect(created.spec).toMatchObject({
        parallelism: 1,
        completions: 1,
        backoffLimit: 6,
        suspend: false,
        selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } },
      })
      expect(created.spec.template.metadata.labels).toMatchObject({
        app: 'once',
        'job-name': name,
        'batch.kubernetes.io/job-name': name,
        'batch.kubernetes.io/controller-uid': uid,
      })
    })

    test('deleting returns the deleted object', async () => {
      const created = await create(api, place.widgets, widget('gone'))
      const path = `${place.widgets}/gone`
      expect(await api.delete(path)).toMatchObject({
        status: 200,
        body: {
          kind: 'Status',
          status: 'Success',
          details: { name: 'gone', group: 'example.test', kind: 'widgets', uid: created.metadata.uid },
        },
      })
      expect(await api.get(path)).toMatchObject({ status: 404 })
      expect(await api.delete(path)).toMatchObject(refusal(404, 'NotFound'))
    })

    test('deleting can require the uid and the version', async () => {
      const created = await create(api, place.widgets, widget('insist'))
      const path = `${place.widgets}/insist`
      const insist = (preconditions: object) =>
        api.delete(path, { kind: 'DeleteOptions', apiVersion: 'v1', preconditions })
      expect(await insist({ uid: 'other' })).toMatchObject(refusal(409, 'Conflict'))
      expect(await insist({ resourceVersion: '1' })).toMatchObject(refusal(409, 'Conflict'))
      const { uid, resourceVersion } = created.metadata
      expect(await insist({ uid, resourceVersion })).toMatchObject({ status: 200 })
    })

    test('finalizers delay a deletion', async () => {
      await create(api, place.widgets, widget('held', { a: 1 }, { finalizers: ['example.test/hold'] }))
      const path = `${place.widgets}/held`
      const deleted = await api.delete(path)
      expect(deleted).toMatchObject({
        status: 200,
        body: { kind: 'Widget', metadata: { deletionGracePeriodSeconds: 0 } },
      })
      const { deletionTimestamp } = deleted.body.metadata
      expect(deletionTimestamp).toMatch(/Z$/)
      expect((await api.delete(path)).body.metadata.deletionTimestamp).toBe(deletionTimestamp)
      expect(
        await api.patch('merge', path, { metadata: { finalizers: ['example.test/hold', 'example.test/late'] } }),
      ).toMatchObject(invalid('metadata.finalizers'))
      expect((await api.patch('merge', path, { metadata: { finalizers: null } })).status).toBe(200)
      expect(await api.get(path)).toMatchObject({ status: 404 })
    })

    test('a terminating namespace accepts no new objects', async () => {
      const doomed = await namespace(api, 'doomed')
      await create(api, doomed.widgets, widget('holds', {}, { finalizers: ['example.test/hold'] }))
      const deleted = await api.delete('/api/v1/namespaces/doomed')
      expect([deleted.status, deleted.body.kind, deleted.body.status.phase]).toEqual([200, 'Namespace', 'Terminating'])
      expect(await api.post(doomed.configMaps, configMap('late'))).toMatchObject(
        refusal(403, 'Forbidden', {
          details: { name: 'late', kind: 'configmaps', causes: [{ reason: 'NamespaceTerminating' }] },
        }),
      )
    })

    test('a namespace is deleted once it is empty', async ({ skip }) => {
      skip(backend().name === 'embedded', 'the embedded API has no controller that empties namespaces')
      const ending = await namespace(api, 'ending')
      await create(api, ending.widgets, widget('holds', {}, { finalizers: ['example.test/hold'] }))
      await create(api, ending.configMaps, configMap('goes'))
      await api.delete('/api/v1/namespaces/ending')
      const gone = (path: string) => vi.waitFor(async () => expect((await api.get(path)).status).toBe(404), WAIT)
      await gone(`${ending.configMaps}/goes`)
      expect((await api.get('/api/v1/namespaces/ending')).status).toBe(200)
      expect((await api.patch('merge', `${ending.widgets}/holds`, { metadata: { finalizers: null } })).status).toBe(200)
      await gone('/api/v1/namespaces/ending')
    })

    test('a collection is deleted by selector', async () => {
      for (const name of ['c1', 'c2']) await create(api, place.widgets, widget(name, {}, { labels: { sweep: name } }))
      const { body, status } = await api.delete(`${place.widgets}?labelSelector=sweep%3Dc1`)
      expect([status, body.kind, names(body)]).toEqual([200, 'WidgetList', ['c1']])
      expect(names((await api.get(`${place.widgets}?labelSelector=sweep`)).body)).toEqual(['c2'])
    })
  })
}
