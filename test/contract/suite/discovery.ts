// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import type { Json } from '../api.ts'
import type { GetBackend } from '../backend.ts'
import { refusal } from '../objects.ts'

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const named = (list: Json[], field: string, value: string) => list.find((entry) => entry[field] === value)

export function describeDiscovery(backend: GetBackend): void {
  describe('discovery', () => {
    test('plain: the core group has versions, the others are groups with a preferred version', async () => {
      const { admin } = backend()
      expect((await admin.get('/api')).body).toMatchObject({ kind: 'APIVersions', versions: ['v1'] })
      const { body } = await admin.get('/apis')
      expect(body).toMatchObject({ kind: 'APIGroupList', apiVersion: 'v1' })
      const version = { groupVersion: 'example.test/v1', version: 'v1' }
      const group = { name: 'example.test', versions: [version], preferredVersion: version }
      expect(named(body.groups, 'name', 'example.test')).toEqual(group)
      expect(named(body.groups, 'name', 'apps')).toMatchObject({ preferredVersion: { groupVersion: 'apps/v1' } })
      expect((await admin.get('/apis/example.test')).body).toEqual({ kind: 'APIGroup', apiVersion: 'v1', ...group })
    })

    test('plain: resources of a version with kind, scope and verbs', async () => {
      const { admin } = backend()
      const custom = (await admin.get('/apis/example.test/v1')).body
      expect(custom).toMatchObject({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'example.test/v1' })
      const widgets = named(custom.resources, 'name', 'widgets')
      expect(widgets).toMatchObject({ singularName: 'widget', namespaced: true, kind: 'Widget' })
      expect(widgets.verbs).toEqual(
        expect.arrayContaining(['create', 'delete', 'get', 'list', 'patch', 'update', 'watch']),
      )
      expect(named(custom.resources, 'name', 'widgets/status')).toMatchObject({ kind: 'Widget', namespaced: true })
      const core = (await admin.get('/api/v1')).body
      expect(core).toMatchObject({ kind: 'APIResourceList', groupVersion: 'v1' })
      expect(named(core.resources, 'name', 'nodes')).toMatchObject({
        namespaced: false,
        kind: 'Node',
        shortNames: ['no'],
      })
      expect(named(core.resources, 'name', 'secrets')).toMatchObject({ namespaced: true, kind: 'Secret' })
    })

    test('aggregated: one document per root, selected by Accept', async () => {
      const { admin } = backend()
      const { body, type, status } = await admin.get('/apis', `${AGGREGATED},application/json`)
      expect([status, type]).toEqual([200, AGGREGATED])
      expect(body).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' })
      const group = body.items.find((item: Json) => item.metadata.name === 'example.test')
      expect(group.versions).toHaveLength(1)
      expect(group.versions[0]).toMatchObject({ version: 'v1', freshness: 'Current' })
      expect(group.versions[0].resources).toHaveLength(1)
      expect(group.versions[0].resources[0]).toMatchObject({
        resource: 'widgets',
        responseKind: { group: 'example.test', version: 'v1', kind: 'Widget' },
        scope: 'Namespaced',
        singularResource: 'widget',
        verbs: expect.arrayContaining(['get', 'list', 'watch', 'patch']),
        subresources: [
          expect.objectContaining({ subresource: 'status', verbs: expect.arrayContaining(['get', 'patch']) }),
        ],
      })
    })

    test('aggregated: the core group has no name', async () => {
      const { body, type } = await backend().admin.get('/api', AGGREGATED)
      expect(type).toBe(AGGREGATED)
      expect(body.items).toHaveLength(1)
      expect(body.items[0].metadata.name ?? '').toBe('')
      const resources = body.items[0].versions[0].resources
      expect(named(resources, 'resource', 'nodes')).toMatchObject({ scope: 'Cluster', responseKind: { kind: 'Node' } })
      const pods = named(resources, 'resource', 'pods')
      expect(pods).toMatchObject({ scope: 'Namespaced', shortNames: ['po'], categories: ['all'] })
      expect(pods.subresources).toContainEqual(expect.objectContaining({ subresource: 'log' }))
    })

    test('/version returns the version of Kubernetes', async () => {
      const { body } = await backend().admin.get('/version')
      expect(body).toMatchObject({ major: '1', minor: expect.stringMatching(/^\d+\+?$/) })
      expect(body.gitVersion).toMatch(/^v1\.\d+\.\d+/)
    })

    test('an unknown group, version or custom resource is plain text, not a Status', async () => {
      for (const path of ['/apis/nope.test/v1', '/apis/nope.test/v1/things', '/apis/example.test/v9/widgets']) {
        const { status, text, type } = await backend().admin.get(path)
        expect([status, text.trim(), type], path).toEqual([404, '404 page not found', 'text/plain; charset=utf-8'])
      }
      expect(await backend().admin.get('/apis/example.test/v1/gadgets')).toMatchObject({
        status: 404,
        type: 'text/plain; charset=utf-8',
      })
    })

    test('an unknown resource of the core group is a Status without a name', async () => {
      const answer = await backend().admin.get('/api/v1/nopes')
      expect(answer).toMatchObject(refusal(404, 'NotFound'))
      expect(answer.body.details?.name).toBeUndefined()
    })

    test('the paths of probes and kubectl exist', async () => {
      for (const path of ['/healthz', '/livez', '/readyz']) {
        const { status, text } = await backend().admin.get(path)
        expect([status, text], path).toEqual([200, 'ok'])
      }
      const { paths } = JSON.parse((await backend().admin.get('/openapi/v3')).text)
      expect(paths['apis/example.test/v1'].serverRelativeURL).toContain('/openapi/v3/apis/example.test/v1')
    })
  })
}
