// SPDX-License-Identifier: Apache-2.0
// Malformed fields fail no pool report and produce no invented number.
import { expect, it } from 'vitest'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import { poolCapacityReport } from '../../../src/lib/reports/pools/capacity.ts'
import { poolCapacityView } from '../../../src/lib/reports/pools/capacity-view.ts'
import { poolImpactReport } from '../../../src/lib/reports/pools/impact.ts'
import { poolImpactView } from '../../../src/lib/reports/pools/impact-view.ts'
import { poolsReport } from '../../../src/lib/reports/pools/report.ts'
import { poolReport } from '../../../src/lib/reports/pools/show.ts'
import { poolShowView } from '../../../src/lib/reports/pools/show-view.ts'
import { poolsView } from '../../../src/lib/reports/pools/view.ts'
import {
  arbiter,
  blockPool,
  cephCluster,
  claim,
  composed,
  hypervisor,
  hypervisorPool,
  monitor,
  node,
  read,
  storagePool,
  withComposite,
} from './pool-landscape.ts'

const ODD: readonly unknown[] = [undefined, null, '', 'x', -1, 1e300, true, [], [null], [1], {}, { name: [] }]

const landscape: Readonly<Record<string, readonly KubeObject[]>> = {
  management: [
    hypervisorPool('h', { labels: { dedicated: 'true', tier: 'a' }, ironcore: { machinePool: 'r' } }),
    storagePool('s', { deviceClass: 'nvme', replicationFactor: 3 }),
    withComposite(claim('t/x', ['h'], ['s']), 'x-1'),
    ...composed('x-1', { s: ['v'] }),
  ],
  'hypervisor/h': [node('n1', { labels: { dedicated: 'true' } }), hypervisor('n1', { aggregates: [{ name: 'x' }] })],
  'storage/s': [
    node('m1'),
    cephCluster({ versions: { mon: { v: 1 } }, details: { MON_DOWN: { message: '1/3 mons down' } } }),
    monitor('a', 'm1'),
    arbiter(),
    blockPool('v', { quotas: { maxSize: '10G' }, deviceClass: 'hdd', mirroring: { enabled: true } }),
  ],
}

function paths(value: unknown, prefix: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [prefix]
  return [prefix, ...Object.entries(value).flatMap(([key, child]) => paths(child, [...prefix, key]))]
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === key ? replaced(item, rest, by) : item))
  const fields = (value ?? {}) as Record<string, unknown>
  return { ...fields, [key]: replaced(fields[key], rest, by) }
}

function everyReport(objects: Readonly<Record<string, readonly KubeObject[]>>): string {
  const { snapshot, assessment } = read(
    Object.fromEntries(Object.entries(objects).map(([label, list]) => [label, { objects: list }])),
  )
  const all = { scope: {}, allowIncomplete: false }
  const texts: unknown[] = []
  const add = <R>(make: () => R, view: (report: R) => unknown) => {
    const report = attempt(make)
    if (report !== undefined) texts.push(report, view(report))
  }
  add(() => poolsReport(snapshot, assessment, all), poolsView)
  add(() => poolCapacityReport(snapshot, assessment, all), poolCapacityView)
  for (const name of ['hypervisor/h', 'storage/s'])
    add(() => poolReport(snapshot, assessment, { name, allowIncomplete: false }), poolShowView)
  for (const name of ['hypervisor/h', 'storage/s', 'n1', 'm1'])
    add(() => poolImpactReport(snapshot, assessment, { name, allowIncomplete: false }), poolImpactView)
  return JSON.stringify(texts)
}

/** A pool that lost its name is another pool: "not found" is a valid result. */
function attempt<R>(make: () => R): R | undefined {
  try {
    return make()
  } catch (error) {
    if ((error as { code?: string }).code === 'NOT_FOUND') return undefined
    throw error
  }
}

const cases = Object.entries(landscape).flatMap(([label, objects]) =>
  objects.flatMap((object, i) =>
    paths({ spec: object.spec, status: object.status, metadata: { labels: object.metadata.labels } })
      .filter((path) => path.length > 0 && path.join() !== 'metadata')
      .map((path) => ({ label, i, path, kind: object.kind })),
  ),
)

/** Traces of an unchecked value in a text. */
const TRACE = /NaN|undefined|\[object|Infinity/

it.each(ODD.map((odd, turn) => ({ odd, turn })))('$odd in fields of any object', ({ odd, turn }) => {
  expect(cases.length).toBeGreaterThan(150)
  // Each field gets two malformed values: all combinations would take half a minute.
  for (const { label, i, path, kind } of cases.filter((_, n) => (n + turn) % (ODD.length / 2) === 0)) {
    const objects = (landscape[label] ?? []).map((object, j) =>
      j === i ? (replaced(object, path, odd) as KubeObject) : object,
    )
    const text = everyReport({ ...landscape, [label]: objects })
    const at = text.search(TRACE)
    expect(at === -1 ? '' : text.slice(at - 80, at + 20), `${kind} ${path.join('.')}`).toBe('')
  }
})
