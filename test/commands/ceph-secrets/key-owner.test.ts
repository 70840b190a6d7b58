// SPDX-License-Identifier: Apache-2.0
// ceph-secrets and its verify agree with what sync would do: same owner of the key, same idea of a key.
import { beforeAll, describe, expect, test } from 'vitest'
import { startFleet } from '../../../src/lib/embedded/start.ts'
import type { Json } from '../../contract/api.ts'
import { embeddedWorld } from '../../writes/embedded-world.ts'
import { base64, type World } from '../../writes/world.ts'

describe('ceph-secrets', () => {
  let world: World
  beforeAll(async () => {
    world = (await embeddedWorld([], (folder) => startFleet(folder, { controllers: false }))).world
  })
  const clientOf = async (name: string): Promise<Json> => {
    const { stdout } = await world.run(['ceph-secrets', name, '-o', 'json'])
    return JSON.parse(stdout).clients[0]
  }

  test('KEPT BY names the program that owns the key by managedFields', async () => {
    const tenant = await world.tenant()
    await world.secret(tenant, { data: { userKey: base64(tenant.key) } }, 'vault-agent')
    expect((await clientOf(tenant.name)).copies[0].keeper).toMatchObject({ by: 'manager', name: 'vault-agent' })
    const { stdout } = await world.run(['ceph-secrets', tenant.name])
    expect(stdout).toContain('vault-agent')
  })

  test('a Secret that was written by hand is kept by nobody', async () => {
    const tenant = await world.tenant()
    await world.secret(tenant, { data: { userKey: base64(tenant.key) } }, 'kubectl-create')
    expect((await clientOf(tenant.name)).copies[0].keeper.by).toBe('nobody')
  })

  test('verify does not accept a value that sync refuses', async () => {
    const tenant = await world.tenant({ key: 'not-a-cephx-key-at-all!' })
    const refused = await world.sync([tenant])
    expect([refused.code, JSON.stringify(refused.report)]).toEqual([4, expect.stringContaining('is no cephx key')])
    expect((await clientOf(tenant.name)).key).toMatchObject({
      state: 'invalid',
      message: 'userKey is no cephx key (not base64)',
    })
    const verified = await world.run(['ceph-secrets', 'verify', tenant.name, '-o', 'json'])
    const found = JSON.parse(verified.stdout).items.filter(({ outcome }: Json) => outcome === 'found')
    expect([verified.code, JSON.stringify(found)]).toEqual([1, expect.stringContaining('is no cephx key')])
  })

  test('an empty copy is failed at once, however new the key is', async () => {
    const tenant = await world.tenant()
    await world.secret(tenant)
    expect((await clientOf(tenant.name)).copies[0]).toMatchObject({ state: 'empty', judged: 'failed' })
  })
})
