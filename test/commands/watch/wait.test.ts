// SPDX-License-Identifier: Apache-2.0
// Objects change through the API while the command waits; its output tells the test when to continue.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deployment } from '../../../src/lib/kinds/kubernetes/deployment.ts'
import type { Gap } from '../../../src/lib/model/landscape/gap.ts'
import { FollowedSnapshot } from '../../../src/lib/pipeline/live/followed-snapshot.ts'
import { type WaitReport, waitReport } from '../../../src/lib/reports/wait/report.ts'
import '../../harness/demos.ts'
import { type Shop, startShop, WEB } from '../../harness/fleet-with-clock.ts'
import { expectGolden } from '../../harness/golden.ts'
import { type Ran, ROOT, runCli, words } from '../../harness/run-cli.ts'
import { type Document, expectValid } from '../../harness/schemas.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

const here = { cwd: ROOT }

let fleet: Shop
let home: string

beforeAll(async () => {
  fleet = await startShop()
  home = fleet.home
})

afterAll(() => fleet.close())

const send: Shop['send'] = (...words) => fleet.send(...words)

const ready = (replicas: number) =>
  send('PATCH', `${WEB}/status`, {
    status: {
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

const web = () =>
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

/** Runs wait, and calls act once its output matches. */
async function waiting(
  line: string,
  pattern: RegExp,
  act: () => Promise<unknown>,
): Promise<Ran & { report: WaitReport }> {
  let acted: Promise<unknown> | undefined
  const onStderr = (text: string) => {
    if (pattern.test(text)) acted ??= act()
  }
  const ran = await runCli(words(`wait ${line} -o json`), { home, now: fleet.now, onStderr })
  await acted
  expect(acted, `never said: ${ran.stderr}${ran.stdout}`).toBeDefined()
  const report = JSON.parse(ran.stdout) as WaitReport
  expect(report.exitCode).toBe(ran.code)
  expectValid(report as unknown as Document, line)
  return { ...ran, report }
}

describe('wait, while something changes', () => {
  beforeEach(async () => {
    await ready(0)
  })

  it('ends when the object is healthy', async () => {
    const { code, report, stderr } = await waiting('deployment/web --for healthy', /0s {2}Deployment/, () => ready(1))
    expect({ code, outcome: report.outcome, verdict: report.verdict }).toEqual({
      code: 0,
      outcome: 'met',
      verdict: 'healthy',
    })
    expect(stderr).toMatch(
      /waiting for healthy, at most 5m:\n {2}Deployment shop\/web @control-plane\/eu-de-1 \(uid d-1\)/,
    )
    expect(stderr).toContain('Deployment shop/web: met (1 of 1 healthy)')
  })

  it('ends when a condition is met, and a field', async () => {
    const condition = await waiting('deployment/web --for condition=available', /Available is False/, () => ready(1))
    expect(condition.code).toBe(0)
    await ready(0)
    const path = await waiting('deployment/web --for jsonpath={.status.readyReplicas}=3', /the value is 0/, () =>
      ready(3),
    )
    expect(path.code).toBe(0)
    expect(path.report.objects[0]?.says).toBe('the value is 3')
  })

  it('of several --for ends when all are met, not only one', async () => {
    const goals = '--for condition=available --for jsonpath={.status.readyReplicas}=3'
    const half = await waiting(`deployment/web ${goals} --timeout 300ms`, /Available is False/, () => ready(1))
    expect(half).toMatchObject({
      code: 6,
      report: { for: 'condition=available and jsonpath={.status.readyReplicas}=3' },
    })
    expect(half.report.objects[0]).toMatchObject({ outcome: 'waiting', says: 'the value is 1' })
    await ready(0)
    const line = `deployment/web --for healthy ${goals}`
    const { code, report } = await waiting(line, /0s {2}Deployment/, () => ready(3))
    expect(code).toBe(0)
    expect(report.objects[0]?.says).toContain('the value is 3')
  })

  it('ends when all of several are healthy, not only one', async () => {
    const line = 'deployment/web deployment/idle --for jsonpath={.status.readyReplicas} --timeout 300ms'
    const { code, report } = await waiting(line, /Deployment shop\/web: met/, async () => {})
    expect(code).toBe(6)
    expect(report.objects.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual(['web met', 'idle waiting'])
    expect(report.why.map(({ subject }) => subject.name)).toEqual(['idle'])
  })

  it('an object recreated with the same name is not the old one', async () => {
    const again = async () => {
      await send('DELETE', WEB)
      await web()
    }
    const never = await waiting('deployment/web --for healthy', /0s {2}Deployment/, again)
    expect(never.code).toBe(1)
    expect(never.report.objects[0]).toMatchObject({ uid: 'd-1', outcome: 'impossible' })
    expect(never.report.objects[0]?.says).toMatch(/^deleted/)
    const gone = await waiting('deployment/web --for deleted', /not deleted yet/, again)
    expect(gone.code).toBe(0)
    const none = await runCli(words('wait deployment/nobody --for delete'), { home })
    expect({ code: none.code, stderr: none.stderr }).toEqual({ code: 0, stderr: 'none of the objects exists\n' })
  })
})

describe('wait', () => {
  it.each([
    ['healthy', 'wait customer-a-prod --for healthy --demo healthy', 0],
    ['phase', 'wait customer-a-prod --for phase=7 --demo healthy', 0],
    ['phase-done', 'wait customer-d-prod --for phase=1 --demo mid-provisioning --timeout 300ms', 6],
    ['condition', 'wait customer-a-prod --for condition=Ready --demo healthy', 0],
    ['deadline', 'wait customer-a-prod --for healthy --timeout 300ms --demo database-down', 6],
    ['off', 'wait deployment/idle --for healthy --demo ./test/fleets-small/news', 1],
    ['nobody', 'wait deployment/wbe --for healthy --demo ./test/fleets-small/news', 8],
    ['hidden', 'wait cephcluster/rook-ceph@st-pool-a --for healthy --demo pool-unreachable', 7],
    ['no-phases', 'wait deployment/web --for phase=2 --demo ./test/fleets-small/news', 2],
  ])('%s', async (name, line, exit) => {
    expect((await expectGolden(`wait/${name}`, line, here)).code).toBe(exit)
  })

  it.each([
    ['deadline', 'wait customer-a-prod --for healthy --timeout 300ms --demo database-down'],
    ['off', 'wait deployment/idle --for healthy --demo ./test/fleets-small/news'],
  ])('%s as JSON', async (name, line) => {
    const { stdout, code } = await runCli([...words(line), '-o', 'json'], here)
    const report = JSON.parse(stdout) as WaitReport
    expect(report.exitCode).toBe(code)
    expectValid(report as unknown as Document, name)
  })

  it.each([
    ['helthy', 'hint: did you mean: healthy?'],
    ['phase=8', 'unknown phase "8"'],
    ['condition=', 'use --for healthy, deleted'],
    ['condition=A=B=C', 'use --for healthy, deleted'],
    ['jsonpath={.a[}', 'JSONPath'],
  ])('--for %s is a usage error before any request', async (text, pattern) => {
    const { code, stderr } = await runCli(['wait', 'x', '--for', text], { home: tempFolder() })
    expect(code).toBe(2)
    expect(stderr).toContain(pattern)
  })

  it('reads only the kind it waits for, and starts no watch if the condition is already met', async () => {
    const { stderr } = await runCli(words('wait deployment/idle --for jsonpath=.status.observedGeneration=1 --debug'), {
      home,
    })
    const lists = [...stderr.matchAll(/GET (\S+) /g)].map(([, path]) => path ?? '')
    expect(lists.filter((path) => /^\/apis\/[^/]+\/[^/]+\/./.test(path))).toEqual(['/apis/apps/v1/deployments'])
  })
})

describe('at the timeout', () => {
  const row = { kind: 'Deployment', name: 'a', cluster: 'c', state: 'unknown', says: '' } as const
  const seen = (gaps: readonly Gap[]) => ({
    snapshot: { takenAt: 0, clusters: [], resources: [], readings: [], gaps, addresses: new Map() },
    goal: 'healthy',
    why: [],
  })
  const gap = { cluster: 'c', kind: 'Deployment.apps', fault: 'unreachable', message: 'no answer' } as const

  it.each([
    [[], 6],
    [[gap], 7],
    [[{ ...gap, cluster: 'other' }], 6],
    [[{ ...gap, kind: 'Pod' }], 6],
    [[{ ...gap, fault: 'forbidden' as const }], 6],
  ])('an unreachable cluster of the object is reported: %j', (gaps, exit) => {
    expect(waitReport({ ...seen(gaps), rows: [{ ...row, outcome: 'waiting' }] }).exitCode).toBe(exit)
    expect(waitReport({ ...seen(gaps), rows: [{ ...row, outcome: 'met' }] }).exitCode).toBe(0)
  })
})

describe('a followed object', () => {
  const cluster = { uid: 'c', name: 'c', roles: [] }
  const seen = { cluster, label: 'c' }
  const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a', namespace: 'n', uid: '1' } }
  const base = {
    takenAt: 0,
    clusters: [seen],
    resources: [{ cluster, object }],
    readings: [{ cluster: 'c', kind: 'Deployment.apps', outcome: 'read' as const }],
    gaps: [],
    addresses: new Map(),
  }
  const listing = { items: [object], apiVersion: 'apps/v1', verified: true, resourceVersion: '1', failures: [] }

  it('is unknown while its watch is broken, and known again afterwards', () => {
    const followed = new FollowedSnapshot(base)
    const names = () => followed.snapshot(1).resources.map(({ object: { metadata } }) => metadata.name)
    followed.apply(seen, deployment, { type: 'listed', listing })
    followed.apply(seen, deployment, {
      type: 'put',
      object: { ...object, metadata: { ...object.metadata, name: 'b' } },
    })
    expect(names()).toEqual(['a', 'b'])
    followed.apply(seen, deployment, {
      type: 'stale',
      failure: { fault: 'unreachable', message: 'gone' },
      failedTries: 1,
    })
    expect(names()).toEqual([])
    expect(followed.snapshot(1)).toMatchObject({
      gaps: [{ kind: 'Deployment.apps' }],
      readings: [{ outcome: 'failed' }],
    })
    followed.apply(seen, deployment, { type: 'live' })
    followed.apply(seen, deployment, { type: 'deleted', object })
    expect(names()).toEqual(['b'])
    expect(followed.snapshot(1).gaps).toEqual([])
  })
})
