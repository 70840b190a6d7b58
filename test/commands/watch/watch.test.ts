// SPDX-License-Identifier: Apache-2.0
// Objects change through the API while a command watches; its output tells the test when to continue.
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Interrupted } from '../../../src/lib/cli/process/interrupted.ts'
import { systemClock } from '../../../src/lib/cluster/transport/clock.ts'
import '../../harness/demos.ts'
import { type Shop, startShop, WEB } from '../../harness/fleet-with-clock.ts'
import { stable } from '../../harness/golden.ts'
import { type Ran, ROOT, runCli, words } from '../../harness/run-cli.ts'

/** Pauses are real but the time is constant, so that the output does not depend on the speed of the machine. */
const clock = { ...systemClock, now: () => 0 }

let fleet: Shop
let home: string

beforeEach(async () => {
  fleet = await startShop()
  home = fleet.home
})

afterEach(() => fleet.close())

const send: Shop['send'] = (...words) => fleet.send(...words)

const ready = (replicas: number) =>
  send('PATCH', `${WEB}/status`, {
    status: {
      observedGeneration: 3,
      updatedReplicas: 1,
      readyReplicas: replicas,
      availableReplicas: replicas,
      conditions: [
        {
          type: 'Available',
          status: replicas > 0 ? 'True' : 'False',
          reason: replicas > 0 ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
          message: 'as told',
          lastTransitionTime: '2026-11-16T11:50:00Z',
        },
      ],
    },
  })

const again = () =>
  send('POST', '/apis/apps/v1/namespaces/shop/deployments', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
    },
  })

const happened = (name: string, message: string) =>
  send('POST', '/api/v1/namespaces/shop/events', {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace: 'shop' },
    involvedObject: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web', uid: 'd-1' },
    type: 'Warning',
    reason: 'Unhealthy',
    message,
    source: { component: 'kubelet' },
    firstTimestamp: '2026-11-16T11:59:00Z',
    lastTimestamp: '2026-11-16T11:59:00Z',
    count: 1,
  })

/** Each action runs once its text was printed; after the last one a signal ends the command, if nothing else does. */
type Step = readonly [pattern: RegExp, act: () => unknown]

async function watching(line: string, steps: readonly Step[]): Promise<Ran> {
  const stop = new AbortController()
  const end = () => stop.abort(new Interrupted('SIGINT', 130))
  const left = steps.map(([pattern, act]): Step => [pattern, act === STOP ? end : act])
  const acts: Promise<unknown>[] = []
  const onStdout = (text: string) => {
    const [pattern, act] = left[0] ?? []
    if (!pattern?.test(text)) return
    left.shift()
    acts.push(Promise.resolve(act?.()))
  }
  const ran = await runCli(words(line), {
    home,
    now: fleet.now,
    clock,
    onStdout,
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(25_000)]),
  })
  await Promise.all(acts)
  expect(left, `never said: ${ran.stdout}${ran.stderr}`).toEqual([])
  return ran
}

const STOP = () => {}

async function expectText(name: string, line: string, { stdout, stderr, code }: Ran): Promise<void> {
  const notes = stderr ? ['--- stderr', stderr.trimEnd()] : []
  const text = [`$ kubectl c5c3 ${line}`, stdout.trimEnd(), ...notes, `--- exit ${code}`, ''].join('\n')
  const still = text.replace(/(?<=T12:0)\d:\d\d(?=Z {2})/g, '0:00')
  await expect(stable(still, home)).toMatchFileSnapshot(join(ROOT, 'test', 'golden', `${name}.txt`))
}

const documents = ({ stdout }: Ran) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text))

describe('a watch into a pipe', () => {
  it('prints the report, then a line for each change', async () => {
    const line = 'tree deployment/web -w'
    const ran = await watching(line, [
      [/exit 0\n/, () => ready(0)],
      [/healthy → /, () => send('DELETE', WEB)],
      [/error {4}/, again],
      [/added/, () => ready(1)],
      [/ → healthy/, STOP],
    ])
    await expectText('watch/tree-piped', line, ran)
  })

  it('prints nothing at first with --watch-only, and ends with the expected verdict', async () => {
    const ran = await watching('tree deployment/web --watch-only --until failed -o jsonl', [
      [/"WatchedCluster"/, () => ready(0)],
    ])
    const [cluster, change, verdict, summary] = documents(ran)
    expect(cluster).toMatchObject({ kind: 'WatchedCluster', change: 'added', to: 'live', node: { state: 'live' } })
    expect(change).toMatchObject({
      apiVersion: 'cli.c5c3.io/v1',
      kind: 'TreeChange',
      time: expect.stringMatching(/^2026-11-16T12:00:0/),
      change: 'changed',
      from: 'healthy',
      to: 'failed',
      node: { kind: 'Deployment', name: 'web', state: 'failed' },
    })
    expect(verdict).toMatchObject({
      apiVersion: 'cli.c5c3.io/v1',
      kind: 'WatchVerdict',
      change: 'changed',
      from: 'healthy',
      to: 'failed',
      exitCode: 1,
    })
    expect(summary).toMatchObject({ kind: 'TreeSummary', verdict: 'failed', exitCode: 1 })
    expect(ran.code).toBe(1)
  })

  it('prints events as they arrive, and repeated ones', async () => {
    const line = 'events deployment/web -w'
    const ran = await watching(line, [
      [/clusters read\n/, () => happened('web.new', 'probe failed')],
      [/probe failed/, () => send('PATCH', '/api/v1/namespaces/shop/events/web.new', { count: 7 })],
      [/7 times/, STOP],
    ])
    await expectText('watch/events-piped', line, ran)
  })

  it("exits 6 if the verdict was not reached in time, and with the last verdict's code if none was expected", async () => {
    await ready(0)
    const moving = { home, now: fleet.now }
    expect((await runCli(words('tree deployment/web --until healthy --duration 300ms'), moving)).code).toBe(6)
    expect((await runCli(words('tree deployment/web -w --duration 300ms'), moving)).code).toBe(1)
    expect((await runCli(words('tree deployment/web --until failed --duration 5m'), moving)).code).toBe(1)
  })
})

describe('commands that cannot watch', () => {
  it.each([
    ['status -w -o json', 'is not supported with -w'],
    ['status --until healthy --timeout 5s', '--timeout and -w are mutually exclusive'],
    ['status --until wonderful', 'wonderful'],
    ['status --duration never', 'invalid duration "never"'],
  ])('%s', async (line, message) => {
    const ran = await runCli(words(`${line} --demo healthy`), { cwd: ROOT })
    expect(ran.code).toBe(2)
    expect(`${ran.stdout}${ran.stderr}`).toContain(message)
  })
})
