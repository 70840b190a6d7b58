// SPDX-License-Identifier: Apache-2.0
// An attacker who may write kubeconfig Secrets in the management cluster redirects us to their own API server.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renderKubeconfig } from '../../../src/lib/embedded/scenario/kubeconfig.ts'
import { connect } from '../../contract/api.ts'
import { json } from '../../faults/server.ts'
import { type Landscape, startLandscape } from '../../harness/landscape.ts'
import { type Ran, ROOT, runCli } from '../../harness/run-cli.ts'
import { tempFolder } from '../../harness/temp-folder.ts'
import { type ApiProxy, startApiProxy } from '../../writes/proxy.ts'

const PLANE = 'control-plane.eu-de-1'
const KUBECONFIG_SECRET = '/api/v1/namespaces/crossplane-system/secrets/eu-de-1-control-plane-kubeconfig'

describe('keys and clusters that were only discovered', () => {
  let landscape: Landscape
  let hostile: ApiProxy
  let keys: readonly string[]

  const cluster = (key: string) => {
    const found = landscape.clusters.find((each) => each.key === key)
    if (!found) throw new Error(`no cluster ${key}`)
    return found
  }

  /** Changes the server in the kubeconfig Secret of the management cluster. */
  const redirectTo = async (to: { readonly url: string; readonly ca: string; readonly token: string }) => {
    const kubeconfig = renderKubeconfig([{ context: 'default', url: to.url, ca: to.ca, token: to.token }])
    const data = { kubeconfig: Buffer.from(kubeconfig).toString('base64') }
    const answer = await connect(cluster('management')).patch('merge', KUBECONFIG_SECRET, { data })
    expect(answer.status, answer.text).toBe(200)
  }

  const sentKeys = () =>
    hostile.server.seen.filter(({ body }) => keys.some((key) => body.includes(key))).map(({ method }) => method)

  /** The kubeconfig of vera contains only the management cluster; the others use accounts of the provider. */
  const veraHome = () => {
    const { url, ca, addUser } = cluster('management')
    const token = addUser('vera', [], ['system:masters'])
    return tempFolder({ '.kube/config': renderKubeconfig([{ context: 'management', url, ca, token }]) })
  }

  const pinned = async (): Promise<string> => {
    const home = veraHome()
    const { code, stderr } = await runCli(['contexts', 'discover', '--name', 'lab', '--yes'], { home })
    expect([0, 3], stderr).toContain(code)
    return home
  }

  const sync = (home: string, ...more: string[]): Promise<Ran> =>
    runCli(['ceph-secrets', 'sync', '--all', ...more], { home, cwd: tempFolder(), now: landscape.now })

  beforeAll(async () => {
    landscape = await startLandscape(join(ROOT, 'fleets', 'healthy'))
    const stored = await Promise.all(
      ['storage.st-pool-a', 'storage.st-pool-b'].map((key) =>
        connect(cluster(key)).get('/api/v1/namespaces/rook-ceph/secrets'),
      ),
    )
    keys = stored
      .flatMap(({ body }) => body.items)
      .flatMap(({ data }) => (data?.userKey ? [data.userKey] : []))
      .flatMap((key: string) => [key, Buffer.from(key, 'base64').toString()])
    expect(keys.length).toBeGreaterThan(4)
    hostile = await startApiProxy(cluster(PLANE))
    // The server claims to have no copy yet and no controller that manages one.
    hostile.match = (method, path) => {
      if (method === 'GET' && /\/secrets\//.test(path))
        return { type: 'reply', ...json({ kind: 'Status', apiVersion: 'v1', reason: 'NotFound', code: 404 }, 404) }
      if (method === 'GET' && /\/(secrets|externalsecrets)$/.test(path))
        return { type: 'reply', ...json({ kind: 'List', apiVersion: 'v1', metadata: {}, items: [] }) }
      return undefined
    }
  })
  afterAll(() => hostile?.close())

  test.each([
    ['without confirmation', [], 4],
    ['with --yes', ['--yes'], 4],
    ['with --plan-out', ['--plan-out', 'keys.plan'], 4],
    ['with --dry-run=server', ['--dry-run=server'], 4],
    ['with --dry-run=client', ['--dry-run=client'], 4],
  ])('a cluster outside of the profile receives no key: %s', async (_, more, expected) => {
    await redirectTo(hostile)
    const { code, stdout, stderr } = await sync(veraHome(), ...more)
    expect(sentKeys()).toEqual([])
    expect(code, stderr).toBe(expected)
    const output = stdout + stderr
    expect(output).toContain('ProviderConfig eu-de-1-control-plane')
    expect(output).toContain('hint: kubectl c5c3 contexts discover')
  })

  test.each([
    ['without confirmation', []],
    ['with --yes', ['--yes']],
    ['with --plan-out', ['--plan-out', 'keys.plan']],
  ])('a server that claims the pinned UID with another CA receives no key: %s', async (_, more) => {
    await redirectTo(cluster(PLANE))
    const home = await pinned()
    await redirectTo(hostile)
    const { code, stdout, stderr } = await sync(home, ...more)
    expect(sentKeys()).toEqual([])
    expect(code, stderr).toBe(4)
    expect(stdout + stderr).toMatch(/certificate authority .* is not the pinned one/)
  })

  describe('a copy that must be created', () => {
    const NAMESPACE = 'openstack-finance-prod-c6zrd'
    const NAME = 'ceph-client-finance-prod-c6zrd'
    const SECRET = `/api/v1/namespaces/${NAMESPACE}/secrets/${NAME}`

    beforeEach(async () => {
      await redirectTo(cluster(PLANE))
      const plane = connect(cluster(PLANE))
      await plane.delete(`/apis/external-secrets.io/v1/namespaces/${NAMESPACE}/externalsecrets/${NAME}`)
      await plane.delete(SECRET)
    })

    test('is written to a pinned cluster; plan, prompt, journal and annotation name server, origin and user', async () => {
      const home = await pinned()
      const { url } = cluster(PLANE)
      const origin = 'ProviderConfig eu-de-1-control-plane, pinned by profile lab'
      const target = `control-plane/eu-de-1-control-plane (${url}, ${origin}) as demo-admin for vera`
      const confirmed = await runCli(['ceph-secrets', 'sync', '--all'], {
        home,
        tty: true,
        answers: ['n'],
        now: landscape.now,
      })
      expect(confirmed.asked).toEqual([`Apply 1 change to ${target}? [y/N] `])
      const json = JSON.parse((await sync(home, '--dry-run=server', '-o', 'json')).stdout)
      expect(json.clusters.find(({ user }: { user?: string }) => user)).toMatchObject({ server: url, origin })
      const { code, stderr } = await sync(home, '--yes')
      expect(code, stderr).toBe(0)
      expect(stderr).toContain(`writes to ${target}`)
      const { body } = await connect(cluster(PLANE)).get(SECRET)
      expect(body.metadata.annotations['c5c3.io/synced-by']).toBe('vera (as demo-admin)')
      const { entries } = JSON.parse((await runCli(['journal', '-o', 'json'], { home })).stdout)
      expect(entries[0]).toMatchObject({ user: 'demo-admin', person: 'vera' })
    })

    test('is not written with a profile that pins only the UID, which can still be read', async () => {
      const home = await pinned()
      const file = join(home, '.config', 'c5c3', 'config.yaml')
      const text = readFileSync(file, 'utf8')
      expect(text).toMatch(/uid: \S+, ca: \[ sha256:[0-9a-f]{64} \]/)
      writeFileSync(file, text.replaceAll(/, ca: \[ sha256:[0-9a-f]{64} \]/g, ''))
      expect((await runCli(['contexts'], { home })).code).toBe(0)
      const { code, stdout, stderr } = await sync(home, '--yes')
      expect(code).toBe(4)
      expect(stdout + stderr).toContain('profile lab pins only the UID of control-plane/eu-de-1-control-plane')
      expect(stdout + stderr).toContain('hint: kubectl c5c3 contexts discover')
      expect((await connect(cluster(PLANE)).get(SECRET)).status).toBe(404)
      // The command in the hint pins server, CA and UID again.
      expect((await runCli(['contexts', 'discover', '--name', 'lab', '--yes'], { home })).code).toBe(0)
      expect(readFileSync(file, 'utf8')).toBe(text)
    })
  })

  test('--as applies in discovered clusters too', async () => {
    await redirectTo(cluster(PLANE))
    const { stdout } = await runCli(
      ['contexts', 'check', '--as', 'vera', '--as-group', 'system:masters', '-o', 'json'],
      {
        home: veraHome(),
      },
    )
    const { clusters } = JSON.parse(stdout)
    expect(new Set(clusters.map(({ user }: { user?: string }) => user))).toEqual(new Set(['vera']))
  })

  test('contexts reports a server whose CA differs from the pinned one', async () => {
    await redirectTo(cluster(PLANE))
    const home = await pinned()
    await redirectTo(hostile)
    const { code, stdout } = await runCli(['contexts', '-o', 'wide'], { home })
    expect([code, stdout]).toEqual([1, expect.stringContaining('WRONG CA, not the pinned one')])
  })
})
