// SPDX-License-Identifier: Apache-2.0
import { afterAll, describe, expect, it } from 'vitest'
import { closeDemos } from '../../harness/demos.ts'
import { ROOT, runCli, words } from '../../harness/run-cli.ts'
import { expectShown, expectView, listsOf } from '../../harness/view-goldens.ts'

const here = { cwd: ROOT }
const MODES = './test/modes'
const CLIENT = 'openstack-customer-a-prod-x7k2p'

interface Client {
  readonly name: string
  readonly judged: string
  readonly key: { readonly state: string; readonly fingerprint?: string }
  readonly copies: readonly { readonly state: string; readonly fingerprint?: string; readonly keeper: { by: string } }[]
}

const ANSWERS = [
  ['healthy', 0],
  ['one-cluster', 0],
  ['ceph-key-stale', 1],
  ['forbidden-secrets', 3],
  ['pool-unreachable', 3],
  ['management-only', 3],
] as const

describe.each(ANSWERS)('%s', (scenario, exit) => {
  afterAll(closeDemos)

  it('ceph-secrets', () => expectView(`ceph-secrets/${scenario}`, `ceph-secrets --demo ${scenario}`, exit))
  it('ceph-secrets verify', () =>
    expectView(`ceph-secrets-verify/${scenario}`, `ceph-secrets verify --demo ${scenario}`, exit))
})

/** Failure mode, state of the copy, and the item of verify that fails. */
const TROUBLES = [
  ['F44', 'empty', 'keys-equal'],
  ['F44-absent', 'missing', 'keys-equal'],
  ['F44-unnamed', 'missing', 'keys-equal'],
  ['F45', 'differs', 'keys-equal'],
  ['F46', 'other keys', 'names-right'],
  ['F47', 'equal', 'monitors-current'],
  ['F49', 'equal', 'caps-cover'],
] as const

describe.each(TROUBLES)('%s', (mode, state, question) => {
  afterAll(closeDemos)

  it(`the copy is ${state}, and verify says that ${question} fails`, async () => {
    const list = await expectShown(`ceph-secrets/${mode}`, `ceph-secrets --demo ${MODES}/${mode}`, 1)
    const [client] = list['clients'] as readonly Client[]
    expect(client?.copies.map((copy) => copy.state)).toEqual([state])
    const verify = await expectShown(`ceph-secrets-verify/${mode}`, `ceph-secrets verify --demo ${MODES}/${mode}`, 1)
    const items = verify['items'] as readonly { id: string; outcome: string; problems: readonly object[] }[]
    expect(items.filter(({ outcome }) => outcome === 'found').map(({ id }) => id)).toEqual([question])
    expect(JSON.stringify(items)).toContain(`"mode":"${mode.split('-')[0]}"`)
  })
})

describe('ceph-secrets', () => {
  afterAll(closeDemos)

  const run = (line: string) => runCli(words(line), here)
  const clientsOf = async (line: string) =>
    (JSON.parse((await run(`${line} -o json`)).stdout) as { clients: readonly Client[] }).clients

  it('fingerprints are equal for equal keys, differ for different keys, and differ between runs', async () => {
    const [stale, ...others] = await clientsOf('ceph-secrets --demo ceph-key-stale')
    expect(stale?.copies[0]?.fingerprint).toMatch(/^hmac:[0-9a-f]{8}$/)
    expect(stale?.copies[0]?.fingerprint).not.toBe(stale?.key.fingerprint)
    expect(others.length).toBeGreaterThan(2)
    for (const { key, copies } of others) expect(copies.map((copy) => copy.fingerprint)).toEqual([key.fingerprint])
  })

  it('reads the kinds between key and consumer, and Secrets only in namespaces with references', async () => {
    const lists = await listsOf('ceph-secrets --demo healthy')
    expect(lists.filter((one) => /^(garden|arbiter)/.test(one))).toEqual([])
    expect(lists.filter((one) => one.startsWith('hypervisor.') && !/externalsecrets$|secretstores$/.test(one))).toEqual(
      [],
    )
    const secrets = lists.filter((one) => /\/secrets$/.test(one))
    const mine = secrets.filter((one) => !one.startsWith('management '))
    expect(mine.every((one) => /^(control-plane|storage)\.\S+ \/api\/v1\/namespaces\//.test(one))).toBe(true)
    expect(lists.filter((one) => /\/(events|pods|nodes|deployments)$/.test(one))).toEqual([])
    expect(new Set(lists).size).toBe(lists.length)
  })

  it.each([CLIENT, `rook-ceph/${CLIENT}`, `${CLIENT}@storage/st-pool-a`, `${CLIENT}@st-pool-a`])(
    '%s selects one client',
    async (word) => {
      expect((await clientsOf(`ceph-secrets ${word} --demo healthy`)).map(({ name }) => name)).toEqual([CLIENT])
    },
  )

  it('prints names that can be used as arguments', async () => {
    const { stdout } = await run('ceph-secrets --demo healthy -o name')
    const [first = ''] = stdout.split('\n')
    expect(await clientsOf(`ceph-secrets ${first} --demo healthy`)).toHaveLength(1)
  })

  it('is limited to a tenant or a namespace', async () => {
    const names = async (line: string) => (await clientsOf(line)).map(({ name }) => name)
    expect(await names('ceph-secrets --tenant customer-a-prod --demo healthy')).toEqual([CLIENT])
    expect(await names(`ceph-secrets -n ${CLIENT} --demo healthy`)).toEqual([CLIENT])
    expect(await names('ceph-secrets --pool st-pool-b --demo healthy')).toEqual([
      'openstack-finance-prod-c6zrd',
      'openstack-internal-prod-8hn5w-st-pool-b',
    ])
  })

  it.each([
    ['ceph-secrets openstack-customer-a-prod-x7k2', CLIENT],
    ['ceph-secrets verify openstack-customer-a-prod-x7k2', CLIENT],
    ['ceph-secrets -n openstack-customer-a-prod-x7k2', ''],
  ])('%s is exit 8 with the closest names', async (line, near) => {
    const { code, stdout, stderr } = await run(`${line} --demo healthy`)
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
    expect(stderr).toContain(near)
    expect(stderr).toContain('hint: ')
  })

  it('no format contains a byte of a key', async () => {
    const { stdout: yaml } = await run('ceph-secrets --demo ceph-key-stale -o yaml')
    const { stdout: wide } = await run('ceph-secrets verify --demo ceph-key-stale -o wide')
    // A cephx key begins with AQ and has 40 characters of base64.
    for (const text of [yaml, wide]) expect(text).not.toMatch(/AQ[A-Za-z0-9+/]{30}|QVF[A-Za-z0-9+/]{30}/)
  })
})
