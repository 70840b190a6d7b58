// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import type { Api } from '../api.ts'
import type { GetBackend } from '../backend.ts'
import { refusal, secret } from '../objects.ts'

/** Authentication and authorization. */
export function describeAccess(backend: GetBackend): void {
  describe('access', () => {
    const review = (api: Api, group: string, kind: string, spec?: object) =>
      api.post(`/apis/${group}/v1/${kind.toLowerCase()}s`, { apiVersion: `${group}/v1`, kind, ...(spec && { spec }) })
    const mayList = async (api: Api, resource: string, group = '') => {
      const resourceAttributes = { verb: 'list', resource, group, namespace: 'default' }
      const answer = await review(api, 'authorization.k8s.io', 'SelfSubjectAccessReview', { resourceAttributes })
      expect(answer).toMatchObject({
        status: 201,
        body: { kind: 'SelfSubjectAccessReview', spec: { resourceAttributes: { resource } } },
      })
      return answer.body.status.allowed
    }

    test('an unknown token is 401 for every request', async () => {
      const stranger = backend().admin.as('no-such-token')
      for (const path of ['/api/v1/namespaces', '/apis', '/apis/nope.test/v1/things', '/api/v1/namespaces/default'])
        expect(await stranger.get(path), path).toMatchObject(refusal(401, 'Unauthorized', { message: 'Unauthorized' }))
      expect(await stranger.post('/api/v1/namespaces/default/secrets', secret('x', {}))).toMatchObject({ status: 401 })
    })

    test('forbidden takes precedence over not found', async () => {
      const { limited, limitedName } = backend()
      const forbidden = (message: string, details: object) =>
        refusal(403, 'Forbidden', { message: `${message.replace('USER', limitedName)}`, details })
      expect(await limited.get('/api/v1/secrets')).toMatchObject(
        forbidden(
          'secrets is forbidden: User "USER" cannot list resource "secrets" in API group "" at the cluster scope',
          {
            kind: 'secrets',
          },
        ),
      )
      expect(await limited.get('/api/v1/namespaces/default/secrets/absent')).toMatchObject(
        forbidden(
          'secrets "absent" is forbidden: User "USER" cannot get resource "secrets" in API group "" in the namespace "default"',
          { name: 'absent', kind: 'secrets' },
        ),
      )
      expect(await limited.get('/api/v1/namespaces/nowhere/secrets')).toMatchObject(refusal(403, 'Forbidden'))
      expect(await limited.get('/apis/example.test/v1/gadgets')).toMatchObject(
        forbidden(
          'gadgets.example.test is forbidden: User "USER" cannot list resource "gadgets" in API group "example.test" at the cluster scope',
          { group: 'example.test', kind: 'gadgets' },
        ),
      )
    })

    test('every verb is refused by its own name', async () => {
      const { limited } = backend()
      const path = '/api/v1/namespaces/default/secrets'
      const body = secret('x', {})
      const verbs: Record<string, () => Promise<{ status: number; text: string }>> = {
        watch: () => limited.get(`${path}?watch=1`),
        create: () => limited.post(path, body),
        update: () => limited.put(`${path}/x`, body),
        patch: () => limited.apply(`${path}/x`, body, { manager: 'one' }),
        delete: () => limited.delete(`${path}/x`),
        deletecollection: () => limited.delete(path),
      }
      for (const [verb, ask] of Object.entries(verbs)) {
        const answer = await ask()
        expect(answer.status, verb).toBe(403)
        expect(answer.text).toContain(`cannot ${verb} resource \\"secrets\\"`)
      }
    })

    test('every authenticated user may use discovery and self reviews', async () => {
      const { limited } = backend()
      for (const path of ['/api', '/apis', '/version']) expect((await limited.get(path)).status, path).toBe(200)
    })

    test('SelfSubjectReview returns the user', async () => {
      const { admin, limited, limitedName } = backend()
      const answer = await review(limited, 'authentication.k8s.io', 'SelfSubjectReview')
      expect(answer).toMatchObject({ status: 201, body: { kind: 'SelfSubjectReview' } })
      const { username, groups } = answer.body.status.userInfo
      expect(username).toBe(limitedName)
      expect(groups).toContain('system:authenticated')
      const { body } = await review(admin, 'authentication.k8s.io', 'SelfSubjectReview')
      expect(body.status.userInfo.groups).toContain('system:masters')
    })

    test('SelfSubjectAccessReview agrees with the actual request', async () => {
      const { admin, limited } = backend()
      expect(await mayList(admin, 'secrets')).toBe(true)
      expect(await mayList(limited, 'secrets')).toBe(false)
      expect(await mayList(limited, 'gadgets', 'example.test')).toBe(false)
      // Authorization does not know resources: a resource that does not exist can be allowed.
      expect(await mayList(admin, 'gadgets', 'example.test')).toBe(true)
      expect(await review(admin, 'authorization.k8s.io', 'SelfSubjectAccessReview', {})).toMatchObject(
        refusal(422, 'Invalid'),
      )
    })

    test('SelfSubjectRulesReview lists the rules of one namespace', async () => {
      const { admin } = backend()
      const answer = await review(admin, 'authorization.k8s.io', 'SelfSubjectRulesReview', { namespace: 'default' })
      expect(answer.status).toBe(201)
      expect(answer.body.status.resourceRules).toContainEqual({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] })
      expect(answer.body.status).toMatchObject({ incomplete: false, nonResourceRules: expect.any(Array) })
      expect(await review(admin, 'authorization.k8s.io', 'SelfSubjectRulesReview', {})).toMatchObject(
        refusal(400, 'BadRequest'),
      )
    })

    test('reviews can be created, not read', async () => {
      expect(await backend().admin.get('/apis/authentication.k8s.io/v1/selfsubjectreviews')).toMatchObject(
        refusal(405, 'MethodNotAllowed'),
      )
    })
  })
}
