// SPDX-License-Identifier: Apache-2.0
// ceph-secrets sync against two clusters, the same on the embedded API and on real servers.
import { beforeAll, describe, expect, test } from 'vitest'
import { keyState } from '../../src/lib/cluster/secrets/ceph-key-facts.ts'
import { startApiProxy } from './proxy.ts'
import { base64, type ClientOptions, cephxKey, type World } from './world.ts'

export function describeCephSync(getWorld: () => World): void {
  let world: World
  beforeAll(async () => {
    world = getWorld()
  })

  describe('copying', () => {
    test('creates the Secret with its origin, and the next run has nothing to do', async () => {
      const tenant = await world.tenant()
      const first = await world.sync([tenant])
      expect({ code: first.code, outcomes: first.outcomes }).toEqual({ code: 0, outcomes: ['written'] })
      const made = await world.target(tenant)
      expect(made).toMatchObject({
        type: 'Opaque',
        data: { userID: base64(tenant.name), userKey: base64(tenant.key) },
        metadata: {
          labels: { 'app.kubernetes.io/managed-by': 'kubectl-c5c3' },
          annotations: {
            'c5c3.io/source': `storage/st-pool-a/rook-ceph/${tenant.source}`,
            'c5c3.io/cephx-key-generation': '1',
            'c5c3.io/synced-by': expect.any(String),
            'c5c3.io/synced-at': expect.stringMatching(/Z$/),
          },
        },
      })
      expect(
        made.metadata.managedFields.map(({ manager, operation }: { manager: string; operation: string }) => [
          manager,
          operation,
        ]),
      ).toEqual([['kubectl-c5c3', 'Apply']])
      const second = await world.sync([tenant])
      expect({ code: second.code, outcomes: second.outcomes }).toEqual({ code: 0, outcomes: ['unchanged'] })
      expect((await world.target(tenant)).metadata.resourceVersion).toBe(made.metadata.resourceVersion)
    })

    test('a rotated key is copied, and only that', async () => {
      const tenant = await world.tenant()
      await world.sync([tenant])
      const key = await world.rotate(tenant)
      const { code, report } = await world.sync([tenant])
      expect(code).toBe(0)
      expect(report.results[0]).toMatchObject({ action: 'update', outcome: 'written', wrote: true })
      expect(report.results[0].changes).toEqual([
        {
          path: 'data.userKey',
          from: expect.stringMatching(/^hmac:[0-9a-f]{8} \(40 B\)$/),
          to: expect.stringMatching(/^hmac:/),
        },
      ])
      expect(await world.copied(tenant)).toBe(key)
      expect(report.notes).toContain(
        `restart next, they use the old key until then: Cinder ${tenant.namespace}/cinder @control-plane/eu`,
      )
      expect((await world.sync([tenant])).report.notes).toEqual([])
    })

    test('in the format of its consumer; an unknown format is refused', async () => {
      const tenant = await world.client('shape-key')
      await world.control.post('/api/v1/namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: tenant.namespace },
      })
      await world.consumer(tenant, { key: 'key' })
      expect((await world.sync([tenant])).code).toBe(0)
      expect((await world.target(tenant)).data).toEqual({ key: base64(tenant.key) })
      const odd = await world.client('shape-odd')
      await world.control.post('/api/v1/namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: odd.namespace },
      })
      await world.consumer(odd, { key: 'keyring' })
      const { code, report } = await world.sync([odd])
      expect(code).toBe(4)
      expect(report.results[0].reasons[0].text).toContain('its consumer reads keyring')
      expect(await world.target(odd)).toBeUndefined()
    })

    test('a client of an old Rook has its key under its own name', async () => {
      const key = cephxKey()
      const name = `old-rook-${Date.now()}`
      const tenant = await world.client(name, { key, data: { [name]: base64(key) } })
      await world.control.post('/api/v1/namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: tenant.namespace },
      })
      await world.consumer(tenant)
      expect((await world.sync([tenant])).code).toBe(0)
      expect((await world.target(tenant)).data).toEqual({ userID: base64(name), userKey: base64(key) })
    })
  })

  describe('dry run', () => {
    test.each(['client', 'server'])('--dry-run=%s shows the change, exits 1 and writes nothing', async (how) => {
      const tenant = await world.tenant()
      const { code, report } = await world.command(['ceph-secrets', 'sync', tenant.name, `--dry-run=${how}`])
      expect(code).toBe(1)
      expect(report).toMatchObject({ kind: 'Plan', verdict: 'degraded', steps: [{ action: 'create' }] })
      expect(await world.target(tenant)).toBeUndefined()
      await world.sync([tenant])
      expect((await world.command(['ceph-secrets', 'sync', tenant.name, `--dry-run=${how}`])).code).toBe(0)
    })
  })

  describe('confirmation', () => {
    test('without a terminal and without --yes nothing is written', async () => {
      const tenant = await world.tenant()
      const { code, stderr } = await world.run(['ceph-secrets', 'sync', tenant.name])
      expect(code).toBe(4)
      expect(stderr).toMatch(
        /error: aborted, confirmation required: Apply 1 change to control-plane\/eu \(https:\S+, profile lab\) as \S+\?/,
      )
      expect(await world.target(tenant)).toBeUndefined()
    })

    test('the user is asked once, after the plan was shown', async () => {
      const tenant = await world.tenant()
      const no = await world.run(['ceph-secrets', 'sync', tenant.name], { tty: true, answers: ['n'] })
      expect([no.code, no.asked]).toEqual([
        4,
        [expect.stringMatching(/^Apply 1 change to control-plane\/eu \(https:\S+, profile lab\) as \S+\? \[y\/N\] $/)],
      ])
      expect(no.stderr).toContain('data.userKey  (none) → hmac:')
      expect(await world.target(tenant)).toBeUndefined()
      const yes = await world.run(['ceph-secrets', 'sync', tenant.name], { tty: true, answers: ['y'] })
      expect([yes.code, yes.asked.length]).toEqual([0, 1])
      expect(await world.copied(tenant)).toBe(tenant.key)
    })

    test('no request contains the key before that; dry runs contain a blank key of the same length', async () => {
      const tenant = await world.tenant()
      const control = await startApiProxy(world.clusters.control)
      const patches = () => control.server.seen.filter(({ method }) => method === 'PATCH')
      const withKey = () =>
        control.server.seen.filter(({ body }) => [tenant.key, base64(tenant.key)].some((text) => body.includes(text)))
      try {
        const sync = ['ceph-secrets', 'sync', tenant.name]
        await world.run(sync, { control })
        await world.run(sync, { control, tty: true, answers: ['n'] })
        await world.run([...sync, '--plan-out', 'keys.plan'], { control })
        await world.run([...sync, '--dry-run=server'], { control })
        expect(withKey()).toEqual([])
        expect(patches()).toHaveLength(4)
        for (const { body } of patches()) {
          const { userKey } = JSON.parse(body).data
          expect(userKey).toHaveLength(base64(tenant.key).length)
          expect(keyState(Buffer.from(userKey, 'base64').toString())).toBe('good')
        }
        expect((await world.run([...sync, '--yes'], { control })).code).toBe(0)
        expect(withKey().map(({ query }) => query.has('dryRun'))).toEqual([false])
      } finally {
        await control.close()
      }
    })

    test('a protected profile requires its name, also in a script; a read-only one refuses', async () => {
      const tenant = await world.tenant()
      const guarded = { profile: { protected: true } }
      expect((await world.run(['ceph-secrets', 'sync', tenant.name, '--yes'], guarded)).code).toBe(4)
      const wrong = await world.run(['ceph-secrets', 'sync', tenant.name], { ...guarded, tty: true, answers: ['labb'] })
      expect([wrong.code, wrong.asked[0]]).toEqual([4, expect.stringContaining('type its name')])
      expect(
        (await world.run(['ceph-secrets', 'sync', tenant.name, '--yes'], { profile: { readOnly: true } })).code,
      ).toBe(4)
      expect(await world.target(tenant)).toBeUndefined()
      expect((await world.run(['ceph-secrets', 'sync', tenant.name, '--confirm-profile', 'lab'], guarded)).code).toBe(0)
    })
  })

  describe('fields of other managers', () => {
    const value = { data: { userKey: base64('another') } }
    test.each([
      [
        'External Secrets, by its fields',
        {},
        'externalsecrets.external-secrets.io/x',
        'data.userKey belongs to externalsecrets.external-secrets.io/x',
      ],
      ['Crossplane, by its fields', {}, 'provider-kubernetes/x', 'data.userKey belongs to provider-kubernetes/x'],
      ['an operator, by its fields', {}, 'cobaltcore-operator', 'data.userKey belongs to cobaltcore-operator'],
      [
        'Flux, by its label',
        { labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps' } },
        'kubectl',
        'is kept by the Flux Kustomization apps',
      ],
      [
        'Helm, by its annotation',
        { annotations: { 'meta.helm.sh/release-name': 'cinder' } },
        'helm',
        'is kept by the Helm release cinder',
      ],
      [
        'Argo, by its annotation',
        { annotations: { 'argocd.argoproj.io/tracking-id': 'x' } },
        'kubectl',
        'is kept by the Argo CD application',
      ],
      [
        'a controller, by its reference',
        { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u', controller: true }] },
        'kubectl',
        'belongs to ConfigMap o',
      ],
    ])('%s: refused by name, even with --adopt', async (_, metadata, manager, expectedText) => {
      const tenant = await world.tenant()
      const before = await world.secret(tenant, { ...value, metadata }, encodeURIComponent(manager))
      for (const more of [[], ['--adopt']]) {
        const { code, report } = await world.sync([tenant], more)
        expect(code).toBe(4)
        const texts = report.results[0].reasons.map(({ text }: { text: string }) => text).join('; ')
        expect(texts).toContain(expectedText)
        expect(report.results[0].reasons[0].hint).toBeTruthy()
      }
      expect(await world.target(tenant)).toEqual(before)
    })

    test('equal values do not become shared: nothing is written', async () => {
      const tenant = await world.tenant()
      const data = { userID: base64(tenant.name), userKey: base64(tenant.key) }
      const before = await world.secret(tenant, { data }, encodeURIComponent('externalsecrets.external-secrets.io/x'))
      const { code, outcomes } = await world.sync([tenant])
      expect([code, outcomes]).toEqual([0, ['unchanged']])
      expect(await world.target(tenant)).toEqual(before)
    })

    test('manually written fields are taken over with --adopt only, and other keys stay theirs', async () => {
      const tenant = await world.tenant()
      await world.secret(tenant, { data: { userKey: base64('old'), monitors: base64('10.0.0.1') } })
      const no = await world.sync([tenant])
      expect([no.code, no.report.results[0].reasons[0]]).toEqual([
        4,
        { text: expect.stringContaining('kubectl-create'), hint: '--adopt takes it over' },
      ])
      const yes = await world.sync([tenant], ['--adopt'])
      expect([yes.code, yes.report.results[0].losers]).toEqual([0, ['kubectl-create']])
      const after = await world.target(tenant)
      expect(after.data).toEqual({
        userID: base64(tenant.name),
        userKey: base64(tenant.key),
        monitors: base64('10.0.0.1'),
      })
      const fields = after.metadata.managedFields.find(
        ({ manager }: { manager: string }) => manager === 'kubectl-create',
      ).fieldsV1
      expect(fields['f:data']).not.toHaveProperty('f:userKey')
      expect(fields['f:data']).toHaveProperty('f:monitors')
    })

    test('an object without managers belongs to before-first-apply', async () => {
      const tenant = await world.tenant()
      const made = await world.secret(tenant, { data: { userKey: base64('old') } })
      const wiped = await world.control.put(world.path(tenant), {
        ...made,
        metadata: { ...made.metadata, managedFields: [{}] },
      })
      expect(wiped.body.metadata.managedFields).toBeUndefined()
      expect((await world.sync([tenant])).code).toBe(4)
      expect(await world.copied(tenant)).toBe('old')
      expect((await world.sync([tenant], ['--adopt'])).code).toBe(0)
      expect(await world.copied(tenant)).toBe(tenant.key)
    })
  })

  describe('a source that must not be copied', () => {
    const invalidSources: readonly [string, ClientOptions, string][] = [
      ['empty', { data: { userKey: '' } }, 'is empty'],
      ['white space', { data: { userKey: base64('   ') } }, 'is empty'],
      [
        'white space around it',
        { data: { userKey: base64(` ${cephxKey(Buffer.alloc(16, 7))}\n`) } },
        'has white space around it',
      ],
      ['not base64', { data: { userKey: base64('not a key!') } }, 'is no cephx key (not base64)'],
      ['another secret', { data: { userKey: base64(base64('a password of somebody')) } }, 'is no cephx key'],
      ['no key at all', { data: { other: base64('x') } }, 'has neither userKey nor'],
      ['another user', { user: 'client.admin' }, 'is for user client.admin'],
      ['not created by Rook', { type: 'Opaque' }, 'was not made by Rook (type Opaque)'],
      ['without an owner', { owner: 'none' }, 'does not belong to this CephClient (no owner)'],
      ['of another client', { owner: 'other' }, 'does not belong to this CephClient'],
      ['of a client that is not ready', { phase: 'Progressing' }, 'is not Ready (phase Progressing)'],
      ['of a client that may not use the pool', { caps: 'profile rbd pool=other' }, 'the client may not use pool'],
      [
        'of a client with broken capabilities',
        { caps: 'profile rbd pool=%!s(MISSING)-volumes' },
        'the Composition that made them is wrong',
      ],
    ]
    test.each(invalidSources)('%s', async (_, options, expectedText) => {
      const tenant = await world.tenant(options)
      const { code, report } = await world.sync([tenant])
      expect(code).toBe(4)
      expect(report.results[0].outcome).toBe('refused')
      expect(report.results[0].reasons.map(({ text }: { text: string }) => text).join('; ')).toContain(expectedText)
      expect(await world.target(tenant)).toBeUndefined()
    })

    test('missing', async () => {
      const tenant = await world.tenant()
      await world.storage.delete(`/api/v1/namespaces/rook-ceph/secrets/${tenant.source}`)
      const { code, report } = await world.sync([tenant])
      expect([code, report.results[0].reasons[0].text]).toEqual([
        4,
        `Secret rook-ceph/${tenant.source} on storage/st-pool-a is missing`,
      ])
    })

    test('--force-caps copies a key with insufficient capabilities', async () => {
      const tenant = await world.tenant({ caps: 'profile rbd pool=other' })
      expect((await world.sync([tenant], ['--force-caps'])).code).toBe(0)
    })
  })

  describe('a target that cannot be written', () => {
    test('in a terminating namespace: refused, and nothing is created in it', async () => {
      const tenant = await world.tenant()
      const path = `/api/v1/namespaces/${tenant.namespace}`
      // The embedded API has no namespace controller; on a real server a finalizer keeps the namespace.
      await world.control.patch('merge', `${path}/finalize`, {})
      const { body } = await world.control.get(path)
      await world.control.put(`${path}/finalize`, { ...body, spec: { finalizers: ['example.test/stays'] } })
      await world.control.delete(path)
      const { code, report } = await world.sync([tenant])
      expect(code).toBe(4)
      expect(report.results[0].reasons[0].text).toBe(
        `namespace ${tenant.namespace} on control-plane/eu is being deleted`,
      )
    })

    test.each([
      ['immutable', { immutable: true, data: { userKey: base64('old') } }, 'it is immutable'],
      [
        'of another type',
        { type: 'example.test/other', data: { userKey: base64('old') } },
        'it is of type example.test/other, not Opaque',
      ],
      [
        'full',
        { data: { userKey: base64('old'), other: Buffer.alloc(1024 * 1024 - 20).toString('base64') } },
        expect.stringMatching(/^it would hold 10486\d\d bytes, more than a Secret may/),
      ],
    ])('that is %s: refused in the plan', async (_, more, expectedText) => {
      const tenant = await world.tenant()
      await world.secret(tenant, more)
      const { code, report } = await world.sync([tenant], ['--adopt'])
      expect(code).toBe(4)
      expect(report.results[0].reasons.map(({ text }: { text: string }) => text)).toContainEqual(expectedText)
      expect(await world.copied(tenant)).toBe('old')
    })
  })

  describe('choosing', () => {
    test('an unknown client is exit 8 with the nearest, nothing chosen is a usage error', async () => {
      const tenant = await world.tenant()
      const { code, stderr } = await world.run(['ceph-secrets', 'sync', `${tenant.name}x`, '--yes'])
      expect(code).toBe(8)
      expect(stderr).toContain(`error: CephClient "${tenant.name}x" not found\nhint: did you mean: ${tenant.name}`)
      expect((await world.run(['ceph-secrets', 'sync', '--yes'])).code).toBe(2)
    })

    test('the admin key is copied only if it is named', async () => {
      const tenant = await world.tenant({ caps: 'allow *' })
      await world.storage.patch('merge', `/apis/ceph.rook.io/v1/namespaces/rook-ceph/cephclients/${tenant.name}`, {
        spec: { caps: { mon: 'allow *' } },
      })
      const all = await world.command(['ceph-secrets', 'sync', '--pool', 'st-pool-a', '--dry-run=client'])
      const step = all.report.steps.find(({ name }: { name: string }) => name === tenant.target)
      expect(step).toMatchObject({
        action: 'refused',
        reasons: [{ text: expect.stringContaining('it is the admin key') }],
      })
      expect((await world.sync([tenant])).code).toBe(0)
    })
  })

  describe('the wrong cluster', () => {
    test('another identity than the pinned one is refused', async () => {
      const tenant = await world.tenant()
      const profile = { control: { uid: '00000000-0000-0000-0000-000000000000' } }
      const { code, stderr } = await world.run(['ceph-secrets', 'sync', tenant.name, '--yes'], { profile })
      expect(code).toBe(4)
      expect(stderr).toContain('control-plane/eu is a different cluster')
      expect(await world.target(tenant)).toBeUndefined()
    })
  })
}
