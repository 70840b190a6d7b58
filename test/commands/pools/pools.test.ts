// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectGolden, expectGoldenJson } from '../../harness/golden.ts'
import { ROOT, runCli, words } from '../../harness/run-cli.ts'

const here = { cwd: ROOT }
const TROUBLED = './test/fleets-small/pools-troubled'

/** Golden → command line, scenario and exit code. */
const ANSWERS = [
  ['overview', 'pools', TROUBLED, 1],
  ['show-hypervisor', 'pools show hv-pool-a', 'healthy', 0],
  ['show-hypervisor', 'pools show hv-pool-a', TROUBLED, 1],
  ['show-dedicated', 'pools show hv-pool-compliance', TROUBLED, 1],
  ['show-missing', 'pools show hv-pool-x', TROUBLED, 1],
  ['show-storage', 'pools show st-pool-a', TROUBLED, 1],
  ['show-creating', 'pools show st-pool-c', 'mid-provisioning', 1],
  ['show-control-plane', 'pools show us-east-1-control-plane', 'healthy', 0],
  ['capacity', 'pools capacity', TROUBLED, 1],
  ['capacity-pool', 'pools capacity st-pool-a', 'healthy', 0],
  ['impact-hypervisors', 'pools impact hv-pool-a', 'healthy', 0],
  ['impact-hypervisors', 'pools impact hv-pool-a', TROUBLED, 1],
  ['impact-storage', 'pools impact st-pool-b', 'healthy', 0],
  ['impact-storage', 'pools impact st-pool-b', TROUBLED, 3],
  ['impact-control-plane', 'pools impact eu-de-1-control-plane', 'healthy', 0],
  ['impact-node', 'pools impact hv-a-002', 'healthy', 0],
  ['impact-node', 'pools impact hv-a-002', TROUBLED, 3],
  ['impact-storage-node', 'pools impact st-a-001', 'healthy', 0],
  ['impact-storage-node', 'pools impact st-a-001', TROUBLED, 3],
] as const

describe('pools', () => {
  it.each(ANSWERS)('%s: %s in %s', async (golden, line, demo, exit) => {
    const name = `pools/${golden}.${demo === TROUBLED ? 'troubled' : demo}`
    expect((await expectGolden(name, `${line} --demo ${demo}`, here)).code).toBe(exit)
    expect((await expectGoldenJson(name, `${line} --demo ${demo}`, here)).code).toBe(exit)
  })

  it.each([
    ['a pool that is not there', 'pools show st-pol-a'],
    ['a node that is not there', 'pools impact hv-a-0011'],
    ['a pool of another type', 'pools show hypervisor/st-pool-a'],
  ])('%s is exit 8 with the closest names', async (_, line) => {
    const { code, stderr, stdout } = await runCli([...words(line), '--demo', 'healthy'], here)
    expect(code).toBe(8)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^error: pool.* not found\nhint: did you mean: /)
  })

  it('an unknown name is exit 7 while the cluster that would contain it is unreachable, and 3 for any other cluster', async () => {
    const run = async (fleet: string, line: string) =>
      (await runCli([...words(line), '--demo', `./test/fleets-small/${fleet}`], here)).code
    expect(await run('management-dark', 'pools show st-pool-x')).toBe(7)
    expect(await run('storage-dark', 'pools impact st-x-001')).toBe(3)
    expect(await run('pools', 'pools impact st-x-001')).toBe(8)
  })

  it('-o name prints arguments for pools show', async () => {
    const { stdout } = await runCli(words('pools -o name --demo healthy'), here)
    expect(stdout.split('\n')).toContain('storage/st-pool-a')
    expect((await runCli(words('pools show storage/st-pool-a --demo healthy'), here)).code).toBe(0)
  })

  it('--region and --pool limit what is read and shown', async () => {
    const document = async (line: string) => {
      const { stdout } = await runCli([...words(line), '-o', 'json', '--demo', 'healthy'], here)
      const { regions, completeness } = JSON.parse(stdout)
      const names = regions.flatMap(({ pools }: { pools: { name: string }[] }) => pools.map(({ name }) => name))
      return { names, clusters: completeness.clusters.length }
    }
    expect(await document('pools --region us-east-1')).toMatchObject({ names: ['us-east-1-control-plane'] })
    const { names, clusters } = await document('pools --pool st-pool-b')
    expect(names).toEqual(['st-pool-b'])
    expect(clusters).toBeLessThan(9)
  })

  it.each([
    ['pools', 60],
    ['pools', 100],
    ['pools show st-pool-a', 60],
    ['pools capacity', 60],
    ['pools impact st-pool-a', 60],
  ])('%s fits into %i columns', async (line, columns) => {
    const world = { ...here, tty: true, columns, env: { NO_COLOR: '1' } }
    const golden = `pools/narrow-${columns}.${line.split(' ')[1] ?? 'overview'}`
    // Not stderr: on a slow machine it contains progress messages.
    const { stdout } = await runCli(words(`${line} --demo ${TROUBLED}`), world)
    await expect(stdout).toMatchFileSnapshot(join(ROOT, 'test', 'golden', `${golden}.txt`))
    const widest = Math.max(...stdout.split('\n').map((text) => [...text].length))
    expect(widest).toBeLessThanOrEqual(columns)
  })
})
