// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import type { EventsReport } from '../../src/lib/reports/events/report.ts'
import { eventsReport } from '../../src/lib/reports/events/report.ts'
import { eventsForms } from '../../src/lib/reports/events/view.ts'
import '../harness/demos.ts'
import '../harness/shared-observations.ts'
import { expectGolden, expectGoldenJson } from '../harness/golden.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'
import { type Document, expectValid } from '../harness/schemas.ts'

const here = { cwd: ROOT }
const NEWS = './test/fleets-small/news'

/** Golden → command line and exit code. */
const ASKED = [
  ['all', 'events --demo database-down', 0],
  ['claim', 'events customer-a-prod --demo database-down', 0],
  ['since', 'events customer-a-prod --since 1h --demo database-down', 0],
  ['pool-unreachable', 'events customer-a-prod --demo pool-unreachable', 3],
  ['region', 'events --region us-east-1 --demo healthy', 0],
  ['shapes', `events deployment/web --demo ${NEWS}`, 0],
  ['nobody', 'events deployment/wbe --demo ./test/fleets-small/news', 8],
] as const

async function report(line: string): Promise<EventsReport> {
  const { stdout } = await runCli([...words(line), '-o', 'json'], here)
  return JSON.parse(stdout) as EventsReport
}

const reasonCounts = ({ events }: EventsReport) => events.map(({ reason, count }) => `${reason} ${count}`)

describe('events', () => {
  it('counts the same objects of an OpenStack cluster as wait', async () => {
    const { objects } = await report('events customer-a-prod --demo database-down')
    const line = 'wait customer-a-prod --for healthy --timeout 1s --demo database-down'
    const [, counted] = /of (\d+) healthy/.exec((await runCli(words(line), here)).stderr) ?? []
    expect(objects).toBe(Number(counted))
  })

  it.each(ASKED)('%s: table and JSON', async (name, line, exit) => {
    expect((await expectGolden(`events/${name}`, line, here)).code).toBe(exit)
    const json = await expectGoldenJson(`events/${name}`, line, here)
    expect(json.code).toBe(exit)
    expectValid(JSON.parse(json.stdout) as Document, name)
  })

  it('wide shows the time and the reporting component', async () => {
    await expectGolden('events/shapes.wide', `events deployment/web -o wide --demo ${NEWS}`, here)
  })

  it('a repeated event is one row, however it is counted; other events of its namespace are not shown', async () => {
    const seen = await report(`events deployment/web --demo ${NEWS}`)
    expect(reasonCounts(seen)).toEqual(['Odd 1', 'DeploymentRollbackFailed 1', 'ScalingReplicaSet 1', 'Unhealthy 10'])
    const [, before, , repeated] = seen.events
    expect(before?.earlier).toBe(true)
    expect(repeated).toMatchObject({ first: '2026-11-16T11:42:00Z', time: '2026-11-16T11:52:00Z' })
  })

  it('--types and --since filter; an event without a time is outside of every time range', async () => {
    expect(reasonCounts(await report(`events deployment/web --types Normal --demo ${NEWS}`))).toEqual([
      'Odd 1',
      'ScalingReplicaSet 1',
    ])
    expect(reasonCounts(await report(`events deployment/web --since 9m --demo ${NEWS}`))).toEqual(['Unhealthy 10'])
    expect(reasonCounts(await report(`events --types Warning --since 2m --demo ${NEWS}`))).toEqual(['BackOff 40'])
  })

  it('shows events of a Pod, although no other command reads Pods', async () => {
    expect(reasonCounts(await report(`events pod/lonely --demo ${NEWS}`))).toEqual(['BackOff 40'])
  })

  it.each([
    ['--types Waring', 'invalid --types "Waring" (expected one of: Normal, Warning)'],
    ['--since soon', 'invalid duration "soon" (examples: 30s, 10m, 2h)'],
    ['web -l a=b', 'a name ("web") and -l are mutually exclusive'],
  ])('%s is a usage error', async (more, text) => {
    const { code, stderr } = await runCli(words(`events ${more} --demo ${NEWS}`), here)
    expect(code).toBe(2)
    expect(stderr).toContain(text)
  })

  it.each([
    ['jsonl', 5],
    ['name', 2],
    ['custom-columns=R:.reason', 5],
  ])('-o %s', async (format, lines) => {
    const { stdout } = await runCli([...words(`events deployment/web --demo ${NEWS} -o`), format], here)
    expect(stdout.trimEnd().split('\n')).toHaveLength(lines)
  })

  it('events of a fleet are one list per cluster; of an object only the clusters with its dependencies are read', async () => {
    const lists = async (line: string) => {
      const { stderr } = await runCli(words(`${line} --debug --demo healthy`), here)
      return [...stderr.matchAll(/debug: (\S+): GET \S+\/(\w+) /g)].map(([, cluster, kind]) => `${cluster} ${kind}`)
    }
    const all = await lists('events')
    expect(all.filter((text) => / (?!events|namespaces|version|apis|api|v1)\w+$/.test(text))).toEqual([])
    expect(all.filter((text) => text.endsWith(' events')).length).toBe(9)
    const one = await lists('events CephCluster/rook-ceph@st-pool-a')
    expect(one.filter((text) => text.endsWith(' events'))).toEqual(['storage.st-pool-a events'])
    expect(one.filter((text) => text.endsWith(' pods')).length).toBe(1)
  })

  it('times are corrected by the clock difference and sorted', () => {
    const cluster = (name: string) => ({ uid: name, name, roles: [] })
    const event = (name: string, lastTimestamp: string) => ({
      cluster: cluster(name),
      object: {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name },
        involvedObject: { apiVersion: 'v1', kind: 'Node', name, uid: name },
        type: 'Normal',
        reason: name,
        lastTimestamp,
      },
    })
    const input = {
      snapshot: {
        takenAt: Date.parse('2026-11-16T12:00:00Z'),
        clusters: ['near', 'ahead'].map((name) => ({ cluster: cluster(name), label: name })),
        resources: [],
        readings: [],
        gaps: [],
        addresses: new Map(),
      },
      events: [event('ahead', '2026-11-16T12:00:30Z'), event('near', '2026-11-16T11:59:50Z')],
      skews: new Map([
        ['near', 900],
        ['ahead', 60_000],
      ]),
      types: [],
      scope: {},
      allowIncomplete: false,
    }
    const seen = eventsReport(input)
    expect(seen.events.map(({ time, age }) => [time, age])).toEqual([
      ['2026-11-16T11:59:30Z', '30s'],
      ['2026-11-16T11:59:50Z', '10s'],
    ])
    expect(seen.clocks).toEqual([{ cluster: 'ahead', skew: 60_000 }])
    expect(JSON.stringify(eventsForms.view(seen))).toContain('the clock of ahead is 60s ahead of ours')
  })
})
