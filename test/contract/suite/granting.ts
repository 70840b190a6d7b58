// SPDX-License-Identifier: Apache-2.0
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Api } from '../api.ts'
import type { GetBackend } from '../backend.ts'
import { configMap, create, names, namespace, type Place, refusal } from '../objects.ts'

const GROUP = 'rbac.authorization.k8s.io'
const RBAC = `/apis/${GROUP}/v1`

/** Roles and bindings. */
export function describeGranting(backend: GetBackend): void {
  describe('RBAC', () => {
    let admin: Api
    let place: Place
    beforeAll(async () => {
      admin = backend().admin
      place = await namespace(admin, 'granting')
      await create(admin, place.configMaps, configMap('there', { a: '1' }))
    })

    /** Binds a role to a user in the namespace and waits until it takes effect. */
    async function grant(user: string, rules: object[]): Promise<Api> {
      const metadata = { name: user }
      const roles = `${RBAC}/namespaces/${place.name}/roles`
      await create(admin, roles, { apiVersion: `${GROUP}/v1`, kind: 'Role', metadata, rules })
      await create(admin, `${RBAC}/namespaces/${place.name}/rolebindings`, {
        apiVersion: `${GROUP}/v1`,
        kind: 'RoleBinding',
        metadata,
        roleRef: { apiGroup: GROUP, kind: 'Role', name: user },
        subjects: [{ apiGroup: GROUP, kind: 'User', name: user }],
      })
      const api = admin.actingAs(user)
      const review = {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectRulesReview',
        spec: { namespace: place.name },
      }
      await vi.waitFor(
        async () => {
          const { body } = await api.post('/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', review)
          expect(JSON.stringify(body.status.resourceRules)).toContain('configmaps')
        },
        { timeout: 30_000, interval: 50 },
      )
      return api
    }

    test('one namespace is readable, the cluster is not', async () => {
      const api = await grant('reader', [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }])
      expect(names((await api.get(place.configMaps)).body)).toContain('there')
      expect((await api.get(`${place.configMaps}/there`)).status).toBe(200)
      expect(await api.get('/api/v1/configmaps')).toMatchObject(
        refusal(403, 'Forbidden', {
          message:
            'configmaps is forbidden: User "reader" cannot list resource "configmaps" in API group "" at the cluster scope',
        }),
      )
      expect(await api.get('/api/v1/namespaces/default/configmaps')).toMatchObject(refusal(403, 'Forbidden'))
      expect(await api.get(`${place.configMaps}?watch=1`)).toMatchObject(refusal(403, 'Forbidden'))
      expect(await api.delete(`${place.configMaps}/there`)).toMatchObject(refusal(403, 'Forbidden'))
    })

    test('resourceNames limit reads to those objects', async () => {
      const api = await grant('picker', [
        { apiGroups: [''], resources: ['configmaps'], resourceNames: ['there'], verbs: ['get'] },
      ])
      expect((await api.get(`${place.configMaps}/there`)).status).toBe(200)
      expect(await api.get(`${place.configMaps}/absent`)).toMatchObject(refusal(403, 'Forbidden'))
      expect(await api.get(place.configMaps)).toMatchObject(refusal(403, 'Forbidden'))
    })

    test('applying an absent object needs patch and create, and resourceNames limit both', async () => {
      const rule = { apiGroups: [''], resources: ['configmaps'] }
      const patcher = await grant('patcher', [{ ...rule, verbs: ['patch'] }])
      const apply = (api: Api, name: string) =>
        api.apply(`${place.configMaps}/${name}`, configMap(name, { b: '1' }), { manager: 'one' })
      expect((await apply(patcher, 'there')).status).toBe(200)
      expect(await apply(patcher, 'fresh')).toMatchObject(
        refusal(403, 'Forbidden', { message: expect.stringContaining('cannot create resource "configmaps"') }),
      )
      const both = await grant('both', [{ ...rule, resourceNames: ['fresh'], verbs: ['patch', 'create'] }])
      expect((await apply(both, 'fresh')).status).toBe(201)
      expect(await apply(both, 'other')).toMatchObject(refusal(403, 'Forbidden'))
      expect(await both.post(place.configMaps, configMap('fresh'))).toMatchObject(refusal(403, 'Forbidden'))
    })

    test('a subresource needs its own permission', async () => {
      const api = await grant('pods-only', [{ apiGroups: [''], resources: ['pods', 'configmaps'], verbs: ['get'] }])
      expect(await api.get(`${place.pods}/absent`)).toMatchObject(refusal(404, 'NotFound'))
      expect(await api.get(`${place.pods}/absent/log`)).toMatchObject(
        refusal(403, 'Forbidden', { message: expect.stringContaining('cannot get resource "pods/log"') }),
      )
    })

    test('impersonation needs permission', async () => {
      const { limited, limitedName } = backend()
      expect(await limited.actingAs('somebody').get('/api/v1/namespaces')).toMatchObject(
        // The message differs between versions of Kubernetes.
        refusal(403, 'Forbidden', { message: expect.stringMatching(`User "${limitedName}" cannot impersonate`) }),
      )
    })
  })
}
