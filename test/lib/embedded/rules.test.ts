// SPDX-License-Identifier: Apache-2.0

import { connect as dialHttp2 } from 'node:http2'
import { connect as dial } from 'node:net'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { running, secretYaml } from './fleet.ts'

const THING = 'apiVersion: things.test/v1\nkind: Thing\nmetadata: { name: t, namespace: default }\n'
const mayList = async (
  api: import('../../contract/api.ts').Api,
  resource: string,
  group = '',
  namespace = 'default',
) => {
  const review = await api.post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { verb: 'list', resource, group, namespace } },
  })
  return review.body.status.allowed
}

describe('the rules of a cluster', () => {
  test('unreachable: the port refuses, the others answer', async () => {
    const fleet = await running({
      'management.yaml': secretYaml('s'),
      'storage.a.yaml': secretYaml('s'),
      'fleet.yaml': 'clusters: { storage.a: { unreachable: true } }\n',
    })
    const { port, hostname } = new URL(fleet.cluster('storage.a').url)
    const code = await new Promise((resolve) => {
      const socket = dial({ port: Number(port), host: hostname }, () => resolve('connected'))
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    })
    expect(code).toBe('ECONNREFUSED')
    expect((await fleet.api('management').get('/version')).status).toBe(200)
  })

  test('unauthorized: even a valid token is 401', async () => {
    const fleet = await running({
      'management.yaml': secretYaml('s'),
      'fleet.yaml': 'clusters: { management: { unauthorized: true } }\n',
    })
    expect(await fleet.api('management').get('/api/v1/namespaces')).toMatchObject({
      status: 401,
      body: { kind: 'Status', reason: 'Unauthorized', code: 401 },
    })
  })

  test("another cluster's token is 401", async () => {
    const fleet = await running({ 'management.yaml': secretYaml('s'), 'storage.a.yaml': secretYaml('s') })
    const { token } = fleet.cluster('storage.a')
    expect(token).not.toBe(fleet.cluster('management').token)
    expect((await fleet.api('management', token).get('/version')).status).toBe(401)
    expect((await fleet.api('storage.a').get('/version')).status).toBe(200)
  })

  test('slow: every response is delayed', async () => {
    const fleet = await running({
      'management.yaml': secretYaml('s'),
      'fleet.yaml': 'clusters: { management: { slow: 120ms } }\n',
    })
    const before = performance.now()
    expect((await fleet.api('management').get('/version')).status).toBe(200)
    expect(performance.now() - before).toBeGreaterThan(100)
  })

  test('forbidden: 403 for all users, and access reviews agree', async () => {
    const fleet = await running({
      'management.yaml': secretYaml('s'),
      'fleet.yaml': 'clusters: { management: { forbidden: [secrets, things.test] } }\n',
    })
    const api = fleet.api('management')
    expect(await api.get('/api/v1/namespaces/default/secrets')).toMatchObject({
      status: 403,
      body: {
        reason: 'Forbidden',
        message:
          'secrets is forbidden: User "demo-admin" cannot list resource "secrets" in API group "" in the namespace "default"',
        details: { kind: 'secrets' },
      },
    })
    expect(await mayList(api, 'secrets')).toBe(false)
    expect(await mayList(api, 'configmaps')).toBe(true)
  })

  test('notServed: absent from discovery and a plain 404; served: present without objects', async () => {
    const fleet = await running({
      'management.yaml': THING,
      'fleet.yaml':
        'clusters: { management: { notServed: [things.things.test], served: ["gears.gears.test/v2:Gear:Cluster", cephclients.ceph.rook.io/v1] } }\n',
    })
    const api = fleet.api('management')
    expect(await api.get('/apis/things.test/v1/things')).toMatchObject({ status: 404, text: '404 page not found\n' })
    const groups = (await api.get('/apis')).body.groups.map((group: { name: string }) => group.name)
    expect(groups).not.toContain('things.test')
    expect((await api.get('/apis/gears.test/v2')).body.resources[0]).toMatchObject({ kind: 'Gear', namespaced: false })
    expect(await api.get('/apis/gears.test/v2/gears')).toMatchObject({
      status: 200,
      body: { kind: 'GearList', items: [] },
    })
    expect((await api.get('/apis/ceph.rook.io/v1')).body.resources[0]).toMatchObject({
      kind: 'CephClient',
      namespaced: true,
      shortNames: ['cephcl'],
    })
  })
})

describe('users of a cluster', () => {
  test('have exactly the permissions of their rules', async () => {
    const fleet = await running({ 'management.yaml': `${secretYaml('a')}---\n${secretYaml('b', 'other')}` })
    const token = fleet
      .cluster('management')
      .addUser('reader', [
        { verbs: ['get', 'list'], groups: [''], resources: ['secrets'], namespaces: ['default'], names: ['a'] },
      ])
    const api = fleet.api('management', token)
    expect((await api.get('/api/v1/namespaces/default/secrets/a')).status).toBe(200)
    expect((await api.get('/api/v1/namespaces/default/secrets/b')).status).toBe(403)
    expect((await api.get('/api/v1/namespaces/other/secrets/a')).status).toBe(403)
    expect((await api.get('/api/v1/secrets')).status).toBe(403)
    expect((await api.delete('/api/v1/namespaces/default/secrets/a')).status).toBe(403)
    expect((await api.get('/api/v1/namespaces/default/secrets?fieldSelector=metadata.name%3Da')).status).toBe(200)
  })

  test('RBAC objects apply, for users and groups, in a namespace or in the whole cluster', async () => {
    const role = (kind: string, name: string, more: string) =>
      `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata: { name: ${name}${kind.startsWith('Cluster') ? '' : ', namespace: default'} }\n${more}\n`
    const rules = 'rules: [{ verbs: [list], apiGroups: [""], resources: [configmaps] }]'
    const fleet = await running({
      'management.yaml': [
        role('ClusterRole', 'maps', rules),
        role('RoleBinding', 'one', 'roleRef: { kind: ClusterRole, name: maps }\nsubjects: [{ kind: User, name: one }]'),
        role(
          'ClusterRoleBinding',
          'team',
          'roleRef: { kind: ClusterRole, name: maps }\nsubjects: [{ kind: Group, name: team }]',
        ),
      ].join('---\n'),
    })
    const cluster = fleet.cluster('management')
    const one = fleet.api('management', cluster.addUser('one', []))
    const two = fleet.api('management', cluster.addUser('two', [], ['team']))
    expect((await one.get('/api/v1/namespaces/default/configmaps')).status).toBe(200)
    expect((await one.get('/api/v1/configmaps')).status).toBe(403)
    expect((await two.get('/api/v1/configmaps')).status).toBe(200)
    expect(await mayList(two, 'configmaps')).toBe(true)
    expect(await mayList(two, 'secrets')).toBe(false)
  })

  test('an admin may impersonate, others may not', async () => {
    const fleet = await running({ 'management.yaml': secretYaml('a') })
    const cluster = fleet.cluster('management')
    const who = (token: string, headers: Record<string, string>) =>
      new Promise<{ status: number; text: string }>((resolve) => {
        const session = dialHttp2(cluster.url, { ca: cluster.ca })
        const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' })
        const stream = session.request({
          ':method': 'POST',
          ':path': '/apis/authentication.k8s.io/v1/selfsubjectreviews',
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...headers,
        })
        let status = 0
        let text = ''
        stream.on('response', (head) => (status = Number(head[':status'])))
        stream.on('data', (chunk) => (text += chunk))
        stream.on('end', () => {
          session.close()
          resolve({ status, text })
        })
        stream.end(body)
      })
    const as = { 'impersonate-user': 'jane', 'impersonate-group': 'devs' }
    const jane = await who(cluster.token, as)
    expect(jane.status).toBe(201)
    expect(JSON.parse(jane.text).status.userInfo).toMatchObject({
      username: 'jane',
      groups: ['devs', 'system:authenticated'],
    })
    expect((await who(cluster.addUser('plain', []), as)).status).toBe(403)
  })

  test("a Shoot's viewer kubeconfig gives access to its cluster, but not to its Secrets", async () => {
    const shoot = (name: string) =>
      `apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: { name: ${name}, namespace: garden-x }\n`
    const fleet = await running({
      'garden.yaml': ['st-pool-a', 'eu-control-plane', 'elsewhere'].map(shoot).join('---\n'),
      'storage.st-pool-a.yaml': secretYaml('s'),
      'control-plane.eu.yaml': secretYaml('s'),
    })
    const ask = (name: string) =>
      fleet
        .api('garden')
        .post(`/apis/core.gardener.cloud/v1beta1/namespaces/garden-x/shoots/${name}/viewerkubeconfig`, {
          apiVersion: 'authentication.gardener.cloud/v1alpha1',
          kind: 'ViewerKubeconfigRequest',
          spec: { expirationSeconds: 600 },
        })
    const answer = await ask('st-pool-a')
    expect(answer.status).toBe(201)
    const config = parse(Buffer.from(answer.body.status.kubeconfig, 'base64').toString())
    expect(config.clusters[0].cluster.server).toBe(fleet.cluster('storage.st-pool-a').url)
    const viewer = fleet.api('storage.st-pool-a', config.users[0].user.token)
    expect((await viewer.get('/api/v1/namespaces')).status).toBe(200)
    expect((await viewer.get('/api/v1/namespaces/default/secrets/s')).status).toBe(403)
    expect((await viewer.delete('/api/v1/namespaces/default/configmaps/x')).status).toBe(403)
    const other = parse(Buffer.from((await ask('eu-control-plane')).body.status.kubeconfig, 'base64').toString())
    expect(other.clusters[0].cluster.server).toBe(fleet.cluster('control-plane.eu').url)
    expect((await ask('elsewhere')).status).toBe(500)
    expect((await ask('absent')).status).toBe(404)
  })
})
