// SPDX-License-Identifier: Apache-2.0
import { afterAll, describe, expect, it } from 'vitest'
import { closeDemos } from '../../harness/demos.ts'
import { expectGolden } from '../../harness/golden.ts'
import { ROOT, runCli, words } from '../../harness/run-cli.ts'
import { tempFolder } from '../../harness/temp-folder.ts'
import { expectView, listsOf } from '../../harness/view-goldens.ts'

const here = { cwd: ROOT }
const SMALL = './test/fleets-small/tempest'

const RESULTS = [
  ['healthy', 'healthy', 0],
  ['one-cluster', 'one-cluster', 0],
  ['management-only', 'management-only', 3],
  ['failed', './test/modes/F72', 1],
  ['silent', './test/modes/F72-silent', 3],
  ['suspended', './test/modes/F72-suspended', 0],
  ['nights', SMALL, 1],
] as const

describe.each(RESULTS)('%s', (name, demo, exit) => {
  afterAll(closeDemos)

  it('tempest results', () => expectView(`tempest/results.${name}`, `tempest results --demo ${demo}`, exit))
})

describe('three nights', () => {
  afterAll(closeDemos)
  const [A, B] = ['openstack/tempest-29911800', 'openstack/tempest-29913240']

  it('history', () => expectView('tempest/history', `tempest history --demo ${SMALL}`, 1))

  it('compare: newly failing, flaky, still failing, fixed', async () => {
    const document = await expectView('tempest/compare', `tempest compare ${A} ${B} --demo ${SMALL}`, 1)
    const tests = document['tests'] as readonly { change: string; name: string }[]
    expect(tests.map(({ change, name }) => `${change}: ${name.split('.').at(-1)}`)).toEqual([
      'newly failing: test_volume_create_get_update_delete',
      'flaky: test_network_basic_ops',
      'still failing: test_create_token',
      'fixed: test_update_image',
    ])
  })

  it.each(['junit', 'markdown'])('results as %s', async (format) => {
    const { code } = await expectGolden(
      `tempest/results.${format}`,
      `tempest results --demo ${SMALL} -o ${format}`,
      here,
    )
    expect(code).toBe(1)
  })

  it('compare as markdown and junit', async () => {
    const line = `tempest compare ${A} ${B} --demo ${SMALL} -o`
    await expectGolden('tempest/compare.markdown', `${line} markdown`, here)
    await expectGolden('tempest/compare.junit', `${line} junit`, here)
  })

  it.each([
    ['tempest results openstck', 8, 'did you mean: openstack?'],
    ['tempest results no-operator', 3, ''],
    ['tempest results openstack/tempest', 1, ''],
    ['tempest compare tempest-2991324 tempest-29911800', 8, 'did you mean: tempest-29913240'],
    ['tempest compare ./nothing.xml ./nothing.log', 2, 'cannot read "./nothing.xml": ENOENT'],
    ['tempest compare tempest-29913240', 2, 'missing argument: B'],
    ['tempest history --limit 0', 2, 'limit'],
  ])('%s: exit %i', async (line, exit, expected) => {
    const { code, stderr } = await runCli([...words(line), '--demo', SMALL], here)
    expect({ code, stderr }).toMatchObject({ code: exit, stderr: expect.stringContaining(expected) })
  })

  it('reads only the kinds that run Tempest, one list of Pods and one log per suite', async () => {
    const lists = await listsOf(`tempest results --demo ${SMALL}`)
    const own = lists.map((text) => text.replace(/^\S+ \/(?:api|apis\/[^/]+)\/[^/]+\//, ''))
    expect(own.sort()).toEqual([
      'cronjobs',
      'jobs',
      'namespaces/by-hand/pods',
      'namespaces/no-operator/pods',
      'namespaces/openstack/pods',
      'tempests',
    ])
  })
})

it('a tenant is found by the name of its claim', async () => {
  const { stdout, code } = await runCli(words('tempest results customer-a-prod --demo healthy -o name'), here)
  expect({ stdout, code }).toEqual({
    stdout: 'Tempest/openstack-customer-a-prod-x7k2p/tempest@control-plane/eu-de-1\n',
    code: 0,
  })
})

it('two files need no cluster; a file that is no Tempest result is unknown', async () => {
  const cwd = tempFolder({
    'a.log': '{0} tempest.api.compute.a.A.test_a [0.1s] ... ok\nRan: 1 tests in 0.1000 sec.\n - Passed: 1\n',
    'b.txt': 'Traceback\n',
  })
  expect(await runCli(words('tempest compare a.log a.log'), { cwd })).toMatchObject({ code: 0 })
  const { stdout, code } = await runCli(words('tempest compare a.log b.txt'), { cwd })
  expect({ stdout, code }).toMatchObject({ code: 3, stdout: expect.stringContaining('nothing in the log is a result') })
})
