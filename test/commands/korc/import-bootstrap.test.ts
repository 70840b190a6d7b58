// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedFleet, startFleet } from '../../../src/lib/embedded/start.ts'
import { connect, type Json } from '../../contract/api.ts'
import { expectGolden } from '../../harness/golden.ts'
import { ROOT, runCli } from '../../harness/run-cli.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

const PLANE = 'openstack-customer-a-prod-x7k2p/customer-a-prod-x7k2p'

describe('korc import-bootstrap', () => {
  let fleet: EmbeddedFleet
  let home: string
  beforeAll(async () => {
    fleet = await startFleet(join(ROOT, 'fleets', 'healthy'), { controllers: true })
    const cluster = fleet.clusters.find(({ key }) => key === 'control-plane.eu-de-1')!
    const clusters = [{ roles: ['control-plane=eu-de-1'], kubeconfig: 'cp', context: cluster.key }]
    home = tempFolder({
      cp: cluster.kubeconfig,
      'config.yaml': JSON.stringify({ current: 'x', profiles: { x: { clusters } } }),
    })
    return () => fleet.close()
  })
  const run = (more: readonly string[], plane = PLANE) =>
    runCli(['korc', 'import-bootstrap', plane, ...more], { home, env: { C5C3_CONFIG: join(home, 'config.yaml') } })
  const results = ({ stdout }: { stdout: string }) =>
    JSON.parse(stdout).results.map(({ kind, name, outcome }: Json) => `${outcome} ${kind} ${name}`)

  test('creates missing imports and waits for their IDs; ten concurrent runs create each once; the next run has nothing to do', async () => {
    const runs = await Promise.all(Array.from({ length: 10 }, () => run(['--yes', '-o', 'json'])))
    expect(runs.map(({ code }) => code)).toEqual(runs.map(() => 0))
    const outcomes = runs.flatMap(results).filter((line) => line.endsWith('bootstrap-role-manager'))
    expect(outcomes.filter((line) => line.startsWith('written'))).toHaveLength(1)
    expect(outcomes).toHaveLength(10)
    const { url, ca, token } = fleet.clusters.find(({ key }) => key === 'control-plane.eu-de-1')!
    const path =
      '/apis/openstack.k-orc.cloud/v1alpha1/namespaces/openstack-customer-a-prod-x7k2p/roles/bootstrap-role-manager'
    const { body } = await connect({ url, ca, token }).get(path)
    expect(body.status.id).toMatch(/^[0-9a-f]{32}$/)
    const again = await run(['--yes'])
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('nothing to do: 8 unchanged')])
    const names = await run(['--yes', '-o', 'name'])
    expect(names.stdout).toContain(
      'role/openstack-customer-a-prod-x7k2p/bootstrap-role-manager@control-plane/eu-de-1\n',
    )
  })

  test('accepts a list from a file; an import without a match is waited for until the deadline', async () => {
    const file = join(tempFolder({ 'list.yaml': '- { kind: Role, name: no-such-role }\n' }), 'list.yaml')
    const { code, stdout } = await run(['--from', file, '--yes', '--wait-timeout', '600ms', '-o', 'json'])
    expect(code).toBe(6)
    expect(JSON.parse(stdout).results[0]).toMatchObject({
      outcome: 'waiting',
      reasons: [{ text: expect.stringContaining('nothing in OpenStack matches it yet') }],
    })
    // The import exists now, still without a match: the next run waits too, and writes nothing.
    const again = await run(['--from', file, '--yes', '--wait-timeout', '600ms', '-o', 'json'])
    expect([again.code, JSON.parse(again.stdout).results[0]]).toEqual([
      6,
      expect.objectContaining({ outcome: 'waiting', wrote: false }),
    ])
    // Imports made for a control plane belong to it, although they have no owner.
    const env = { C5C3_CONFIG: join(home, 'config.yaml') }
    const tree = await runCli(['tree', `controlplane/${PLANE}`, '--no-group', '-o', 'json'], { home, env })
    expect(tree.stdout).toContain('"bootstrap-role-no-such-role"')
    expect((await run(['--from', join(home, 'config.yaml')])).code).toBe(2)
  })

  test('Project service is not waited for unless --wait is given: Keystone’s bootstrap does not create it', async () => {
    const plane = await startFleet(join(ROOT, 'fleets', 'one-cluster'), { controllers: true })
    const [cluster] = plane.clusters
    const clusters = [{ roles: ['management', 'control-plane=one'], kubeconfig: 'cp', context: cluster!.key }]
    const oneHome = tempFolder({
      cp: cluster!.kubeconfig,
      'config.yaml': JSON.stringify({ current: 'x', profiles: { x: { clusters } } }),
    })
    const importInto = async (...more: readonly string[]) => {
      const env = { C5C3_CONFIG: join(oneHome, 'config.yaml') }
      const ran = await runCli(['korc', 'import-bootstrap', '--yes', ...more], { home: oneHome, env })
      return { ...ran, lines: ran.stdout.split('\n') }
    }
    try {
      const first = await importInto()
      expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('done: 8 written, 5 unchanged')])
      const at = first.lines.findIndex((line) => line.includes('bootstrap-project-service'))
      expect(first.lines[at]).toMatch(/^written/)
      expect(first.lines[at + 1]).toContain('nothing in OpenStack matches it yet')
      const again = await importInto()
      expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('nothing to do: 13 unchanged')])
      expect(again.stdout).toContain('nothing in OpenStack matches it yet')
      expect((await importInto('--wait', '--wait-timeout', '500ms')).code).toBe(6)
    } finally {
      await plane.close()
    }
  })

  test('an unknown control plane is exit 8 with the nearest; several are a question', async () => {
    const unknown = await run([], 'customer-a-prod-x7k2')
    expect([unknown.code, unknown.stderr]).toEqual([8, expect.stringContaining('did you mean: customer-a-prod-x7k2p')])
    const many = await runCli(['korc', 'import-bootstrap'], { home, env: { C5C3_CONFIG: join(home, 'config.yaml') } })
    expect([many.code, many.stderr]).toEqual([2, expect.stringContaining('specify one of 4 ControlPlanes')])
  })

  test('the plan of a demo', async () => {
    await expectGolden('korc/import-bootstrap', 'korc import-bootstrap --demo one-cluster --dry-run=client')
  })
})
