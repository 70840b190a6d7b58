// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Interrupted } from '../../src/lib/cli/process/interrupted.ts'
import { renderKubeconfig } from '../../src/lib/embedded/scenario/kubeconfig.ts'
import type { Json } from '../contract/api.ts'
import { expectGolden } from '../harness/golden.ts'
import { type Ran, ROOT, runCli, type World, words } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { type Running, running } from '../lib/embedded/fleet.ts'

const KEYSTONE = 'Keystone/openstack-customer-a-prod-x7k2p/keystone'

describe('logs on the demo', () => {
  test.each([
    ['service', `logs ${KEYSTONE} --tail 3 --demo healthy`],
    ['operator', `logs ${KEYSTONE} --operator --tail 2 --demo healthy`],
    ['node', 'logs Node/hv-a-017 --since 10m --demo healthy'],
    ['previous', `logs ${KEYSTONE} --previous --timestamps --demo healthy`],
    ['grep', `logs ${KEYSTONE} --grep WARNING --no-prefix --demo healthy`],
    ['nothing', `logs ${KEYSTONE} --grep nonsense --demo healthy`],
    ['claim', 'logs customer-a-prod --since 1m --demo healthy'],
    ['no-pods', 'logs Deployment/openstack-customer-a-prod-x7k2p/placement --demo healthy'],
    ['unknown', 'logs Keystone/keyston --demo healthy'],
    ['container', `logs ${KEYSTONE} --container keyston --demo healthy`],
  ])('%s', (name, line) => expectGolden(`logs/${name}`, line, { cwd: ROOT }).then(() => {}))

  test('the agents of a Hypervisor are those of its node', async () => {
    const names = async (kind: string) => (await runCli(words(`logs ${kind}/hv-a-017 -o name --demo healthy`))).stdout
    expect(await names('Hypervisor')).toBe(await names('Node'))
    expect((await names('Node')).split('\n')).toHaveLength(7)
  })

  test('-o jsonl is one document per line and one at the end; -o json is one document', async () => {
    const { stdout } = await runCli(words(`logs ${KEYSTONE} --tail 2 -o jsonl --demo healthy`))
    const documents: Json[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(documents.map(({ kind }) => kind)).toEqual([...Array(6).fill('LogsRow'), 'LogsSummary'])
    const times = documents.slice(0, -1).map(({ row }) => row.time)
    expect(times).toEqual([...times].sort())
    const whole = JSON.parse((await runCli(words(`logs ${KEYSTONE} --tail 2 -o json --demo healthy`))).stdout)
    expect(whole.lines).toEqual(documents.slice(0, -1).map(({ row }) => row))
    expect(whole).toMatchObject({ kind: 'Logs', exitCode: 0, sources: [{ lines: 2 }, { lines: 2 }, { lines: 2 }] })
  })

  test.each([
    [`logs ${KEYSTONE} -f --previous`, '--previous and --follow are mutually exclusive'],
    [`logs ${KEYSTONE} -f -o json`, 'is not supported with --follow'],
    [`logs ${KEYSTONE} --grep (`, 'invalid regular expression'],
    [`logs ${KEYSTONE} --tail -2`, 'tail'],
    [`logs ${KEYSTONE} --since soon`, 'invalid duration "soon"'],
    ['logs Keyston/keystone', 'Keyston'],
    ['logs', 'missing argument: OBJECT'],
  ])('%s: exit 2', async (line, expected) => {
    const { code, stdout, stderr } = await runCli([...words(line), '--demo', 'healthy'])
    expect([code, `${stdout}${stderr}`]).toEqual([line.includes('Keyston/') ? 8 : 2, expect.stringContaining(expected)])
  })
})

const meta = (kind: string, name: string, owner?: string, ownerKind = 'Deployment') =>
  `kind: ${kind}\nmetadata: { name: ${name}, namespace: ns, uid: ${kind}-${name}, creationTimestamp: 2026-11-16T11:00:00Z${owner ? `, ownerReferences: [{ apiVersion: apps/v1, kind: ${ownerKind}, name: ${owner}, uid: ${ownerKind}-${owner}, controller: true }]` : ''} }`
const podYaml = (
  name: string,
  more = '{ name: main, restartCount: 0, state: { running: {} } }',
  spec = '[{ name: main }]',
) =>
  `apiVersion: v1\n${meta('Pod', name, 'web-1', 'ReplicaSet')}\nspec: { containers: ${spec} }\nstatus: { phase: Running, containerStatuses: [${more}] }\n`
const WEB = [
  'apiVersion: v1\nkind: Namespace\nmetadata: { name: ns }\n',
  `apiVersion: apps/v1\n${meta('Deployment', 'web')}\nspec: { replicas: 1, template: { spec: { containers: [{ name: main, image: x }] } } }\nstatus: { readyReplicas: 1 }\n`,
  `apiVersion: apps/v1\n${meta('ReplicaSet', 'web-1', 'web')}\nspec: { replicas: 1 }\n`,
]
const PODS = '/api/v1/namespaces/ns/pods'
const podBody = (name: string, uid = 'ReplicaSet-web-1') => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'ns',
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', uid, controller: true }],
  },
  spec: { containers: [{ name: 'main', image: 'x' }] },
})
const RUNNING = { phase: 'Running', containerStatuses: [{ name: 'main', restartCount: 0, state: { running: {} } }] }

/** A cluster with one Deployment and these Pods. */
async function web(pods: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<Running> {
  return running({ 'control-plane.eu.yaml': [...WEB, ...pods].join('---\n'), ...files }, { clock: 'running' })
}

/** Runs logs on the fleet with the token of a user. */
async function logs(fleet: Running, argv: readonly string[], world: World = {}, token?: string): Promise<Ran> {
  const { url, ca, token: own } = fleet.cluster('control-plane.eu')
  const clusters = [{ roles: ['control-plane=eu'], kubeconfig: 'cp', context: 'it' }]
  const home = tempFolder({
    cp: renderKubeconfig([{ context: 'it', url, ca, token: token ?? own }]),
    'config.yaml': JSON.stringify({ current: 'x', profiles: { x: { clusters } } }),
  })
  return runCli(['logs', ...argv], { ...world, home, env: { C5C3_CONFIG: join(home, 'config.yaml') } })
}

/** Follows the logs and runs each step once its text has been printed. */
async function follow(
  fleet: Running,
  steps: readonly (readonly [string, () => void | Promise<void>])[],
  argv = ['Deployment/web'],
) {
  const stop = new AbortController()
  const all = { stdout: '', stderr: '' }
  let at = 0
  const check = () => {
    const step = steps[at]
    if (!step || !`${all.stderr}${all.stdout}`.includes(step[0])) return
    at += 1
    void (async () => {
      await step[1]()
      if (at === steps.length) stop.abort(new Interrupted('SIGINT', 130))
      check()
    })()
  }
  const ran = await logs(fleet, [...argv, '-f'], {
    signal: stop.signal,
    onStdout: (text) => {
      all.stdout = text
      check()
    },
    onStderr: (text) => {
      all.stderr = text
      check()
    },
  })
  return {
    ...ran,
    lines: ran.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^control-plane\/eu\//, '')),
  }
}

describe('several Pods', () => {
  const state = '{ name: main, restartCount: 0, state: { running: {} } }'
  const failing = (name: string) =>
    podYaml(name).replace('phase: Running,', 'phase: Running, conditions: [{ type: Ready, status: "False" }],')

  test('lines of failing Pods come first, each group by time', async () => {
    const fleet = await web([podYaml('a'), failing('b')])
    fleet.cluster('control-plane.eu').say('ns/a/main', 'works\n')
    fleet.cluster('control-plane.eu').say('ns/b/main', 'broken\n')
    const { stdout } = await logs(fleet, ['Deployment/web', '--no-prefix'])
    expect(stdout).toBe('broken\nworks\n')
  })

  test('completed Pods are left out unless nothing else is there', async () => {
    const done = podYaml('done', state).replace('phase: Running', 'phase: Succeeded')
    const fleet = await web([podYaml('a'), done])
    fleet.cluster('control-plane.eu').say('ns/a/main', 'works\n')
    fleet.cluster('control-plane.eu').say('ns/done/main', 'all tests passed\n')
    expect((await logs(fleet, ['Deployment/web', '--no-prefix'])).stdout).toBe('works\n')
    const alone = await web([done])
    alone.cluster('control-plane.eu').say('ns/done/main', 'all tests passed\n')
    expect((await logs(alone, ['Deployment/web', '--no-prefix'])).stdout).toBe('all tests passed\n')
  })
})

describe('following', () => {
  const say = (fleet: Running, pod: string, text: string) =>
    fleet.cluster('control-plane.eu').say(`ns/${pod}/main`, text)

  test('a broken connection continues without gap or repetition', async () => {
    const fleet = await web([podYaml('a')])
    const { code, lines, stderr } = await follow(fleet, [
      ['', () => say(fleet, 'a', 'one\ntwo\n')],
      ['two', () => fleet.cluster('control-plane.eu').disconnect()],
      ['the connection broke', () => say(fleet, 'a', 'three\n')],
      ['three', () => say(fleet, 'a', 'four\n')],
      ['four', () => {}],
    ])
    expect(lines).toEqual(['a  one', 'a  two', 'a  three', 'a  four'])
    expect(stderr).toContain('control-plane/eu/a: read on, nothing was missed')
    expect(code).toBe(130)
  })

  test('Pods that come and go are followed, also those of a new ReplicaSet; others are not', async () => {
    const fleet = await web([podYaml('a')])
    const api = fleet.api('control-plane.eu')
    const { lines } = await follow(fleet, [
      ['', () => say(fleet, 'a', 'from a\n')],
      [
        'from a',
        async () => {
          await api.delete(`${PODS}/a`)
          await api.post(PODS, podBody('stranger', 'somebody-else'))
          say(fleet, 'stranger', 'not ours\n')
          await api.post('/apis/apps/v1/namespaces/ns/replicasets', {
            apiVersion: 'apps/v1',
            kind: 'ReplicaSet',
            metadata: {
              name: 'web-2',
              ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'Deployment-web' }],
            },
            spec: { selector: {}, template: {} },
          })
          const { body } = await api.get('/apis/apps/v1/namespaces/ns/replicasets/web-2')
          await api.post(PODS, podBody('b', body.metadata.uid))
          await api.patch('merge', `${PODS}/b/status`, { status: RUNNING })
          say(fleet, 'b', 'from b, all of it\n')
        },
      ],
      ['all of it', () => {}],
    ])
    expect(lines).toEqual(['a  from a', 'b  from b, all of it'])
  })

  test('a restarted container continues, including the last lines before its restart', async () => {
    const fleet = await web([podYaml('a')])
    const cluster = fleet.cluster('control-plane.eu')
    const { lines } = await follow(fleet, [
      ['', () => say(fleet, 'a', 'first life\n')],
      [
        'first life',
        async () => {
          cluster.restart('ns/a/main')
          say(fleet, 'a', 'second life\n')
          const containerStatuses = [
            { name: 'main', restartCount: 1, state: { running: {} }, lastState: { terminated: { exitCode: 1 } } },
          ]
          await fleet.api('control-plane.eu').patch('merge', `${PODS}/a/status`, { status: { containerStatuses } })
        },
      ],
      ['second life', () => {}],
    ])
    expect(lines).toEqual(['a  first life', 'a  second life'])
  })

  test('ends when a Job completes', async () => {
    const fleet = await running(
      { 'control-plane.eu.yaml': WEB[0] ?? '', 'control-plane.eu.logs/ns/sync.log': 'begun\ndone\n' },
      { controllers: true },
    )
    await fleet.api('control-plane.eu').post('/apis/batch/v1/namespaces/ns/jobs', {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'sync' },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'sync', image: 'x' }] } } },
    })
    const { code, stdout } = await logs(fleet, ['Job/sync', '-f'])
    expect(code).toBe(0)
    expect(stdout.split('\n').map((line) => line.split('  ')[1])).toEqual(['begun', 'done', undefined])
  })
})

describe('logs that cannot be read', () => {
  const KINDS = ['namespaces', 'pods', 'deployments', 'replicasets', 'jobs', 'statefulsets', 'daemonsets']
  const READ = { verbs: ['get', 'list', 'watch'], groups: ['*'], resources: KINDS }

  test('a forbidden log is reported, exit 3; also while following', async () => {
    const fleet = await web([podYaml('a')], { 'control-plane.eu.logs/ns/a.log': 'secret words\n' })
    const token = fleet.cluster('control-plane.eu').addUser('viewer', [READ])
    const { code, stdout, stderr } = await logs(fleet, ['Deployment/web'], {}, token)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain('forbidden: get pods/log/a in ns')
    const followed = await logs(fleet, ['Deployment/web', '-f'], {}, token)
    expect([followed.code, followed.stderr]).toEqual([3, expect.stringContaining('forbidden: get pods/log/a in ns')])
    const blind = fleet
      .cluster('control-plane.eu')
      .addUser('blind', [{ ...READ, resources: ['namespaces', 'deployments'] }])
    for (const flags of [[], ['-f']])
      expect(await logs(fleet, ['Deployment/web', ...flags], {}, blind)).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('forbidden: list pods'),
      })
    const allowed = await logs(fleet, ['Deployment/web', '--allow-incomplete'], {}, token)
    expect(allowed.code).toBe(0)
  })

  test('a container that has not started shows the reason, and a terminated one its whole log', async () => {
    const waiting = '{ name: main, restartCount: 0, state: { waiting: { reason: ImagePullBackOff } } }'
    const fleet = await web([podYaml('a', waiting), podYaml('b')], { 'control-plane.eu.logs/ns/b.log': 'fine\n' })
    const { code, stdout, stderr } = await logs(fleet, ['Deployment/web'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'control-plane/eu/b  fine\n' })
    expect(stderr).toContain('control-plane/eu/a/main has not started: ImagePullBackOff')
  })

  test('several containers are distinguished, and one can be selected', async () => {
    const spec = '[{ name: main }, { name: side }]'
    const states = ['main', 'side'].map((name) => `{ name: ${name}, restartCount: 0, state: { running: {} } }`).join()
    const fleet = await web([podYaml('a', states, spec)], {
      'control-plane.eu.logs/ns/a.main.log': '2026-11-16T11:00:02Z two\n',
      'control-plane.eu.logs/ns/a.side.log': '2026-11-16T11:00:01Z one\n2026-11-16T11:00:03Z three\u001b[2J\n',
    })
    expect((await logs(fleet, ['Deployment/web'])).stdout).toBe(
      'control-plane/eu/a/side  one\ncontrol-plane/eu/a/main  two\ncontrol-plane/eu/a/side  three\\u{1b}[2J\n',
    )
    expect((await logs(fleet, ['Pod/a', '-c', 'main'])).stdout).toBe('control-plane/eu/a  two\n')
  })
})
