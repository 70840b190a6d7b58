// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import { humanDuration } from '../../../../src/lib/embedded/http/human-duration.ts'
import { jsonPath } from '../../../../src/lib/embedded/http/json-path.ts'
import { running } from '../fleet.ts'

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000] as const

test.each([
  [-5 * SECOND, '<invalid>'],
  [0, '0s'],
  [119 * SECOND, '119s'],
  [2 * MINUTE + 8 * SECOND, '2m8s'],
  [9 * MINUTE, '9m'],
  [9 * MINUTE + 30 * SECOND, '9m30s'],
  [10 * MINUTE + 30 * SECOND, '10m'],
  [179 * MINUTE, '179m'],
  [7 * HOUR + 12 * MINUTE, '7h12m'],
  [47 * HOUR, '47h'],
  [3 * DAY + 4 * HOUR, '3d4h'],
  [41 * DAY, '41d'],
  [3 * 365 * DAY + 2 * DAY, '3y2d'],
  [9 * 365 * DAY, '9y'],
])('%i ms is %s, as the API server writes it', (ms, text) => {
  expect(humanDuration(ms)).toBe(text)
})

test.each([
  ['.status.conditions[?(@.type=="Ready")].status', ['True']],
  ['.status.conditions[?(@.type=="Nope")].status', []],
  ['.spec.list[1]', ['b']],
  ['.spec.list[*]', ['a', 'b']],
  [".metadata.labels['a\\.b/c']", ['d']],
  ['.metadata.labels.a\\.b/c', ['d']],
  ['.spec.list[?(@.x>3)]', []],
  ['.absent.deep', []],
])('JSONPath %s', (path, expected) => {
  const object = {
    metadata: { labels: { 'a.b/c': 'd' } },
    spec: { list: ['a', 'b'] },
    status: {
      conditions: [
        { type: 'Synced', status: 'False' },
        { type: 'Ready', status: 'True' },
      ],
    },
  }
  expect(jsonPath(object, path)).toEqual(expected)
})

describe('Tables', () => {
  const rows = (body: { rows: { cells: unknown[] }[] }) => body.rows.map((row) => row.cells)
  const titles = (body: { columnDefinitions: { name: string; priority: number }[] }) =>
    body.columnDefinitions.map(({ name, priority }) => (priority > 0 ? `${name}*` : name))

  test('show Nodes and Pods with the columns of kubectl', async () => {
    const fleet = await running({
      'fleet.yaml': 'now: 2026-11-16T12:00:00Z\n',
      'management.yaml': `apiVersion: v1
kind: Node
metadata: { name: n1, creationTimestamp: 2026-11-15T12:00:00Z, labels: { node-role.kubernetes.io/worker: "" } }
spec: { unschedulable: true }
status: { nodeInfo: { kubeletVersion: v1.33.1 }, conditions: [{ type: Ready, status: "False" }], addresses: [{ type: InternalIP, address: 10.0.0.1 }] }
---
apiVersion: v1
kind: Pod
metadata: { name: p1, namespace: default, creationTimestamp: 2026-11-16T11:59:00Z }
spec: { nodeName: n1, containers: [{ name: a }, { name: b }] }
status: { phase: Running, podIP: 10.1.0.1, containerStatuses: [{ ready: true, restartCount: 2 }, { ready: false, restartCount: 1, state: { waiting: { reason: CrashLoopBackOff } } }] }
`,
    })
    const api = fleet.api('management')
    const nodes = (await api.get('/api/v1/nodes', TABLE)).body
    expect(titles(nodes).slice(0, 6)).toEqual(['Name', 'Status', 'Roles', 'Age', 'Version', 'Internal-IP*'])
    expect(rows(nodes)[0]?.slice(0, 6)).toEqual([
      'n1',
      'NotReady,SchedulingDisabled',
      'worker',
      '24h',
      'v1.33.1',
      '10.0.0.1',
    ])
    const pods = (await api.get('/api/v1/pods', TABLE)).body
    expect(rows(pods)[0]?.slice(0, 7)).toEqual(['p1', '1/2', 'CrashLoopBackOff', '3', '60s', '10.1.0.1', 'n1'])
  })

  test('use the columns of the CRD, or the conditions and phases of the objects', async () => {
    const fleet = await running({
      'fleet.yaml': 'now: 2026-11-16T12:00:00Z\n',
      'management.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: gears.test }
spec:
  group: test
  scope: Namespaced
  names: { plural: gears, kind: Gear }
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - { name: Size, type: integer, jsonPath: .spec.size }
    - { name: Made, type: date, jsonPath: .metadata.creationTimestamp }
    - { name: Note, type: string, jsonPath: .spec.note, priority: 1 }
---
apiVersion: test/v1
kind: Gear
metadata: { name: g, namespace: default, creationTimestamp: 2026-11-16T11:00:00Z }
spec: { size: 3 }
---
apiVersion: c5c3.io/v1alpha1
kind: OpenStackCluster
metadata: { name: o, namespace: default, creationTimestamp: 2026-11-16T11:00:00Z }
status: { phase: Ready, conditions: [{ type: Synced, status: "True" }, { type: Ready, status: "False" }] }
`,
    })
    const api = fleet.api('management')
    const gears = (await api.get('/apis/test/v1/gears', TABLE)).body
    expect([titles(gears), rows(gears)]).toEqual([['Name', 'Size', 'Made', 'Note*'], [['g', 3, '60m', null]]])
    const claims = (await api.get('/apis/c5c3.io/v1alpha1/openstackclusters', TABLE)).body
    expect([titles(claims), rows(claims)]).toEqual([
      ['Name', 'Synced', 'Ready', 'Phase', 'Age'],
      [['o', 'True', 'False', 'Ready', '60m']],
    ])
  })
})
