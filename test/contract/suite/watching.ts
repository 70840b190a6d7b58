// SPDX-License-Identifier: Apache-2.0
import { beforeAll, describe, expect, test } from 'vitest'
import type { Api, Event } from '../api.ts'
import type { GetBackend } from '../backend.ts'
import { create, namespace, type Place, refusal, widget } from '../objects.ts'

const brief = (events: Event[]) => events.map(({ type, object }) => `${type} ${object.metadata?.name ?? ''}`.trim())
const is = (type: Event['type'], name?: string) => (event: Event) =>
  event.type === type && (name === undefined || event.object.metadata.name === name)

/** Watches: order, selectors, bookmarks, and expired history. */
export function describeWatching(backend: GetBackend): void {
  describe('watching', () => {
    let api: Api
    let place: Place
    beforeAll(async () => {
      api = backend().admin
      place = await namespace(api, 'watching')
    })
    const version = async () => (await api.get(place.widgets)).body.metadata.resourceVersion

    test('from the version of a list, changes arrive in order and each version is newer', async () => {
      const since = await version()
      const watch = await api.watch(`${place.widgets}?watch=true&resourceVersion=${since}`)
      expect(watch.status).toBe(200)
      await create(api, place.widgets, widget('one', { n: 1 }))
      await create(api, place.widgets, widget('two'))
      await api.patch('merge', `${place.widgets}/one`, { spec: { n: 2 } })
      await api.delete(`${place.widgets}/two`)
      const events = await watch.until(is('DELETED'))
      watch.close()
      expect(brief(events)).toEqual(['ADDED one', 'ADDED two', 'MODIFIED one', 'DELETED two'])
      expect(events[2]?.object).toMatchObject({ apiVersion: 'example.test/v1', kind: 'Widget', spec: { n: 2 } })
      const versions = events.map(({ object }) => Number(object.metadata.resourceVersion))
      expect(versions).toEqual(versions.toSorted((a, b) => a - b))
      expect(versions[0]).toBeGreaterThan(Number(since))
      expect(new Set(versions).size).toBe(4)
    })

    test('a watch from an older version replays later changes', async () => {
      const since = await version()
      await create(api, place.widgets, widget('early'))
      await api.delete(`${place.widgets}/early`)
      const watch = await api.watch(`${place.widgets}?watch=1&resourceVersion=${since}`)
      const events = await watch.until(is('DELETED', 'early'))
      watch.close()
      expect(brief(events)).toEqual(['ADDED early', 'DELETED early'])
    })

    test('without a version, existing objects arrive first as ADDED', async () => {
      await create(api, place.widgets, widget('present'))
      const watch = await api.watch(`${place.widgets}?watch=1&fieldSelector=metadata.name%3Dpresent`)
      expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'present' } } })
      watch.close()
    })

    test('with a label selector, leaving the selection is DELETED and entering it is ADDED', async () => {
      await create(api, place.widgets, widget('labelled', {}, { labels: { seen: 'yes' } }))
      const watch = await api.watch(
        `${place.widgets}?watch=1&resourceVersion=${await version()}&labelSelector=seen%3Dyes`,
      )
      await create(api, place.widgets, widget('unseen'))
      await api.patch('merge', `${place.widgets}/labelled`, { metadata: { labels: { seen: 'no' } } })
      await api.patch('merge', `${place.widgets}/labelled`, { metadata: { labels: { seen: 'yes' } } })
      const events = await watch.until(is('ADDED', 'labelled'))
      watch.close()
      expect(brief(events)).toEqual(['DELETED labelled', 'ADDED labelled'])
    })

    test('initial events end with an annotated bookmark', async () => {
      const since = await version()
      const watch = await api.watch(
        `${place.widgets}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
      )
      const events = await watch.until(is('BOOKMARK'))
      watch.close()
      const bookmark = events.at(-1)?.object
      expect(bookmark).toMatchObject({ apiVersion: 'example.test/v1', kind: 'Widget' })
      expect(bookmark.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' })
      expect(Number(bookmark.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(since))
      expect(events.slice(0, -1).every(({ type }) => type === 'ADDED')).toBe(true)
    })

    test('a watch without matching changes still gets newer versions by bookmarks', async () => {
      const watch = await api.watch(
        `${place.widgets}?watch=1&resourceVersion=${await version()}&allowWatchBookmarks=true&timeoutSeconds=6&labelSelector=never`,
      )
      const { metadata } = await create(api, place.widgets, widget('elsewhere'))
      const far = (event: Event) => Number(event.object.metadata.resourceVersion) >= Number(metadata.resourceVersion)
      const events = await watch.until(far)
      expect(events.every(({ type }) => type === 'BOOKMARK')).toBe(true)
      expect(events.at(-1)?.object).toMatchObject({ apiVersion: 'example.test/v1', kind: 'Widget' })
      expect(events.at(-1)?.object.metadata.name ?? '').toBe('')
      watch.close()
    })

    test('without allowWatchBookmarks there are no bookmarks', async () => {
      const watch = await api.watch(
        `${place.widgets}?watch=1&resourceVersion=${await version()}&timeoutSeconds=3&labelSelector=never`,
      )
      await create(api, place.widgets, widget('silent'))
      expect(await watch.next()).toBeUndefined()
    })

    test('timeoutSeconds ends the stream cleanly', async () => {
      const watch = await api.watch(`${place.widgets}?watch=1&resourceVersion=${await version()}&timeoutSeconds=1`)
      expect(await watch.next()).toBeUndefined()
    })

    test('a watch can return Tables, as kubectl get -w requests them', async () => {
      const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
      const watch = await api.watch(`${place.widgets}?watch=1&resourceVersion=${await version()}`, accept)
      await create(api, place.widgets, widget('tabled'))
      await api.patch('merge', `${place.widgets}/tabled`, { spec: { n: 1 } })
      const first = await watch.next()
      const second = await watch.next()
      watch.close()
      expect(first).toMatchObject({
        type: 'ADDED',
        object: { kind: 'Table', rows: [{ cells: ['tabled', expect.anything()] }] },
      })
      expect(first?.object.columnDefinitions.length).toBe(2)
      expect(second?.object.columnDefinitions ?? []).toEqual([])
      expect(second?.object.rows[0].object).toMatchObject({ kind: 'PartialObjectMetadata' })
    })

    test('expired history: watches get an ERROR event or a 410, continue tokens a 410 with a new token', async () => {
      for (const name of ['p1', 'p2', 'p3']) await create(api, place.widgets, widget(name))
      const page = (await api.get(`${place.widgets}?limit=1`)).body
      const since = page.metadata.resourceVersion
      await create(api, place.widgets, widget('p4'))
      await backend().expire()

      const gone = { kind: 'Status', reason: 'Expired', code: 410 }
      const watch = await api.watch(`${place.widgets}?watch=1&resourceVersion=${since}`)
      const event = await watch.next()
      watch.close()
      if (watch.status === 200) expect(event).toMatchObject({ type: 'ERROR', object: gone })
      else expect(event).toMatchObject(gone)

      const answer = await api.get(`${place.widgets}?limit=1&continue=${encodeURIComponent(page.metadata.continue)}`)
      expect(answer).toMatchObject(refusal(410, 'Expired'))
      expect(answer.body.metadata.continue).toMatch(/./)
      const inconsistent = await api.get(
        `${place.widgets}?limit=1&continue=${encodeURIComponent(answer.body.metadata.continue)}`,
      )
      expect(inconsistent.status).toBe(200)
      expect(Number(inconsistent.body.metadata.resourceVersion)).toBeGreaterThan(Number(since))
      expect((await api.get(place.widgets)).status).toBe(200)
    })
  })
}
