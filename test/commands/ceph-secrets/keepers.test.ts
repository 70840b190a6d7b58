// SPDX-License-Identifier: Apache-2.0
// Secrets managed by External Secrets, which is triggered to sync, or carried by Crossplane Objects, which need a flag.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { AccessRule } from '../../../src/lib/embedded/http/users.ts'
import { startFleet } from '../../../src/lib/embedded/start.ts'
import type { Json } from '../../contract/api.ts'
import { expectGolden } from '../../harness/golden.ts'
import { ROOT, runCli } from '../../harness/run-cli.ts'
import { tempFolder } from '../../harness/temp-folder.ts'
import { embeddedWorld } from '../../writes/embedded-world.ts'
import { base64, kubeconfig, namespace, type Tenant, type World } from '../../writes/world.ts'

async function worldOf(controllers: boolean): Promise<World & { user(rules: readonly AccessRule[]): string }> {
  const { world, plane } = await embeddedWorld([], (folder) => startFleet(folder, { controllers }))
  let users = 0
  return Object.assign(world, { user: (rules: readonly AccessRule[]) => plane.addUser(`limited-${++users}`, rules) })
}

/** Waits until both controllers have synced the initial state. */
const settled = (world: World, tenant: Tenant) =>
  vi.waitFor(async () => {
    expect(await world.copied(tenant)).toBe(tenant.key)
    const push = await world.storage.get(
      `/apis/external-secrets.io/v1alpha1/namespaces/rook-ceph/pushsecrets/${tenant.name}`,
    )
    const pull = await world.control.get(
      `/apis/external-secrets.io/v1/namespaces/${tenant.namespace}/externalsecrets/${tenant.name}`,
    )
    for (const { body } of [push, pull]) expect(body.status.conditions[0].status).toBe('True')
  }, 10_000)

const managers = (object: Json) => object.metadata.managedFields.map(({ manager }: { manager: string }) => manager)

describe('a Secret managed by External Secrets', () => {
  let world: World
  beforeAll(async () => {
    world = await worldOf(true)
  })

  test.each(['Owner', 'Orphan', 'Merge'])(
    'creationPolicy %s: push and pull are triggered, and we write no Secret',
    async (creationPolicy) => {
      const tenant = await world.tenant()
      if (creationPolicy === 'Merge')
        await world.secret(tenant, { data: { userKey: base64('old') } }, 'external-secrets')
      await world.chain(tenant, {}, { creationPolicy })
      await settled(world, tenant)
      const key = await world.rotate(tenant)
      const { code, report } = await world.sync([tenant])
      expect(code, JSON.stringify(report)).toBe(0)
      expect(report.results.map(({ kind, outcome }: Json) => [kind, outcome])).toEqual([
        ['PushSecret', 'refreshed'],
        ['ExternalSecret', 'refreshed'],
      ])
      expect(await world.copied(tenant)).toBe(key)
      const after = await world.target(tenant)
      expect(managers(after)).not.toContain('kubectl-c5c3')
      // As in External Secrets, only Owner sets an owner reference.
      expect(after.metadata.ownerReferences ?? []).toHaveLength(creationPolicy === 'Owner' ? 1 : 0)
      const again = await world.sync([tenant])
      expect([again.code, again.outcomes]).toEqual([0, ['unchanged']])
    },
  )

  test('in a hypervisor cluster without a referring service: the ExternalSecret that reads the key is its consumer', async () => {
    const tenant = await world.client('on-nodes')
    await world.make(world.control, '/api/v1/namespaces', namespace(tenant.namespace))
    await world.chain(tenant)
    await settled(world, tenant)
    const key = await world.rotate(tenant)
    const { code, report } = await world.sync([tenant], [], { profile: { control: { roles: ['hypervisor=hv-a'] } } })
    expect([code, report.results.map(({ cluster, kind, outcome }: Json) => [cluster, kind, outcome])]).toEqual([
      0,
      [
        ['storage/st-pool-a', 'PushSecret', 'refreshed'],
        ['hypervisor/hv-a', 'ExternalSecret', 'refreshed'],
      ],
    ])
    expect(await world.copied(tenant)).toBe(key)
  })

  test('creationPolicy Merge without a target: it creates no Secret and reports Ready, which we report as a failure', async () => {
    const tenant = await world.tenant()
    await world.chain(tenant, {}, { creationPolicy: 'Merge' })
    const { code, report } = await world.sync([tenant])
    expect([code, report.results.map(({ outcome }: Json) => outcome)]).toEqual([5, ['refreshed', 'failed']])
    expect(report.results[1].reasons[0]).toEqual({
      text: 'its controller says its target Secret does not exist (Merge)',
      hint: expect.stringMatching(
        /^kubectl c5c3 kubectl @\S+ -- -n \S+ describe externalsecrets\.external-secrets\.io /,
      ),
    })
    expect(await world.target(tenant)).toBeUndefined()
  })

  test('an annotation of another manager is kept', async () => {
    const tenant = await world.tenant()
    await world.chain(tenant)
    await settled(world, tenant)
    const path = `/apis/external-secrets.io/v1/namespaces/${tenant.namespace}/externalsecrets/${tenant.name}`
    await world.control.patch('merge', `${path}?fieldManager=kubectl-annotate`, {
      metadata: { annotations: { 'force-sync': 'theirs' } },
    })
    await world.rotate(tenant)
    expect((await world.sync([tenant])).outcomes).toEqual(['refreshed', 'refreshed'])
    const { annotations } = (await world.control.get(path)).body.metadata
    expect(annotations).toMatchObject({ 'force-sync': 'theirs', 'c5c3.io/force-sync': expect.stringMatching(/Z$/) })
  })

  test('an ExternalSecret that merges other keys does not manage ours', async () => {
    const tenant = await world.tenant()
    await world.secret(tenant, { data: { monitors: base64('10.0.0.1') } }, 'external-secrets')
    await world.chain(
      tenant,
      { data: [{ secretKey: 'monitors', remoteRef: { key: 'mons', property: 'x' } }] },
      { creationPolicy: 'Merge' },
    )
    const { code, outcomes } = await world.sync([tenant])
    expect([code, outcomes]).toEqual([0, ['written']])
    expect((await world.target(tenant)).data).toMatchObject({
      monitors: base64('10.0.0.1'),
      userKey: base64(tenant.key),
    })
  })
})

describe('a controller that does not answer', () => {
  let world: World
  let tenant: Tenant
  beforeAll(async () => {
    world = await worldOf(false)
    tenant = await world.tenant()
    await world.secret(tenant, { data: { userKey: base64('old') } }, 'external-secrets')
    await world.chain(tenant)
  })

  test('is waited for until the deadline, exit 6; later steps are skipped', async () => {
    const { code, report } = await world.sync([tenant], ['--wait-timeout', '500ms'])
    expect(report.results.map(({ outcome }: Json) => outcome)).toEqual(['waiting', 'skipped'])
    expect(code).toBe(6)
    expect(report.results[0].reasons[0].text).toContain('the time to wait is over: ')
  })

  test.each([
    ['reads only once', { refreshPolicy: 'CreatedOnce' }, {}, 'refreshPolicy CreatedOnce'],
    ['writes nothing', {}, { creationPolicy: 'None' }, 'creationPolicy None'],
    [
      'reads a path that is not pushed',
      { data: [{ secretKey: 'userKey', remoteRef: { key: 'elsewhere', property: 'x' } }] },
      {},
      'nothing that is known pushes what it reads',
    ],
  ])('an ExternalSecret that %s is refused by its name', async (_, spec, target, expectedText) => {
    const tenant = await world.tenant()
    await world.secret(tenant, { data: { userKey: base64('old') } }, 'external-secrets')
    await world.chain(tenant, spec, target)
    const { code, report } = await world.sync([tenant])
    expect(code).toBe(4)
    const texts = report.results.flatMap(({ reasons }: Json) => reasons.map(({ text }: Json) => text)).join('; ')
    expect(texts).toContain(expectedText)
    expect(texts).toContain(`ExternalSecret ${tenant.namespace}/${tenant.name}`)
    expect(await world.copied(tenant)).toBe('old')
  })

  test('--no-wait triggers the sync and continues', async () => {
    const { code, outcomes } = await world.sync([tenant], ['--no-wait'])
    expect([code, outcomes]).toEqual([0, ['refreshed', 'refreshed']])
  })
})

describe('a Secret carried by a Crossplane Object', () => {
  let world: World
  const profile = { control: { roles: ['management', 'control-plane=eu'] } }
  beforeAll(async () => {
    world = await worldOf(false)
  })
  const watcher = (tenant: Tenant, manifest: object = {}) =>
    world.make(world.control, '/apis/kubernetes.crossplane.io/v1alpha2/objects', {
      apiVersion: 'kubernetes.crossplane.io/v1alpha2',
      kind: 'Object',
      metadata: { name: `${tenant.name}-secret-sync` },
      spec: {
        providerConfigRef: { name: 'eu' },
        forProvider: {
          manifest: {
            apiVersion: 'v1',
            kind: 'Secret',
            metadata: { name: tenant.target, namespace: tenant.namespace },
            ...manifest,
          },
        },
      },
    })

  test('an Object without data would expose the key: only with --allow-observed, and then we own the data', async () => {
    const tenant = await world.tenant()
    await watcher(tenant)
    await world.secret(tenant, { metadata: { labels: { 'crossplane.io/composite': 'x' } } }, 'provider-kubernetes%2Fx')
    const no = await world.sync([tenant], [], { profile })
    expect(no.code).toBe(4)
    expect(no.report.results[0].reasons[0]).toEqual({
      text: expect.stringMatching(
        /^Object \S+-secret-sync on management carries a Secret of this name, and the cluster of ProviderConfig eu is not/,
      ),
      hint: expect.stringContaining('--allow-observed'),
    })
    const yes = await world.sync([tenant], ['--allow-observed'], { profile })
    expect([yes.code, yes.outcomes, yes.report.results[0].notes.length]).toEqual([0, ['written'], 1])
    const after = await world.target(tenant)
    const owned = Object.fromEntries(
      after.metadata.managedFields.map(({ manager, fieldsV1 }: Json) => [manager, fieldsV1]),
    )
    expect(Object.keys(owned['kubectl-c5c3']).sort()).toEqual(['f:data', 'f:metadata'])
    expect(owned['provider-kubernetes/x']).toHaveProperty('f:type')
  })

  test('data that an Object manages is never overwritten', async () => {
    const tenant = await world.tenant()
    await watcher(tenant, { data: { userKey: base64('theirs') } })
    const { code, report } = await world.sync([tenant], ['--allow-observed', '--adopt'], { profile })
    expect([code, report.results[0].reasons[0].text]).toEqual([
      4,
      expect.stringContaining(`its data is written by Object ${tenant.name}-secret-sync`),
    ])
    expect(await world.target(tenant)).toBeUndefined()
  })
})

describe('permissions', () => {
  let world: Awaited<ReturnType<typeof worldOf>>
  beforeAll(async () => {
    world = await worldOf(false)
  })

  const READ = { verbs: ['get', 'list'], groups: ['*'], resources: ['*'], except: ['secrets'] }
  const as = (rules: readonly AccessRule[]) => ({ control: { ...world.clusters.control, token: world.user(rules) } })

  test('get and patch on this Secret by name are sufficient to sync it', async () => {
    const tenant = await world.tenant()
    await world.sync([tenant])
    const key = await world.rotate(tenant)
    const { code, outcomes } = await world.sync(
      [tenant],
      [],
      as([READ, { verbs: ['get', 'patch'], groups: [''], resources: ['secrets'] }]),
    )
    expect([code, outcomes]).toEqual([0, ['written']])
    expect(await world.copied(tenant)).toBe(key)
  })

  test('a cluster without a readable UID gets writes with a note; with a pinned UID it is refused', async () => {
    const tenant = await world.tenant()
    const READ_MOST = { ...READ, except: ['secrets', 'namespaces'] }
    const LIST = { verbs: ['list'], groups: [''], resources: ['namespaces'] }
    const WRITE = { verbs: ['get', 'create', 'patch'], groups: [''], resources: ['secrets'] }
    const login = as([READ_MOST, LIST, WRITE])
    const profile = { control: { uid: '00000000-0000-0000-0000-000000000000' } }
    expect((await world.run(['ceph-secrets', 'sync', tenant.name, '--yes'], { ...login, profile })).code).toBe(4)
    expect(await world.target(tenant)).toBeUndefined()
    const { code, report } = await world.sync([tenant], [], login)
    expect([code, report.notes]).toEqual([0, [expect.stringMatching(/^control-plane\/eu could not be identified/)]])
  })

  test('a missing write permission is named, exit 4', async () => {
    const tenant = await world.tenant()
    const { code, report } = await world.sync(
      [tenant],
      [],
      as([READ, { verbs: ['get', 'patch'], groups: [''], resources: ['secrets'] }]),
    )
    expect([code, report.results[0].reasons]).toEqual([
      4,
      [
        {
          text: `you may not create secrets in ${tenant.namespace} on control-plane/eu`,
          hint: expect.stringContaining('grant you'),
        },
      ],
    ])
    expect(await world.target(tenant)).toBeUndefined()
  })

  test('an unreadable Secret is reported as such', async () => {
    const tenant = await world.tenant()
    const { code, report } = await world.sync([tenant], [], as([READ]))
    expect([code, report.results[0].reasons[0].text]).toEqual([
      4,
      expect.stringContaining('it could not be read: forbidden'),
    ])
  })

  test('unreadable managing controllers must be ruled out with a flag', async () => {
    const tenant = await world.tenant()
    const rules = [
      { ...READ, except: ['secrets', 'externalsecrets'] },
      { verbs: ['get', 'patch', 'create'], groups: [''], resources: ['secrets'] },
    ]
    const blind = as(rules)
    const no = await world.sync([tenant], [], blind)
    expect([no.code, no.report.results[0].reasons[0]]).toEqual([
      4,
      {
        text: expect.stringContaining('who keeps it cannot be told: ExternalSecret on control-plane/eu'),
        hint: expect.stringContaining('--assume-unmanaged'),
      },
    ])
    const yes = await world.sync([tenant], ['--assume-unmanaged', '--allow-incomplete'], blind)
    expect([yes.code, yes.outcomes]).toEqual([0, ['written']])
  })

  test('an unreachable storage cluster is exit 7 for an unknown client', async () => {
    const tenant = await world.tenant()
    const storage = { ...world.clusters.storage, url: 'https://127.0.0.1:9' }
    const { code, stderr } = await world.run(['ceph-secrets', 'sync', tenant.name, '--yes'], { storage })
    expect([code, stderr]).toEqual([7, expect.stringContaining('could not be read')])
    expect((await world.run(['ceph-secrets', 'sync', '--all', '--yes'], { storage })).code).toBe(7)
  })

  test('with an unreachable control plane no key is reported as unused', async () => {
    const tenant = await world.tenant()
    const control = { ...world.clusters.control, url: 'https://127.0.0.1:9' }
    const { code, stdout, stderr } = await world.run(['ceph-secrets', 'sync', tenant.name, '--yes'], { control })
    expect([code, stdout]).toEqual([3, 'nothing to do as far as could be seen · exit 3\n'])
    expect(stderr).toContain('found, but control-plane/eu could not be read')
  })

  test('--debug prints the requests and leaks nothing', async () => {
    const tenant = await world.tenant()
    const { code, stderr } = await world.run(['ceph-secrets', 'sync', tenant.name, '--yes', '--debug'])
    expect(code).toBe(0)
    expect(stderr).toMatch(/debug: it: PATCH \/api\/v1\/namespaces\/.* 201/)
  })

  test('plain HTTP on loopback, as with kubectl proxy, is refused unless explicitly allowed', async () => {
    const tenant = await world.tenant()
    // kubectl proxy authenticates itself, so no token is sent to it.
    const proxy = createServer(async (request, response) => {
      const body = (await Array.fromAsync(request)).join('')
      const type = request.headers['content-type']
      const { status, text } = await world.control.call(request.method ?? '', request.url ?? '', {
        ...(body === '' ? {} : { body, type: String(type) }),
        accept: String(request.headers.accept ?? '*/*'),
      })
      expect(request.headers.authorization).toBeUndefined()
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
      const folder = tempFolder({ control: kubeconfig({ ...world.clusters.control, url }) })
      const profile = { control: { kubeconfig: `${folder}/control` } }
      const no = await world.run(['ceph-secrets', 'sync', tenant.name, '--yes'], { profile })
      expect([no.code, no.stderr]).toEqual([3, expect.stringContaining('the server speaks plain http')])
      expect(await world.target(tenant)).toBeUndefined()
      const yes = await world.sync([tenant], ['--allow-insecure-tls'], { profile })
      expect([yes.code, yes.outcomes]).toEqual([0, ['written']])
    } finally {
      proxy.close()
    }
  })

  test('with an unverified certificate nothing is written or copied unless explicitly allowed', async () => {
    const tenant = await world.tenant()
    const insecure = { cluster: { server: world.clusters.control.url, 'insecure-skip-tls-verify': true }, name: 'it' }
    const folder = tempFolder({
      control: JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [insecure],
        users: [{ name: 'me', user: { token: world.clusters.control.token } }],
        contexts: [{ name: 'it', context: { cluster: 'it', user: 'me' } }],
      }),
    })
    const profile = { control: { kubeconfig: `${folder}/control` } }
    const no = await world.run(['ceph-secrets', 'sync', tenant.name, '--yes'], { profile })
    expect([no.code, no.stderr]).toEqual([4, expect.stringContaining('hint: use --allow-insecure-tls to allow it')])
    expect(await world.target(tenant)).toBeUndefined()
    expect(
      (await world.run(['ceph-secrets', 'sync', tenant.name, '--yes', '--allow-insecure-tls'], { profile })).code,
    ).toBe(0)
  })
})

describe('on a terminal', () => {
  test('the plan of a demo', async () => {
    await expectGolden(
      'ceph-secrets/sync',
      'ceph-secrets sync --claim finance-prod --demo ceph-key-stale --dry-run=client',
    )
  })

  test('a demo is written to and its controllers respond', async () => {
    const { code, stdout } = await runCli(
      ['ceph-secrets', 'sync', '--claim', 'customer-a-prod', '--demo', 'ceph-key-stale', '--yes', '-o', 'jsonl'],
      { cwd: ROOT },
    )
    expect(code).toBe(0)
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ kind, row }) => [kind, row?.outcome])).toEqual([
      ['WriteResultRow', 'refreshed'],
      ['WriteResultRow', 'refreshed'],
      ['WriteResultSummary', undefined],
    ])
  })
})
