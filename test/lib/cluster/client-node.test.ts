// SPDX-License-Identifier: Apache-2.0
// Why writes do not use KubernetesObjectApi of client-node (docs/adr/0003). When one of these tests fails, reconsider.
import type { Configuration, KubernetesObject, RequestContext } from '@kubernetes/client-node'
import { beforeAll, expect, test } from 'vitest'

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

let send: (object: KubernetesObject, how: 'create' | 'apply') => Promise<readonly Sent[]>

/** Loading all generated models takes more than a second. */
beforeAll(async () => {
  const { KubernetesObjectApi, ResponseContext, ServerConfiguration } = await import('@kubernetes/client-node')
  const { of } = await import('@kubernetes/client-node/dist/gen/rxjsStub.js')
  send = async (object, how) => {
    const sent: Sent[] = []
    const resources = ['Job', 'Secret'].map((kind) => ({ kind, name: `${kind.toLowerCase()}s`, namespaced: true }))
    const httpApi = {
      send: (request: RequestContext) => {
        const path = new URL(request.getUrl()).pathname
        const body = request.getBody()
        if (body !== undefined) sent.push({ method: request.getHttpMethod(), path, body: JSON.parse(String(body)) })
        const text = body === undefined ? JSON.stringify({ kind: 'APIResourceList', resources }) : String(body)
        const read = { text: async () => text, binary: async () => Buffer.from(text), stream: () => null }
        return of(new ResponseContext(200, { 'content-type': 'application/json' }, read))
      },
    }
    const baseServer = new ServerConfiguration('https://api.example', {})
    const api = new KubernetesObjectApi({ baseServer, httpApi, middleware: [], authMethods: {} } as Configuration)
    if (how === 'create') await api.create(object)
    else await api.patch(object, undefined, undefined, 'manager', false, 'application/apply-patch+yaml')
    return sent
  }
}, 60_000)

test('client-node drops fields that its models do not have', async () => {
  const spec = { template: { spec: { containers: [{ name: 'c', newer: true }] } }, newer: true }
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j', namespace: 'n' }, spec }
  const [sent] = await send(job, 'create')
  expect(sent?.body).toMatchObject({ spec: { template: { spec: { containers: [{ name: 'c' }] } } } })
  expect(JSON.stringify(sent)).not.toContain('newer')
})

test('client-node sends a Secret named .. to the path of its Namespace', async () => {
  const [sent] = await send({ apiVersion: 'v1', kind: 'Secret', metadata: { name: '..', namespace: 'n' } }, 'apply')
  expect(sent).toMatchObject({ method: 'PATCH', path: '/api/v1/namespaces/n/' })
})
