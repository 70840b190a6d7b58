// SPDX-License-Identifier: Apache-2.0
import { afterAll, describe, expect, it } from 'vitest'
import { closeDemos } from '../harness/demos.ts'
import '../harness/shared-observations.ts'
import { expectGolden } from '../harness/golden.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'
import { expectShown, expectView, listsOf } from '../harness/view-goldens.ts'

const here = { cwd: ROOT }
const MODES = './test/modes'

interface Chain {
  readonly name: string
  readonly state: string
  readonly values: string
  readonly hops: readonly { readonly kind: string; readonly name: string; readonly broken?: true }[]
  readonly consumers: readonly string[]
}

const chainsOf = (document: object) => (document as { chains: readonly Chain[] }).chains

describe.each([
  ['healthy', 0],
  ['one-cluster', 0],
  ['korc-waiting', 1],
  ['ceph-key-stale', 1],
  ['forbidden-secrets', 3],
] as const)('%s', (scenario, exit) => {
  afterAll(closeDemos)

  it('credentials', () => expectView(`credentials/${scenario}`, `credentials --demo ${scenario}`, exit))
})

/** Failure mode → the hop that is marked, and the number of chains. */
const BROKEN = [
  ['F74', 'path', 17],
  ['F75', 'ExternalSecret', 1],
  ['F76', 'PushSecret', 1],
  ['F77', 'ExternalSecret', 1],
  ['F87', 'ApplicationCredential', 1],
  ['F99', 'ExternalSecret', 1],
  ['F100', 'ExternalSecret', 1],
] as const

describe.each(BROKEN)('%s', (mode, kind, count) => {
  afterAll(closeDemos)

  it(`marks ${kind} as the failing hop, and no other`, async () => {
    const document = await expectShown(`credentials/${mode}`, `credentials --demo ${MODES}/${mode}`, 1)
    const marked = chainsOf(document).flatMap(({ hops }) => hops.filter(({ broken }) => broken))
    expect(marked.map((hop) => hop.kind)).toEqual(Array.from({ length: count }, () => kind))
    expect(JSON.stringify(document)).toContain(`"mode":"${mode}"`)
    for (const { hops } of chainsOf(document)) expect(hops.filter(({ broken }) => broken).length).toBeLessThan(2)
  })
})

describe.each([
  ['F121', 'aggregates'],
  ['F95', 'rotations'],
] as const)('%s', (mode, field) => {
  afterAll(closeDemos)

  it(`is listed in ${field}`, async () => {
    const document = await expectShown(`credentials/${mode}`, `credentials --demo ${MODES}/${mode}`, 1)
    expect(JSON.stringify(document[field])).toContain(`"mode":"${mode}"`)
  })
})

describe.each([
  ['F88', 'application credential'],
  ['F88-over', 'application credential'],
  ['F123', 'token'],
  ['F73', 'database certificate'],
] as const)('--expiring 14d of %s', (mode, what) => {
  afterAll(closeDemos)

  it(`lists the ${what}`, async () => {
    const line = `credentials --expiring 14d --demo ${MODES}/${mode}`
    const document = await expectShown(`credentials/expiring.${mode}`, line, 1)
    expect(document['expiring']).toMatchObject([{ what, over: mode.endsWith('over') }])
  })
})

describe('credentials', () => {
  afterAll(closeDemos)
  const run = (line: string) => runCli(words(line), here)

  it('shows one chain hop by hop, by the name of any of its hops', async () => {
    await expectGolden('credentials/one', 'credentials glance-app-credential --tenant customer-a-prod --demo healthy')
    for (const name of ['glance-keystone-credentials', 'openstack/customer-a-prod-x7k2p/glance/app-credential']) {
      const { stdout } = await run(`credentials ${name} --tenant customer-a-prod --demo healthy -o json`)
      const [chain, ...others] = chainsOf(JSON.parse(stdout))
      expect(others).toEqual([])
      expect(chain?.hops.map(({ kind }) => kind)).toEqual([
        'ApplicationCredential',
        'Secret',
        'PushSecret',
        'path',
        'ExternalSecret',
        'Secret',
      ])
      expect(chain).toMatchObject({ values: 'equal', state: 'healthy' })
      expect(chain?.consumers).toContain('Glance glance')
    }
  })

  it('reports a value that was changed at its source in the chain too', async () => {
    const { stdout } = await run('credentials --demo ceph-key-stale -o json')
    const differ = chainsOf(JSON.parse(stdout)).filter(({ values }) => values === 'differ')
    expect(differ.map(({ name }) => name)).toEqual([
      'openstack-customer-a-prod-x7k2p/ceph-client-customer-a-prod-x7k2p',
    ])
  })

  it.each(['dot', 'mermaid'])('is drawn as %s', async (format) => {
    const line = `credentials k-orc-clouds-yaml --demo ${MODES}/F76 -o ${format}`
    expect((await expectGolden(`credentials/F76.${format}`, line, here)).code).toBe(1)
  })

  it('reads the hops and their consumers, and Secrets only in namespaces with references', async () => {
    const lists = await listsOf('credentials --demo healthy')
    expect(lists.filter((one) => /\/(pods|nodes|deployments|events|objects|hypervisors)$/.test(one))).toEqual([])
    const secrets = lists.filter((one) => one.endsWith('/secrets'))
    expect(secrets.every((one) => /^(control-plane|storage)\.\S+ \/api\/v1\/namespaces\//.test(one))).toBe(true)
    expect(new Set(lists).size).toBe(lists.length)
  })

  it('--expiring uses the given duration', async () => {
    const ends = async (time: string) =>
      (
        JSON.parse((await run(`credentials --expiring ${time} --demo healthy -o json`)).stdout) as {
          expiring: object[]
        }
      ).expiring.length
    expect(await ends('14d')).toBe(0)
    expect(await ends('100d')).toBeGreaterThan(10)
  })

  it.each([
    ['credentials glance-app-credentia', 8, 'did you mean: glance-app-credential'],
    ['credentials -n openstack-customer-a-prod-x7k2', 8, 'did you mean: openstack-customer-a-prod-x7k2p'],
    ['credentials --expiring soon', 2, '(examples: 14d, 36h)'],
    ['credentials glance --expiring 14d', 2, '--expiring lists all credentials and takes no name ("glance")'],
    ['credentials --expiring 14d -o dot', 2, 'output format "dot" is not supported with --expiring'],
  ])('%s is exit %i', async (line, exit, expectedText) => {
    const { code, stdout, stderr } = await run(`${line} --demo healthy`)
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' })
    expect(stderr).toContain(expectedText)
  })

  it('-o name prints names that can be used as arguments', async () => {
    const [first = ''] = (await run('credentials --demo one-cluster -o name')).stdout.split('\n')
    expect((await run(`credentials ${first} --demo one-cluster`)).code).toBe(0)
  })
})
