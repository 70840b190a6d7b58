// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Json } from '../contract/api.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { base64, type Tenant, type World } from './world.ts'

/** --plan-out, apply and the journal. */
export function describeSavedPlans(getWorld: () => World): void {
  const plan = async (tenant: Tenant, more: readonly string[] = []) => {
    const home = tempFolder()
    const ran = await getWorld().run(['ceph-secrets', 'sync', tenant.name, '--plan-out', 'keys.plan', ...more], {
      home,
    })
    return { home, ran, file: join(home, 'keys.plan') }
  }
  const apply = (home: string, more: readonly string[] = []) =>
    getWorld().run(['apply', 'keys.plan', '--yes', ...more], { home })

  describe('a saved plan', () => {
    test('has mode 0600, contains no key, and is applied once', async () => {
      const world = getWorld()
      const tenant = await world.tenant()
      const { home, ran, file } = await plan(tenant)
      expect([ran.code, ran.stderr]).toEqual([0, 'hint: apply it with: kubectl c5c3 apply keys.plan\n'])
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(await world.target(tenant)).toBeUndefined()
      const first = await apply(home)
      expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('done: 1 written')])
      expect(await world.copied(tenant)).toBe(tenant.key)
      const second = await apply(home)
      expect([second.code, second.stdout]).toEqual([0, expect.stringContaining('nothing to do: 1 unchanged')])
      // A plan never replaces a file.
      expect((await world.run(['ceph-secrets', 'sync', tenant.name, '--plan-out', 'keys.plan'], { home })).code).toBe(2)
    })

    test.each([
      [
        'the key was rotated',
        async (world: World, tenant: Tenant) => void (await world.rotate(tenant)),
        'the key in the storage cluster is another one now',
      ],
      [
        'the object was created meanwhile',
        async (world: World, tenant: Tenant) => void (await world.secret(tenant, { data: { userKey: base64('x') } })),
        'were written by hand',
      ],
    ])('is refused when %s', async (_, change, expected) => {
      const world = getWorld()
      const tenant = await world.tenant()
      const { home } = await plan(tenant)
      await change(world, tenant)
      const { code, stderr } = await apply(home)
      expect(code).toBe(4)
      expect(stderr).toContain('something changed since the plan was made')
      expect(stderr).toContain(expected)
      expect(await world.copied(tenant)).not.toBe(tenant.key)
    })

    test('is refused if the object changed since, with the reason', async () => {
      const world = getWorld()
      const tenant = await world.tenant()
      await world.sync([tenant])
      await world.rotate(tenant)
      const { home } = await plan(tenant)
      await world.control.patch('merge', world.path(tenant), { metadata: { labels: { touched: 'yes' } } })
      const { code, stderr } = await apply(home)
      expect([code, stderr]).toEqual([4, expect.stringMatching(/the object has changed \(version \d+, now \d+\)/)])
      expect(await world.copied(tenant)).toBe(tenant.key)
    })

    test.each([
      [
        'edited in a step',
        (text: string) => text.replace('"userKey"', '"adminKey"'),
        'was edited after it was created: control-plane/eu Secret',
      ],
      [
        'edited in its inputs',
        (text: string) => text.replace('"forceCaps": false', '"forceCaps": true'),
        'was edited after it was created: command, inputs or clusters',
      ],
      [
        'created by another version',
        (text: string) => text.replace(/"version": "\d+\.\d+\.\d+"/, '"version": "0.0.1"'),
        'was created by version 0.0.1 of this tool',
      ],
      ['no plan', () => '{"kind":"Pod"}', 'is not a c5c3 plan'],
      ['no JSON', () => 'nonsense', 'is not a c5c3 plan'],
    ])('that was %s is refused', async (_, edit, expected) => {
      const tenant = await getWorld().tenant()
      const { home, file } = await plan(tenant)
      writeFileSync(file, edit(readFileSync(file, 'utf8')))
      const { code, stderr } = await apply(home)
      expect([code, stderr]).toEqual([4, expect.stringContaining(expected)])
      expect(await getWorld().target(tenant)).toBeUndefined()
    })

    /** Like an attacker: recomputes the digests, so that only the content can be refused. */
    const forge = (file: string, edit: (plan: Json) => void) => {
      const plan = JSON.parse(readFileSync(file, 'utf8'))
      edit(plan)
      const { digests: _, steps, ...head } = plan
      const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
      const all: Json[] = Array.isArray(steps) ? steps : []
      plan.digests = {
        head: hash([head, all.map((step) => step?.id)]),
        steps: Object.fromEntries(all.map((step) => [step?.id, hash(step)])),
      }
      writeFileSync(file, JSON.stringify(plan))
    }

    test.each<[string, (plan: Json) => void]>([
      ['inputs without fields', (plan) => Object.assign(plan, { inputs: {} })],
      ['inputs of wrong types', (plan) => Object.assign(plan.inputs, { clients: 'all', all: 'yes' })],
      ['inputs that are lists of wrong types', (plan) => Object.assign(plan.inputs, { clients: [{}], pools: [null] })],
      ['a cluster that is null', (plan) => Object.assign(plan, { clusters: [null] })],
      ['a cluster without a UID', (plan) => Object.assign(plan.clusters[0], { uid: 7 })],
      ['trust anchors that are no list', (plan) => Object.assign(plan.clusters[0], { ca: 'sha256:00' })],
      ['no cluster', (plan) => Object.assign(plan, { clusters: [] })],
      ['a salt that is not one', (plan) => Object.assign(plan, { salt: '' })],
      ['a step twice', (plan) => plan.steps.push(plan.steps[0])],
      ['a step that is null', (plan) => plan.steps.push(null)],
      ['a step without a target', (plan) => Reflect.deleteProperty(plan.steps[0], 'target')],
      ['a step of another action', (plan) => Object.assign(plan.steps[0], { action: 'delete' })],
      ['values of a step that are no list', (plan) => Object.assign(plan.steps[0], { values: {} })],
      ['changes of a step that are null', (plan) => Object.assign(plan.steps[0], { changes: [null] })],
      ['a step for another object', (plan) => Object.assign(plan.steps[0].target, { name: 'elsewhere' })],
    ])('that has %s is refused, whatever its digests say', async (_, edit) => {
      const tenant = await getWorld().tenant()
      const { home, file } = await plan(tenant)
      forge(file, edit)
      const { code, stderr } = await apply(home)
      expect([code, stderr]).toEqual([4, expect.stringContaining('nothing was changed')])
      expect(await getWorld().target(tenant)).toBeUndefined()
    })

    test('is refused if the server has another CA than in the plan', async () => {
      const tenant = await getWorld().tenant()
      const { home, file } = await plan(tenant)
      forge(file, (edited) => {
        for (const cluster of edited.clusters) cluster.ca = [`sha256:${'0'.repeat(64)}`]
      })
      const { code, stderr } = await apply(home)
      expect([code, stderr]).toEqual([4, expect.stringContaining('is not the one of the plan')])
      expect(await getWorld().target(tenant)).toBeUndefined()
    })

    test('for other clusters is refused, with both identities', async () => {
      const world = getWorld()
      const tenant = await world.tenant()
      const { home } = await plan(tenant)
      const { storage, control } = world.clusters
      const { code, stderr } = await world.run(['apply', 'keys.plan', '--yes'], {
        home,
        storage: control,
        control: storage,
      })
      expect(code).toBe(4)
      expect(stderr).toContain('the plan is for other clusters: ')
    })

    test('that cannot be read is a usage error', async () => {
      expect((await apply(tempFolder())).code).toBe(2)
    })
  })

  describe('the journal', () => {
    test('shows who wrote what and when, with mode 0600', async () => {
      const world = getWorld()
      const home = tempFolder()
      const tenant = await world.tenant()
      await world.sync([tenant], [], { home })
      const file = join(home, '.local', 'state', 'c5c3', 'journal.jsonl')
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const lines = readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(lines.map(({ outcome }) => outcome)).toEqual(['begun', 'written'])
      expect(lines[1]).toMatchObject({
        command: 'ceph-secrets sync',
        cluster: 'control-plane/eu',
        object: `Secret ${tenant.namespace}/${tenant.target}`,
        profile: 'lab',
      })
      const { code, stdout } = await world.run(['journal', '-o', 'json'], { home })
      expect([code, JSON.parse(stdout).entries]).toEqual([0, [lines[1]]])
      const none = await world.run(['journal'])
      expect([none.code, none.stdout]).toEqual([0, 'nothing has been written from here\n'])
    })

    test('that cannot be written prevents all writes', async () => {
      const world = getWorld()
      const home = tempFolder({ 'no-folder': '' })
      const tenant = await world.tenant()
      const { code } = await world.run(['ceph-secrets', 'sync', tenant.name, '--yes'], {
        home,
        env: { XDG_STATE_HOME: join(home, 'no-folder') },
      })
      expect(code).toBe(74)
      expect(await world.target(tenant)).toBeUndefined()
    })
  })
}
