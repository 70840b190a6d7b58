// SPDX-License-Identifier: Apache-2.0
// Writes with exactly the roles that `rbac` prints for them, on two real API servers, and without each verb.
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../contract/api.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { KINDS, namespace, type Tenant, type World } from '../writes/world.ts'
import { grant, granted, resourceOf, rolesFor, without } from './granting.ts'

type Side = 'storage' | 'control'
const SIDES: Readonly<Record<Side, string>> = { storage: 'storage', control: 'control-plane' }

interface Rule {
  readonly side: Side
  readonly resource: string
  readonly verb: string
}

const ruleText = ({ side, verb, resource }: Rule) => `${verb} ${resource} in ${side}`

/** Only objects of External Secrets are read by name and changed. */
const isKeepers = ({ resource, verb }: Rule) => resource.endsWith('.external-secrets.io') && verb !== 'list'

export function describeWriteRoles(getWorld: () => World): void {
  describe('with the roles of rbac', () => {
    let world: World
    let roles: Readonly<Record<Side, readonly Json[]>>
    let rules: readonly Rule[]
    const served = new Set<string>([
      'namespaces',
      'secrets',
      ...KINDS.map(([group, , , plural]) => `${plural}.${group}`),
    ])

    beforeAll(async () => {
      world = getWorld()
      roles = await both('ceph-secrets sync')
      rules = (['storage', 'control'] as const).flatMap((side) =>
        roles[side]
          .flatMap((role) => role.rules as readonly Json[])
          .filter((rule) => !rule.resourceNames)
          .flatMap(({ apiGroups: [group], resources: [...resources], verbs }) =>
            resources.flatMap((each: string) =>
              verbs.map((verb: string) => ({ side, resource: resourceOf(group, each), verb })),
            ),
          )
          .filter(({ resource }) => served.has(resource)),
      )
    })

    const both = async (command: string) => ({
      storage: await rolesFor(command, '--role', SIDES.storage),
      control: await rolesFor(command, '--role', SIDES.control),
    })

    /** Binds these roles to a user, in the namespaces of some tenants. */
    const bindRoles = async (
      user: string,
      some: Readonly<Record<Side, readonly Json[]>>,
      tenants: readonly Tenant[],
    ) => {
      await grant(world.storage, user, some.storage, ['rook-ceph'])
      await grant(
        world.control,
        user,
        some.control,
        tenants.map(({ namespace }) => namespace),
      )
    }
    const known = () => Promise.all([granted(world.storage), granted(world.control)])

    const lacking = ({ side, resource, verb }: Rule) => ({
      ...roles,
      [side]: without(roles[side], new Set([resource]), [verb]),
    })

    test('sync and apply succeed', async () => {
      const [fresh, kept, planned] = [await world.tenant(), await world.tenant(), await world.tenant()]
      await world.chain(kept)
      await bindRoles('writer', roles, [fresh, kept])
      await bindRoles('applier', await both('apply'), [planned])
      await known()
      const as = ['--as', 'writer', '--no-wait']
      expect(await world.sync([fresh], as)).toMatchObject({ code: 0, outcomes: ['written'] })
      expect(await world.sync([fresh], as)).toMatchObject({ code: 0, outcomes: ['unchanged'] })
      const key = await world.rotate(fresh)
      expect(await world.sync([fresh], as)).toMatchObject({ code: 0, outcomes: ['written'] })
      expect(await world.copied(fresh)).toBe(key)
      expect(await world.sync([kept], as)).toMatchObject({ outcomes: ['refreshed', 'refreshed'] })
      const file = join(tempFolder(), 'keys.plan')
      const made = await world.command(['ceph-secrets', 'sync', planned.name, '--plan-out', file, '--as', 'applier'])
      expect(made.code, made.stderr).toBe(0)
      const done = await world.command(['apply', file, '--yes', '--as', 'applier'])
      expect(done, done.stderr).toMatchObject({ code: 0, outcomes: ['written'] })
    })

    test('without a verb on a resource it is refused or incomplete, and names it', {
      timeout: 180_000,
    }, async () => {
      const cases = await Promise.all(
        rules.map(async (rule, i) => {
          const tenant = await world.tenant()
          if (isKeepers(rule)) await world.chain(tenant)
          await bindRoles(`lacking-${i}`, lacking(rule), [tenant])
          return { rule, tenant, user: `lacking-${i}` }
        }),
      )
      await known()
      const results = new Map<string, string>()
      for (const { rule, tenant, user } of cases) {
        const { code, stdout, outcomes } = await world.sync([tenant], ['--as', user, '--no-wait'])
        results.set(ruleText(rule), [code, ...outcomes].join(' '))
        const plural = rule.resource.split('.')[0] ?? ''
        expect([ruleText(rule), code === 0 || stdout.toLowerCase().includes(plural.replace(/s$/, ''))]).toEqual([
          ruleText(rule),
          true,
        ])
      }
      expect(Object.fromEntries(results)).toEqual({
        'list cephclients.ceph.rook.io in storage': '7',
        // There may be more control planes: the readable ones are updated.
        'list controlplanes.c5c3.io in control': '3 written',
        'list glances.glance.openstack.c5c3.io in control': '3 written',
        'list namespaces in control': '3 written',
        'list pushsecrets.external-secrets.io in storage': '3 written',
        'list cinders.cinder.openstack.c5c3.io in control': '3',
        'list externalsecrets.external-secrets.io in control': '4 refused',
        'get secrets in storage': '4 refused',
        'get secrets in control': '4 refused',
        'create secrets in control': '4 refused',
        'patch secrets in control': '4 refused',
        // A few Secrets are read by name instead.
        'list secrets in storage': '0 written',
        'list secrets in control': '0 written',
        'get pushsecrets.external-secrets.io in storage': '4 refused skipped',
        'patch pushsecrets.external-secrets.io in storage': '4 refused skipped',
        'get externalsecrets.external-secrets.io in control': '5 refreshed refused',
        'patch externalsecrets.external-secrets.io in control': '5 refreshed refused',
      })
    })

    test('in a management cluster Objects are read, in a hypervisor cluster ExternalSecrets are triggered', {
      timeout: 120_000,
    }, async () => {
      const roleOf = (role: string) => rolesFor('ceph-secrets sync', '--role', role)
      const [management, hypervisor] = [await roleOf('management'), await roleOf('hypervisor')]
      const places = { management: ['management', 'control-plane=eu'], hypervisor: ['hypervisor=hv-a'] } as const
      const cases = [
        ['management', undefined],
        ['management', ['list', 'objects.kubernetes.crossplane.io']],
        ['hypervisor', undefined],
        ['hypervisor', ['list', 'externalsecrets.external-secrets.io']],
        ['hypervisor', ['get', 'externalsecrets.external-secrets.io']],
        ['hypervisor', ['patch', 'externalsecrets.external-secrets.io']],
        ['hypervisor', ['get', 'secrets']],
      ] as const
      const people = await Promise.all(
        cases.map(async ([where, gone], i) => {
          const tenant = where === 'hypervisor' ? await world.client(`on-nodes-${i}`) : await world.tenant()
          await world.make(world.control, '/api/v1/namespaces', namespace(tenant.namespace))
          if (where === 'hypervisor') await world.chain(tenant)
          const whole = where === 'hypervisor' ? hypervisor : [...roles.control, ...management]
          const some = gone ? without(whole, new Set([gone[1]]), [gone[0]]) : whole
          await bindRoles(`elsewhere-${i}`, { storage: roles.storage, control: some }, [tenant])
          return { tenant, user: `elsewhere-${i}`, where, lacks: gone?.join(' ') ?? 'nothing' }
        }),
      )
      await known()
      const results = new Map<string, string>()
      for (const { tenant, user, where, lacks } of people) {
        const profile = { control: { roles: places[where] } }
        const { code, outcomes } = await world.sync([tenant], ['--as', user, '--no-wait'], { profile })
        results.set(`${where} without ${lacks}`, [code, ...outcomes].join(' '))
      }
      expect(Object.fromEntries(results)).toEqual({
        'management without nothing': '0 written',
        'management without list objects.kubernetes.crossplane.io': '4 refused',
        'hypervisor without nothing': '0 refreshed refreshed',
        // Consumers there are not readable.
        'hypervisor without list externalsecrets.external-secrets.io': '3',
        'hypervisor without get externalsecrets.external-secrets.io': '5 refreshed refused',
        'hypervisor without patch externalsecrets.external-secrets.io': '5 refreshed refused',
        'hypervisor without get secrets': '4 refused',
      })
    })

    test('without list at most fifty are read by name; a pinned cluster without a readable identity is not written', {
      timeout: 120_000,
    }, async () => {
      const many: Tenant[] = []
      for (let i = 0; i < 51; i++) many.push(await world.client(`many-${i}`))
      const one = await world.tenant()
      const blind = without(roles.storage, new Set(['secrets']), ['list'])
      const nameless = roles.control.map((role) => ({
        ...role,
        rules: role.rules.filter((rule: Json) => !rule.resourceNames),
      }))
      await bindRoles('blind', { ...roles, storage: blind }, [one])
      await bindRoles('nameless', { ...roles, control: nameless }, [one])
      await known()
      for (const tenant of many) await world.consumer({ ...tenant, namespace: one.namespace }, {}, tenant.name)
      const { stdout, code, outcomes } = await world.sync(many, ['--as', 'blind', '--no-wait'])
      expect(Map.groupBy(outcomes, (outcome) => outcome).get('written')).toHaveLength(50)
      expect([code, stdout]).toEqual([5, expect.stringContaining('forbidden: list secrets in rook-ceph')])
      // A pinned cluster must prove its identity.
      const { body } = await world.control.get('/api/v1/namespaces/kube-system')
      const profile = { control: { uid: body.metadata.uid } }
      const unknown = await world.run(['ceph-secrets', 'sync', one.name, '--yes', '--as', 'nameless'], { profile })
      expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining('could not be identified')])
      expect(await world.target(one)).toBeUndefined()
    })
  })
}
