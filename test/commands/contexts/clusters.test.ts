// SPDX-License-Identifier: Apache-2.0
// Clusters with another identity, another clock, insufficient permissions or no response.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { openBlackHole } from '../../faults/black-hole.ts'
import { type FaultServer, type Reply, startFaultServer } from '../../faults/server.ts'
import { kubeconfigFor, type Landscape, small, startLandscape } from '../../harness/landscape.ts'
import { runCli, type World, words } from '../../harness/run-cli.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

let pools: Landscape

beforeAll(async () => {
  pools = await startLandscape(small('pools'))
})

const KEYS = ['management', 'control-plane.eu-de-1', 'hypervisor.hv-pool-a', 'storage.st-pool-a', 'arbiter']

interface Document {
  readonly verdict: string
  readonly exitCode: number
  readonly notes: readonly string[]
  readonly completeness: {
    readonly gaps: readonly { readonly cluster: string; readonly fault: string; readonly kind?: string }[]
  }
  readonly clusters: readonly {
    readonly name: string
    readonly reachable: boolean
    readonly user?: string
    readonly clockSkew?: number
  }[]
}

async function answer(line: string, world: World): Promise<Document> {
  const { stdout, code } = await runCli([...words(line), '-o', 'json'], world)
  const document = JSON.parse(stdout) as Document
  expect(document.exitCode).toBe(code)
  return document
}

describe('identity', () => {
  const home = (uids: Readonly<Record<string, string>>) => {
    const members = KEYS.map((key) => {
      const [role, ...name] = key.split('.')
      const uid = uids[key]
      return {
        roles: [name.length > 0 ? `${role}=${name.join('.')}` : role],
        kubeconfig: 'k.yaml',
        context: key,
        ...(uid ? { uid } : {}),
      }
    })
    return tempFolder({
      '.config/c5c3/config.yaml': JSON.stringify({ current: 'prod', profiles: { prod: { clusters: members } } }),
      '.config/c5c3/k.yaml': kubeconfigFor(pools, KEYS),
    })
  }

  it.each(['contexts', 'contexts check'])(
    '%s: another cluster than the pinned one is exit 1 and reported',
    async (line) => {
      const world = { home: home({ 'storage.st-pool-a': '00000000-aaaa' }), now: pools.now }
      const { stdout, code } = await runCli(words(line), world)
      expect(code).toBe(1)
      expect(stdout).toMatch(/storage.*st-pool-a.*WRONG/)
      expect(await answer(line, world)).toMatchObject({ verdict: 'failed', completeness: { gaps: [] } })
    },
  )

  it('contexts check reports the actual and the pinned identity', async () => {
    const { stdout } = await runCli(words('contexts check'), {
      home: home({ 'storage.st-pool-a': '00000000-aaaa' }),
      now: pools.now,
    })
    expect(stdout).toMatch(
      /✖ storage\/st-pool-a is not the cluster the profile means: kube-system has UID bbee7bf8-\S+, pinned is 00000000-aaaa/,
    )
  })

  it('the pinned cluster is accepted', async () => {
    const first = await answer('contexts', { home: home({}), now: pools.now })
    const uid = (first.clusters.find(({ name }) => name === 'storage/st-pool-a') as { uid?: string }).uid ?? ''
    const { stdout, code } = await runCli(words('contexts check'), { home: home({ 'storage.st-pool-a': uid }) })
    expect(stdout).toMatch(/storage\/st-pool-a .* as pinned/)
    expect(code).toBe(0)
  })

  it('files of a profile are loaded alone: the default kubeconfig is not read', async () => {
    const { code } = await runCli(['contexts'], { home: home({}), env: { KUBECONFIG: '/dev/null/broken' } })
    expect(code).toBe(0)
  })
})

describe('permissions', () => {
  /** A kubeconfig for a user of the storage pool with only these permissions. */
  const worldWith = (rules: Parameters<Landscape['clusters'][0]['addUser']>[1], user: string): World => {
    const config = parse(kubeconfigFor(pools, ['management', 'storage.st-pool-a'])) as {
      users: { name: string; user: { token: string } }[]
    }
    const storage = pools.clusters.find(({ key }) => key === 'storage.st-pool-a')
    const entry = config.users.find(({ name }) => name === 'storage.st-pool-a')
    if (storage && entry) entry.user.token = storage.addUser(user, rules)
    return { now: pools.now, home: tempFolder({ '.kube/config': JSON.stringify(config) }) }
  }

  it('a missing permission is exit 1 and named; missing access to Secrets is reported only where commands need it', async () => {
    const world = worldWith(
      [{ verbs: ['get', 'list', 'watch'], groups: [''], resources: ['namespaces', 'nodes'] }],
      'node-viewer',
    )
    const { stdout, code } = await runCli(words('contexts check'), world)
    expect(code).toBe(1)
    expect(stdout).toMatch(/storage\/\S+ .*node-viewer/)
    expect(stdout).toMatch(/✖ storage\/\S+ may not list .*cephclusters\.ceph\.rook\.io/)
    expect(stdout).not.toMatch(/may not list [^\n]*\bsecrets\b/)
  })

  it('all permissions except Secrets are exit 0', async () => {
    const world = worldWith(
      [{ verbs: ['get', 'list', 'watch'], groups: ['*'], resources: ['*'], except: ['secrets'] }],
      'viewer',
    )
    const { stdout, code } = await runCli(words('contexts check'), world)
    expect(stdout).toMatch(/ceph-secrets, credentials \(secrets\)/)
    expect(code).toBe(0)
  })

  it('--as checks the permissions of the impersonated user', async () => {
    const home = tempFolder({ '.kube/config': kubeconfigFor(pools, ['management']) })
    const document = await answer('contexts check --as nobody --as-group strangers', { home, now: pools.now })
    expect(document.clusters[0]).toMatchObject({ user: 'nobody' })
    expect(document.exitCode).toBe(1)
  })

  it('an unreadable identity is reported, and is no failure', async () => {
    const world = worldWith([{ verbs: ['list'], groups: ['ceph.rook.io', ''], resources: ['*'] }], 'narrow')
    const { stdout } = await runCli(words('contexts'), world)
    expect(stdout).toMatch(/storage .*yes .*not readable/)
  })
})

describe('clocks', () => {
  const replies: Readonly<Record<string, unknown>> = {
    '/api': { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items: [] },
    '/apis': { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items: [] },
    '/version': { gitVersion: 'v1.36.0' },
    '/apis/authentication.k8s.io/v1/selfsubjectreviews': {
      kind: 'SelfSubjectReview',
      apiVersion: 'authentication.k8s.io/v1',
      status: { userInfo: { username: 'jane', groups: ['sre'] } },
    },
  }
  const handler = ({ path }: { path: string }): Reply => {
    const reply = replies[path]
    const type =
      path === '/api' || path === '/apis'
        ? 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
        : 'application/json'
    return { status: reply ? 200 : 404, headers: { 'content-type': type }, body: JSON.stringify(reply ?? {}) }
  }
  let server: FaultServer

  beforeAll(async () => {
    server = await startFaultServer({ handler, date: new Date('2026-11-16T12:00:00Z') })
  })
  afterAll(() => server.close())

  const home = () =>
    tempFolder({
      '.kube/config': JSON.stringify({
        'current-context': 'm',
        clusters: [
          {
            name: 'm',
            cluster: { server: server.url, 'certificate-authority-data': Buffer.from(server.ca).toString('base64') },
          },
        ],
        users: [{ name: 'm', user: { token: 'x' } }],
        contexts: [{ name: 'm', context: { cluster: 'm', user: 'm' } }],
      }),
    })

  it.each([
    ['2026-11-16T12:20:30Z', 1, '✖ management clock is 20m behind ours'],
    ['2026-11-16T09:30:00Z', 1, '✖ management clock is 2h ahead of ours'],
    ['2026-11-16T12:01:00Z', 0, 'ok'],
  ])('at our time %s: exit %i, %s', async (now, exit, text) => {
    const { stdout, code } = await runCli(words('contexts check'), { home: home(), now: new Date(now) })
    expect(stdout).toContain(text)
    expect(code).toBe(exit)
  })
})

describe('clusters that do not answer', () => {
  const world = (landscape: Landscape): World => ({
    now: landscape.now,
    home: tempFolder({ '.kube/config': kubeconfigFor(landscape, KEYS) }),
  })

  it.concurrent('a slow cluster ends at the deadline, the others are complete', async () => {
    const slow = await startLandscape(small('slow'))
    const { clusters, completeness, exitCode, notes } = await answer('contexts --request-timeout 4s', {
      now: slow.now,
      home: tempFolder({ '.kube/config': kubeconfigFor(slow, KEYS.slice(0, 4)) }),
    })
    expect(exitCode).toBe(0)
    expect(clusters.map(({ name }) => name)).toEqual([
      'management',
      'control-plane/control-plane.eu-de-1',
      'hypervisor/hypervisor.hv-pool-a',
    ])
    // An unnamed context that does not answer is not part of the fleet.
    expect(completeness.gaps).toEqual([])
    expect(notes.join()).toMatch(/context storage\.st-pool-a: .*within 4s/)
  })

  it.concurrent('the whole command has a deadline too, and a named cluster that misses it is a gap', async () => {
    const slow = await startLandscape(small('slow'))
    const line = 'contexts --timeout 4s --storage-context st-pool-a=storage.st-pool-a'
    const { clusters, completeness, exitCode } = await answer(line, world(slow))
    expect(exitCode).toBe(3)
    expect(completeness.gaps).toMatchObject([{ cluster: 'storage/st-pool-a', fault: 'timeout' }])
    expect(clusters.filter(({ reachable }) => reachable).map(({ name }) => name)).toContain('management')
  })

  it.concurrent('one of four clusters drops all packets: the other three are complete', async ({ skip }) => {
    const hole = await openBlackHole()
    if (!hole) {
      console.warn('SKIPPED: this system drops no connections, a black hole is not tested')
      return skip()
    }
    try {
      const config = parse(kubeconfigFor(pools, KEYS.slice(0, 4))) as {
        clusters: { name: string; cluster: { server: string } }[]
      }
      const unreachable = config.clusters.find(({ name }) => name === 'hypervisor.hv-pool-a')
      if (unreachable) unreachable.cluster.server = `https://127.0.0.1:${hole.port}`
      const { clusters, completeness, exitCode } = await answer(
        'contexts --hypervisor-context hv=hypervisor.hv-pool-a',
        {
          now: pools.now,
          home: tempFolder({ '.kube/config': JSON.stringify(config) }),
        },
      )
      expect(exitCode).toBe(3)
      expect(completeness.gaps).toMatchObject([{ cluster: 'hypervisor/hv', fault: 'timeout' }])
      expect(clusters.filter(({ reachable }) => reachable)).toHaveLength(3)
    } finally {
      await hole.close()
    }
  })

  it('without a management cluster every control plane must be unreachable for exit 7', async () => {
    const profile = (roles: readonly (readonly [string, string])[]) =>
      JSON.stringify({
        current: 'p',
        profiles: { p: { clusters: roles.map(([role, context]) => ({ roles: [role], kubeconfig: 'k', context })) } },
      })
    const unreachable = await startLandscape(small('management-dark'))
    const run = async (roles: readonly (readonly [string, string])[]) => {
      const home = tempFolder({
        '.config/c5c3/config.yaml': profile(roles),
        '.config/c5c3/k': kubeconfigFor(unreachable, KEYS),
      })
      return (await answer('contexts', { home, now: unreachable.now })).exitCode
    }
    expect(await run([['control-plane=a', 'management']])).toBe(7)
    expect(
      await run([
        ['control-plane=a', 'management'],
        ['control-plane=b', 'control-plane.eu-de-1'],
      ]),
    ).toBe(3)
    expect(await run([['storage=a', 'management']])).toBe(3)
  })
})

describe('warnings', () => {
  it('a server whose certificate is not verified causes one warning', async () => {
    const config = parse(kubeconfigFor(pools, ['management'])) as {
      clusters: { cluster: Record<string, unknown> }[]
    }
    for (const { cluster } of config.clusters) {
      delete cluster['certificate-authority-data']
      cluster['insecure-skip-tls-verify'] = true
    }
    const home = tempFolder({ '.kube/config': JSON.stringify(config) })
    const { stderr, code } = await runCli(words('contexts check'), { home, now: pools.now })
    expect(code).toBe(0)
    expect(stderr.match(/warning: management: the server's certificate is not verified/g)).toHaveLength(1)
  })

  it('NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect and causes one warning for all clusters', async () => {
    const home = tempFolder({ '.kube/config': kubeconfigFor(pools, KEYS) })
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    const { stderr } = await runCli(words('contexts'), { home, env, now: pools.now })
    expect(stderr.match(/warning: NODE_TLS_REJECT_UNAUTHORIZED is set and has no effect here/g)).toHaveLength(1)
  })
})
