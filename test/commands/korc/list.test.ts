// SPDX-License-Identifier: Apache-2.0
import { afterAll, describe, expect, it } from 'vitest'
import { closeDemos } from '../../harness/demos.ts'
import { ROOT, runCli, words } from '../../harness/run-cli.ts'
import { expectShown, expectView, listsOf } from '../../harness/view-goldens.ts'

const here = { cwd: ROOT }
const MODES = './test/modes'

interface Row {
  readonly kind: string
  readonly name: string
  readonly own: string
  readonly findings: readonly { readonly mode: string; readonly follows?: true }[]
}

/** Scenario, exit codes of korc and of korc verify. */
const ANSWERS = [
  ['healthy', 0, 0],
  ['one-cluster', 0, 0],
  ['korc-waiting', 1, 1],
  ['forbidden-secrets', 0, 3],
  ['management-only', 3, 3],
] as const

describe.each(ANSWERS)('%s', (scenario, list, verify) => {
  afterAll(closeDemos)

  it('korc', () => expectView(`korc/${scenario}`, `korc --demo ${scenario}`, list))
  it('korc verify', () => expectView(`korc-verify/${scenario}`, `korc verify --demo ${scenario}`, verify))
})

/** Failure mode → the item of verify that names it, and the object on which korc shows it. */
const TROUBLES = [
  ['F79', 'clouds-yaml-missing'],
  ['F80', 'cannot-reach-keystone'],
  ['F81', 'cannot-reach-keystone'],
  ['F82', 'cannot-reach-keystone'],
  ['F103-login', 'cannot-reach-keystone'],
  ['F101', 'clouds-yaml-missing'],
  ['F90', 'already-exists'],
  ['F102', 'already-exists'],
  ['F83', 'stuck-in-creating'],
  ['F84', 'stuck-in-creating'],
  ['F85', 'stuck-in-creating'],
  ['F86', 'stuck-in-creating'],
  ['F87', 'stuck-in-creating'],
  ['F113', 'service-incomplete'],
] as const

describe.each(TROUBLES)('%s', (mode, item) => {
  afterAll(closeDemos)
  const [id] = mode.split('-')

  it(`is named by korc verify as ${item}`, async () => {
    const document = await expectShown(`korc-verify/${mode}`, `korc verify --demo ${MODES}/${mode}`, 1)
    const items = document['items'] as readonly { id: string; outcome: string; problems: readonly object[] }[]
    const found = items.find((one) => one.id === item)
    expect(found).toMatchObject({ outcome: 'found' })
    expect(JSON.stringify(found?.problems)).toContain(`"mode":"${id}"`)
    const troubles = items.slice(3).filter(({ outcome }) => outcome === 'found')
    expect(troubles.map((one) => one.id)).toEqual([item])
  })
})

describe.each(['F83', 'F84', 'F86', 'F102'])('korc of %s', (mode) => {
  afterAll(closeDemos)

  it('shows the root cause first and marks blocked objects', async () => {
    const document = await expectShown(`korc/${mode}`, `korc --demo ${MODES}/${mode}`, 1)
    const rows = document['objects'] as readonly Row[]
    const allFindings = rows.flatMap(({ findings }) => findings)
    expect(allFindings[0]?.mode).toBe(mode)
    const wellAt = rows.findIndex(({ own, findings }) => own === 'healthy' && findings.length === 0)
    expect(rows.slice(wellAt).every(({ own }) => own === 'healthy')).toBe(true)
  })
})

describe('korc', () => {
  afterAll(closeDemos)

  it('reads the K-ORC objects of the control planes, Keystone and its database, and nothing else', async () => {
    const lists = await listsOf('korc --demo healthy')
    const other = lists.filter(
      (one) =>
        !/^control-plane\.\S+ \/apis\/((openstack\.k-orc|keystone\.openstack|k8s\.mariadb|memcached)\.\S+)\/\w+\/\w+$/.test(
          one,
        ),
    )
    expect(other).toEqual([])
    expect(new Set(lists).size).toBe(lists.length)
    expect(lists.length).toBeGreaterThan(10)
  })

  it('verify reads nothing outside of the control planes, and Secrets only in namespaces with references', async () => {
    const lists = await listsOf('korc verify --demo healthy')
    expect(lists.filter((one) => !one.startsWith('control-plane.'))).toEqual([])
    expect(lists.filter((one) => /secrets$/.test(one) && !/externalsecrets$|namespaces\/openstack/.test(one))).toEqual(
      [],
    )
  })

  it('can be limited to a namespace or a tenant, and then shows every object', async () => {
    const run = (line: string) => runCli(words(`${line} --demo healthy`), here)
    const namespace = await run('korc -n openstack-customer-a-prod-x7k2p')
    expect(namespace.stdout).toMatch(/^✔ all 39 K-ORC objects are healthy$/m)
    const tenant = await run('korc --tenant customer-a-prod')
    expect(tenant.stdout).toMatch(/^✔ all 39 K-ORC objects are healthy$/m)
    expect(tenant.stdout).toMatch(/^Domain +default +✔ healthy .* unmanaged/m)
    const names = (await run('korc -n openstack-customer-a-prod-x7k2p -o name')).stdout.trim().split('\n')
    expect(names).toHaveLength(39)
    expect((await runCli(['tree', names[0] ?? '', '--demo', 'healthy'], here)).code).toBe(0)
  })

  it('verify: a result for one control plane does not cover an unreachable one', async () => {
    const { stdout, code } = await runCli(words('korc verify -o json --demo ./test/fleets-small/one-plane-dark'), here)
    const { items } = JSON.parse(stdout) as { items: readonly { id: string; outcome: string }[] }
    const outcomes = Object.fromEntries(items.map(({ id, outcome }) => [id, outcome]))
    expect([code, outcomes['imports-resolved'], outcomes['one-match'], outcomes['credentials-present']]).toEqual([
      3,
      'unknown',
      'unknown',
      'unknown',
    ])
  })

  it.each([
    ['-n openstack-customer-a-prod-x7k2q', 'openstack-customer-a-prod-x7k2p'],
    ['--tenant customer-a-prd', 'customer-a-prod'],
  ])('%s is exit 8 with the closest names', async (flag, near) => {
    const { code, stderr, stdout } = await runCli(words(`korc ${flag} --demo healthy`), here)
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
    expect(stderr).toContain(`did you mean: ${near}`)
  })

  it('supports every format of a list', async () => {
    const run = async (format: string) => (await runCli([...words('korc --demo korc-waiting -o'), format], here)).stdout
    expect((await run('jsonl')).trim().split('\n')).toHaveLength(174)
    expect(await run('jsonpath={.objects[0].kind}/{.objects[0].name}')).toBe('Project/service\n')
    expect(await run('custom-columns=NAME:.name,POLICY:.policy')).toMatch(/^NAME +POLICY\nservice +unmanaged\n/)
    expect(await run('yaml')).toMatch(/^apiVersion: cli\.c5c3\.io\/v1\nkind: Korc\n/)
  })
})
