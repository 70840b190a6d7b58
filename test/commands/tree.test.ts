// SPDX-License-Identifier: Apache-2.0
// tree on every scenario: one OpenStack cluster as text, and the problems of all as text and as JSON.
import { afterAll, describe, expect, it } from 'vitest'
import { closeDemos, SUBJECTS } from '../harness/demos.ts'
import '../harness/shared-observations.ts'
import { expectGolden, expectGoldenJson } from '../harness/golden.ts'
import { runCli } from '../harness/run-cli.ts'

describe.each(Object.entries(SUBJECTS))('%s', (scenario, name) => {
  afterAll(closeDemos)

  it(`all of ${name}`, async () => {
    await expectGolden(`tree/${scenario}.${name}`, `tree ${name} --demo ${scenario}`)
  })

  it('only problems', async () => {
    const text = await expectGolden(`tree/${scenario}.problems`, `tree --only-problems --demo ${scenario}`)
    const json = await expectGoldenJson(`tree/${scenario}.problems`, `tree --only-problems --demo ${scenario}`)
    expect(json.code).toBe(text.code)
  })
})

describe('tree options', () => {
  afterAll(closeDemos)

  it.each([
    ['reverse', 'tree CephCluster/rook-ceph@st-pool-a --reverse --depth 3 --demo healthy'],
    ['depth', 'tree customer-a-prod --depth 2 --demo healthy'],
    ['kinds', 'tree customer-a-prod --kinds MariaDB,StatefulSet,Keystone --demo database-down'],
    ['no-group', 'tree HypervisorCluster/hv-pool-compliance --kinds Hypervisor --no-group --demo healthy'],
    ['host', 'tree Hypervisor/hv-a-017 --demo hypervisor-draining'],
    ['waiting', 'tree Project/openstack-internal-prod-8hn5w/service --reverse --depth 1 --demo korc-waiting'],
  ])('%s', async (name, line) => {
    await expectGolden(`tree/${name}`, line)
  })

  it('as JSON, whole', async () => {
    await expectGoldenJson('tree/healthy.customer-a-prod', 'tree customer-a-prod --demo healthy')
  })

  it('an ambiguous name lists the candidates', async () => {
    const { code, stderr } = await runCli(['tree', 'Keystone/keystone', '--demo', 'healthy'])
    expect(code).toBe(2)
    expect(stderr).toContain('Keystone/openstack-customer-a-prod-x7k2p/keystone@control-plane/eu-de-1')
  })

  it.each([60, 100])('%i columns', async (columns) => {
    const world = { tty: true, columns, env: { NO_COLOR: '1' } }
    await expectGolden(`tree/database-down.problems.${columns}`, 'tree --only-problems --demo database-down', world)
  })
})
