// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CheckReport } from '../../src/lib/reports/check/report.ts'
import type { HypervisorsReport } from '../../src/lib/reports/hypervisors/report.ts'
import type { HypervisorReport } from '../../src/lib/reports/hypervisors/show.ts'
import '../harness/demos.ts'
import { expectGolden, expectGoldenJson } from '../harness/golden.ts'
import { kubeconfigFor, small, startLandscape } from '../harness/landscape.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'
import { type Document, expectValid } from '../harness/schemas.ts'
import { tempFolder } from '../harness/temp-folder.ts'

const here = { cwd: ROOT }
const SMALL = './test/fleets-small/hypervisors'
const mode = (name: string) => `./test/modes/${name}`

/** Golden → command line, scenario and exit code. */
const ANSWERS = [
  ['healthy', 'hypervisors', 'healthy', 0],
  ['one-cluster', 'hypervisors', 'one-cluster', 0],
  ['hypervisor-draining', 'hypervisors', 'hypervisor-draining', 0],
  ['pool-unreachable', 'hypervisors', 'pool-unreachable', 0],
  ['node-gone', 'hypervisors', mode('F27'), 1],
  ['drain-held', 'hypervisors', mode('F28'), 0],
  ['eviction-failing', 'hypervisors', mode('F31'), 1],
  ['agent-not-ready', 'hypervisors', mode('F36'), 1],
  ['chassis-lost', 'hypervisors', mode('F37'), 1],
  ['cell-short', 'hypervisors', mode('F38'), 1],
  ['labels-not-injected', 'hypervisors', mode('F118'), 1],
  ['agent-missing', 'hypervisors', mode('F124'), 1],
  ['agent-narrow', 'hypervisors', mode('F124-narrow'), 1],
  ['without-claims', 'hypervisors', SMALL, 1],
  ['show-healthy', 'hypervisors show hv-a-001', 'healthy', 0],
  ['show-draining', 'hypervisors show hv-a-017', 'hypervisor-draining', 0],
  ['show-eviction-failing', 'hypervisors show hv-a-002', mode('F31'), 1],
  ['show-agent-not-ready', 'hypervisors show hv-a-002', mode('F36'), 1],
  ['show-agent-narrow', 'hypervisors show hv-a-002', mode('F124-narrow'), 1],
  ['show-agents', 'hypervisors show hv-a-017', 'healthy', 0],
  ['show-without-hypervisor', 'hypervisors show kvm-3', SMALL, 1],
] as const

const json = async <T>(line: string, world: object = here) =>
  JSON.parse((await runCli([...words(line), '-o', 'json'], world)).stdout) as T

describe('hypervisors', () => {
  it.each(ANSWERS)('%s: table, wide and JSON', async (name, line, demo, exit) => {
    const command = `${line} --demo ${demo}`
    expect((await expectGolden(`hypervisors/${name}`, command, here)).code).toBe(exit)
    expect((await expectGolden(`hypervisors/${name}.wide`, `${command} -o wide`, here)).code).toBe(exit)
    const ran = await expectGoldenJson(`hypervisors/${name}`, command, here)
    expect(ran.code).toBe(exit)
    expectValid(JSON.parse(ran.stdout) as Document, name)
  })

  it.each([
    ['healthy', 'hypervisors --demo healthy', 60],
    ['healthy', 'hypervisors --demo healthy', 140],
    ['one-cluster', 'hypervisors --demo one-cluster', 60],
    ['one-cluster', 'hypervisors --demo one-cluster', 140],
    ['draining', 'hypervisors --demo hypervisor-draining', 60],
    ['draining', 'hypervisors --demo hypervisor-draining', 140],
    ['eviction-failing', `hypervisors --demo ${mode('F31')}`, 60],
    ['eviction-failing', `hypervisors --demo ${mode('F31')}`, 140],
    ['show-draining', 'hypervisors show hv-a-017 --demo hypervisor-draining', 60],
    ['show-draining', 'hypervisors show hv-a-017 --demo hypervisor-draining', 140],
  ])('%s: %s fits into %i columns', async (name, line, columns) => {
    const { stdout } = await runCli(words(line), { ...here, tty: true, columns, env: { NO_COLOR: '1' } })
    if (columns > 60)
      await expect(stdout).toMatchFileSnapshot(join(ROOT, 'test', 'golden', 'hypervisors', `${name}.${columns}.txt`))
    expect(Math.max(...stdout.split('\n').map((text) => [...text].length))).toBeLessThanOrEqual(columns)
  })

  it.each([
    ['a pool that is not there', 'hypervisors --pool hv-pool-aa', 'hv-pool-a'],
    ['a node that is not there', 'hypervisors show hv-a-0011', 'hv-a-001'],
  ])('%s is exit 8 with the closest names', async (_, line, name) => {
    const { code, stdout, stderr } = await runCli([...words(line), '--demo', 'healthy'], here)
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^error: hypervisor.* not found\\nhint: did you mean: ${name}`))
  })

  it('one name in two clusters is a usage error with both', async () => {
    const { code, stderr } = await runCli(words(`hypervisors show kvm-1 --demo ${SMALL}`), here)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'error: "kvm-1" is ambiguous (2 matches)\nhint: kvm-1@hypervisor/hv-x\nhint: kvm-1@hypervisor/hv-y\n',
    })
  })

  it('--pool limits what is read, also for a pool without a claim; -l filters by labels', async () => {
    const claimed = await json<HypervisorsReport>('hypervisors --pool hv-pool-a --demo healthy')
    expect(claimed.pools.map(({ name }) => name)).toEqual(['hv-pool-a'])
    expect(claimed.completeness.clusters.map(({ name }) => name)).not.toContain('hypervisor/hv-pool-compliance')
    const bare = await json<HypervisorsReport>(`hypervisors --pool hv-y --demo ${SMALL}`)
    expect(bare.hosts.map(({ name, pool }) => `${name} ${pool}`)).toEqual(['kvm-1 hv-y'])
    const labelled = await json<HypervisorsReport>(`hypervisors -l disk=local --demo ${SMALL}`)
    expect(labelled.hosts.map(({ name }) => name)).toEqual(['kvm-1', 'kvm-2'])
    expect(labelled.pools.map(({ name }) => name)).toEqual(['hv-x'])
    expect((await runCli(words(`hypervisors -l disk=none --demo ${SMALL}`), here)).code).toBe(8)
  })

  it('-o name prints arguments for show, and -o jsonl has one line each', async () => {
    const { stdout } = await runCli(words('hypervisors -o name --demo healthy'), here)
    expect(stdout.split('\n')).toContain('hv-a-001@hypervisor/hv-pool-a')
    expect((await runCli(words('hypervisors show hv-a-001@hypervisor/hv-pool-a --demo healthy'), here)).code).toBe(0)
    expect((await runCli(words('hypervisors -o jsonl --demo healthy'), here)).stdout.trim().split('\n')).toHaveLength(
      71,
    )
  })

  it('reads only kinds of hosts, and Pods only for one node', async () => {
    const listsOf = async (line: string) => {
      const { stderr } = await runCli([...words(line), '--debug', '--demo', 'healthy'], here)
      return [...stderr.matchAll(/debug: (\S+): GET \/apis?\/(?:[^/\s]+\/)?v[^/\s]+\/(\w+(?:\?\S*)?) /g)]
        .filter(([, , resource]) => resource !== 'namespaces')
        .map(([, cluster, resource]) => `${cluster} ${resource}`)
    }
    const all = await listsOf('hypervisors')
    expect(all.filter((text) => text.startsWith('storage') || text.startsWith('garden'))).toEqual([])
    expect(all.filter((text) => text.startsWith('hypervisor.hv-pool-a ')).sort()).toEqual(
      [
        'daemonsets',
        'deployments',
        'evictions',
        'hypervisors',
        'migrations',
        'nodes',
        'ovnchassis',
        'poddisruptionbudgets',
      ].map((resource) => `hypervisor.hv-pool-a ${resource}`),
    )
    const one = await listsOf('hypervisors show hv-a-001')
    expect(one.filter((text) => text.endsWith(' pods'))).toHaveLength(2)
    expect(one.length).toBe(all.length + 2)
  })

  it('a profile configures the DaemonSets of agents; Pods show their state on a host', async () => {
    const fleet = await startLandscape(small('hypervisors'))
    const keys = ['management', 'hypervisor.hv-x']
    const agents = {
      'nova-compute': 'part=alpha',
      'ovn-controller': 'part=beta',
      'ovs-vswitchd': 'part=gamma',
      'ovs-agent': 'part=delta',
      'ha-agent': 'part in (epsilon)',
      'kvm-node-agent': 'part=zeta',
    }
    const clusters = [
      { roles: ['management'], context: 'management' },
      { roles: ['hypervisor=hv-x'], context: 'hypervisor.hv-x' },
    ]
    const home = (value: unknown) =>
      tempFolder({
        '.kube/config': kubeconfigFor(fleet, keys),
        '.config/c5c3/config.yaml': JSON.stringify({
          current: 'prod',
          profiles: { prod: { clusters, agents: value } },
        }),
      })
    const shown = async (node: string) =>
      (await json<HypervisorReport>(`hypervisors show ${node}`, { home: home(agents) })).agents.map(
        ({ name, state, detail, lackingLabels }) =>
          `${name} ${state}: ${detail}${lackingLabels.length > 0 ? ' !' : ''}`,
      )
    expect(await shown('kvm-1')).toEqual([
      'nova-compute healthy: its Pod is ready',
      'ovn-controller failed: CrashLoopBackOff: back-off 5m0s restarting failed container',
      'ovs-vswitchd failed: no Pod of it on this node',
      'ovs-agent healthy: its Pod is ready !',
      'ha-agent healthy: its Pod is ready',
      'kvm-node-agent healthy: its Pod is ready',
    ])
    expect((await shown('kvm-3')).at(-1)).toBe('kvm-node-agent failed: its DaemonSet does not select this node')
    const { pools } = await json<HypervisorsReport>('hypervisors', { home: home(agents) })
    expect(pools[0]?.agents.map(({ name, state }) => `${name} ${state}`)).toContain('ovn-controller degraded')
    expect(pools[0]?.agents[0]?.versions).toEqual(['1.2.3'])
    const checked = async (value: unknown) =>
      (await json<CheckReport>('check agent-not-ready agent-missing', { home: home(value) })).findings.map(
        ({ mode, message }) => `${mode} ${message}`,
      )
    expect(await checked(agents)).toMatchInlineSnapshot(`
      [
        "F124 the KVM node agent is placed on 2 of 3 hosts, not on kvm-3",
        "F36 ovn-controller is ready on 2 of 3 hosts",
      ]
    `)
    expect(await checked(undefined)).toMatchInlineSnapshot(`[]`)
    for (const [wrong, words] of [
      [{ 'nova-compte': 'a=b' }, 'did you mean: nova-compute?'],
      [{ 'nova-compute': 'a in (' }, 'nova-compute: cannot read "a in ("'],
      ['part=alpha', 'agents: expected a map'],
    ] as const) {
      const { code, stderr } = await runCli(['hypervisors'], { home: home(wrong) })
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(words) })
    }
  })
})
