// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OPERATORS, repositoryOf } from '../../src/lib/model/landscape/operators.ts'
import type { OperatorsReport } from '../../src/lib/reports/operators/report.ts'
import '../harness/demos.ts'
import { expectGolden, expectGoldenJson } from '../harness/golden.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'
import { type Document, expectValid } from '../harness/schemas.ts'

const here = { cwd: ROOT }
const SMALL = './test/fleets-small/operators'
const mode = (name: string) => `./test/modes/${name}`

const report = async (demo: string) =>
  JSON.parse((await runCli(words(`operators -o json --demo ${demo}`), here)).stdout) as OperatorsReport

describe('operators', () => {
  it.each([
    ['healthy', 'healthy', 0],
    ['one-cluster', 'one-cluster', 0],
    ['pool-unreachable', 'pool-unreachable', 3],
    ['management-only', 'management-only', 3],
    ['operator-off', mode('F96'), 1],
    ['operator-down', mode('F71'), 1],
    ['flux-down', mode('F112'), 1],
    ['package-unhealthy', mode('F110-provider'), 1],
    ['skew', SMALL, 3],
  ])('%s: table, wide and JSON', async (name, demo, exit) => {
    const line = `operators --demo ${demo}`
    expect((await expectGolden(`operators/${name}`, line, here)).code).toBe(exit)
    expect((await expectGolden(`operators/${name}.wide`, `${line} -o wide`, here)).code).toBe(exit)
    const ran = await expectGoldenJson(`operators/${name}`, line, here)
    expect(ran.code).toBe(exit)
    expectValid(JSON.parse(ran.stdout) as Document, name)
  })

  it.each(
    [60, 140].flatMap((columns) => [
      ['flux-down', mode('F112'), columns] as const,
      ['healthy', 'healthy', columns] as const,
      ['one-cluster', 'one-cluster', columns] as const,
    ]),
  )('%s: %s fits into %i columns', async (name, demo, columns) => {
    const world = { ...here, tty: true, columns, env: { NO_COLOR: '1' } }
    const { stdout } = await runCli(words(`operators --demo ${demo}`), world)
    if (columns > 60)
      await expect(stdout).toMatchFileSnapshot(join(ROOT, 'test', 'golden', 'operators', `${name}.${columns}.txt`))
    expect(Math.max(...stdout.split('\n').map((text) => [...text].length))).toBeLessThanOrEqual(columns)
  })

  it('absent optional operators are not installed, and do not affect the verdict', async () => {
    const { operators, exitCode } = await report('healthy')
    const optional = operators.filter((row) => row.optional)
    expect(new Set(optional.map(({ operator }) => operator))).toEqual(new Set(['greenhouse', 'aurora', 'prysm']))
    expect(new Set(optional.map(({ state }) => state))).toEqual(new Set(['not installed']))
    expect(exitCode).toBe(0)
  })

  it('versions are compared across clusters, by image whatever the workload is named', async () => {
    const { operators } = await report(SMALL)
    const rows = operators.filter(({ operator, versions }) => operator === 'external-secrets' && versions.length > 0)
    expect(rows.map(({ cluster, versions, elsewhere }) => ({ cluster, versions, elsewhere }))).toEqual([
      { cluster: 'management', versions: ['v0.20.4'], elsewhere: ['v0.19.2'] },
      { cluster: 'storage/st-x', versions: ['v0.19.2'], elsewhere: ['v0.20.4'] },
    ])
    // Objects without a running operator: neither healthy nor known to be failed.
    expect(operators.find(({ operator }) => operator === 'rook')).toMatchObject({
      state: 'unknown',
      objects: 1,
      reason: 'there is 1 CephCluster to look after, and no workload looks like it',
    })
  })

  it.each([
    ['registry.example.com:5000/c5c3/keystone-operator:v1@sha256:00', 'c5c3/keystone-operator'],
    ['keystone-operator', 'keystone-operator'],
    ['localhost/x', 'x'],
    ['library/memcached:1.6', 'library/memcached'],
    ['', ''],
  ])('the repository of %s is %s', (image, repository) => {
    expect(repositoryOf(image)).toBe(repository)
  })

  it('each is distinguished from all others', () => {
    for (const { name } of OPERATORS.filter(({ roles }) => roles.includes('control-plane')))
      expect(OPERATORS.filter(({ words }) => words.test(name)).length, name).toBeLessThanOrEqual(1)
    const service = (image: string) => OPERATORS.filter(({ words }) => words.test(image)).map(({ name }) => name)
    expect(service('c5c3/keystone')).toEqual([])
    expect(service('ceph/ceph')).toEqual([])
    expect(service('rook/ceph')).toEqual(['rook'])
    expect(service('orc/openstack-resource-controller')).toEqual(['k-orc'])
  })

  it('reads only workloads and kinds that operators write', async () => {
    const { stderr } = await runCli(words('operators --debug --demo healthy'), here)
    const lists = [...stderr.matchAll(/GET \/apis?\/(?:[^/\s]+\/)?v[^/\s]+\/(\w+) /g)].map(([, plural]) => plural)
    for (const needless of ['nodes', 'pods', 'cephblockpools', 'endpoints', 'shoots', 'servers', 'secrets'])
      expect(lists).not.toContain(needless)
    expect(lists).toContain('cephclusters')
  })
})
