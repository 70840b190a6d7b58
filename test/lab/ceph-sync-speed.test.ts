// SPDX-License-Identifier: Apache-2.0
// 200 keys on real API servers: the number of requests, and the time compared with kubectl. Times are printed, not
// asserted.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect } from '../contract/api.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { startApiProxy } from '../writes/proxy.ts'
import { base64, definitionOf, KINDS, type Tenant, World } from '../writes/world.ts'
import { type Lab, startLab } from './cluster.ts'

const COUNT = 200

describe('200 keys', () => {
  let lab: Lab
  let world: World
  beforeAll(async () => {
    lab = await startLab(['storage', 'control'])
    const [storage, control] = lab.servers.map(({ url, ca, tokens }) => ({ url, ca, token: tokens.admin }))
    for (const login of [storage!, control!]) {
      const api = connect(login)
      for (const kind of KINDS)
        await api.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definitionOf(kind))
      await vi.waitFor(async () => {
        for (const [group, version, , plural] of KINDS)
          expect((await api.get(`/apis/${group}/${version}/${plural}`)).status).toBe(200)
      }, 60_000)
    }
    world = new World({ storage: storage!, control: control! })
    await world.prepare()
  })
  afterAll(() => lab?.stop())

  test('take at most five requests each and ten per cluster; a second run writes nothing', {
    timeout: 300_000,
  }, async () => {
    const tenants: Tenant[] = []
    for (let i = 0; i < COUNT; i++) tenants.push(await world.tenant())
    const secrets = tenants.map(({ namespace, target, name, key }) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: `${target}-kubectl`, namespace },
      data: { userID: base64(name), userKey: base64(key) },
    }))
    const file = join(
      tempFolder({ 'all.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: secrets }) }),
      'all.json',
    )
    const kubectl = () => {
      const started = performance.now()
      execFileSync(lab.kubectl, ['--kubeconfig', lab.servers[1]!.kubeconfig, 'apply', '--server-side', '-f', file])
      return performance.now() - started
    }
    const theirs = kubectl()
    const started = performance.now()
    const first = await world.command(['ceph-secrets', 'sync', '--all', '--yes'])
    const ours = performance.now() - started
    expect([first.code, first.outcomes.filter((outcome) => outcome === 'written').length]).toEqual([0, COUNT])
    await Promise.all(tenants.map((tenant) => world.rotate(tenant)))
    const control = await startApiProxy(world.clusters.control)
    const storage = await startApiProxy(world.clusters.storage)
    try {
      const run = () => world.command(['ceph-secrets', 'sync', '--all', '--yes'], { control, storage })
      expect((await run()).code).toBe(0)
      const requests = control.passed.length + storage.passed.length
      expect(requests).toBeLessThanOrEqual(5 * COUNT + 20)
      const before = [control.passed.length, storage.passed.length]
      const again = await run()
      expect(again.outcomes).toEqual(Array(COUNT).fill('unchanged'))
      const later = [...control.passed.slice(before[0]), ...storage.passed.slice(before[1])]
      expect(later.filter((line) => !line.startsWith('GET ') && !/\/selfsubject\w+reviews$/.test(line))).toEqual([])
      console.log(
        `${COUNT} keys: ${requests} requests; ${Math.round(ours)} ms, kubectl ${Math.round(theirs)} ms, ratio ${(ours / theirs).toFixed(2)}`,
      )
    } finally {
      await control.close()
      await storage.close()
    }
  })
})
