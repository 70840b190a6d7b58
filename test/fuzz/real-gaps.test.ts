// SPDX-License-Identifier: Apache-2.0
// The bundled fleet with one failure, and then with something hidden: no state improves. This also proves that kinds
// declare which others refer to them as their parent.
import { beforeAll, describe, expect, it } from 'vitest'
import { assess } from '../../src/lib/assess/assess.ts'
import { buildGraph } from '../../src/lib/graph/build.ts'
import type { Assessment } from '../../src/lib/model/graph/assessment.ts'
import { isFine, severity } from '../../src/lib/model/graph/health.ts'
import { kindName } from '../../src/lib/model/graph/kind.ts'
import type { Snapshot } from '../../src/lib/model/landscape/snapshot.ts'
import { groupOf } from '../../src/lib/model/object/reference.ts'
import type { KubeObject, Resource } from '../../src/lib/model/object/resource.ts'
import { type Observed, observeScenario } from '../harness/observed.ts'
import { Dice } from '../lib/graph/random.ts'
import { darkness, forbidden } from '../lib/graph/small.ts'
import { garbledSnapshot } from './mutate.ts'

const kindOf = ({ object }: Resource) => kindName({ group: groupOf(object.apiVersion), kind: object.kind })

describe.each(['healthy', 'one-cluster'])('%s', (scenario) => {
  let seen: Observed
  let labels: ReadonlyMap<string, string>

  beforeAll(async () => {
    seen = await observeScenario(scenario)
    labels = new Map(seen.snapshot.clusters.map(({ cluster, label }) => [cluster.uid, label]))
  })

  const labelOf = ({ cluster }: Resource) => labels.get(cluster.uid) ?? ''
  const judge = (snapshot: Snapshot) => assess(buildGraph(snapshot, seen.kinds), { now: seen.now })

  it('is healthy, so that every problem comes from the failure made here', () => {
    const { graph, own } = seen.assessment
    const unhealthy = [...graph.nodes.values()].filter(({ id }) => !isFine(own(id).state))
    expect(unhealthy.map(({ id }) => `${id} ${JSON.stringify(own(id))}`)).toEqual([])
  })

  const someOfEachCluster = (resource: Resource) => `${labelOf(resource)} ${kindOf(resource).length % 12}`

  /** One object per group, the same in every run. */
  function samples(by: (resource: Resource) => string): readonly Resource[] {
    return [...Map.groupBy(seen.snapshot.resources, by).values()].map((set) => new Dice(set.length).pick(set))
  }

  it.each([
    ['as a kind', kindOf, (snapshot: Snapshot, lost: Resource) => withoutKind(snapshot, kindOf(lost), labelOf(lost))],
    [
      'with its cluster',
      someOfEachCluster,
      (snapshot: Snapshot, lost: Resource) => withoutCluster(snapshot, labelOf(lost)),
    ],
    ['by a spec or status of the wrong type', kindOf, withGarbled],
  ] as const)(
    'what is broken and then hidden %s is at least unknown to all that showed it',
    (_, by, hide) => {
      const better: string[] = []
      let showed = 0
      for (const sick of samples(by)) {
        const broken = withObjects(seen.snapshot, (resource) => (resource === sick ? broke(resource) : resource))
        const before = judge(broken)
        const unhealthyBefore = [...before.graph.nodes.values()].filter(({ id }) => !isFine(before.state(id)))
        showed += unhealthyBefore.length > 1 ? 1 : 0
        if (unhealthyBefore.length === 0) continue
        const after = judge(hide(broken, sick))
        better.push(...improved(before, after).map((text) => `without ${kindOf(sick)} of ${labelOf(sick)}: ${text}`))
      }
      expect([...new Set(better.map(withoutNames))].sort()).toEqual([])
      expect(showed).toBeGreaterThan(5)
    },
    120_000,
  )

  /** The same pair of kinds is one finding. */
  const withoutNames = (text: string) => text.replace(/:[^:]*: (\w+ became)/, ': $1')

  function improved(before: Assessment, after: Assessment): readonly string[] {
    return [...after.graph.nodes.values()].flatMap(({ id, source }) => {
      const [was, is] = [before.state(id), after.state(id)]
      const floor = Math.min(severity(was), severity('unknown'))
      if (source !== 'live' || before.graph.nodes.get(id)?.source !== 'live' || severity(is) >= floor) return []
      return [`${id}: ${was} became ${is}`]
    })
  }

  /** The object with a spec or a status, chosen by Dice, that is no object. */
  function withGarbled(snapshot: Snapshot, lost: Resource): Snapshot {
    const specs = new Map(seen.kinds.map((spec) => [kindName(spec), spec]))
    const isLost = ({ cluster, object: { kind, metadata } }: Resource) =>
      cluster === lost.cluster &&
      kind === lost.object.kind &&
      metadata.namespace === lost.object.metadata.namespace &&
      metadata.name === lost.object.metadata.name
    return garbledSnapshot(new Dice(kindOf(lost).length), snapshot, specs, isLost) ?? snapshot
  }

  function withoutKind(snapshot: Snapshot, kind: string, label: string): Snapshot {
    const isHidden = (resource: Resource) => kindOf(resource) === kind && labelOf(resource) === label
    return {
      ...snapshot,
      resources: snapshot.resources.filter((resource) => !isHidden(resource)),
      readings: snapshot.readings.map((reading) =>
        reading.cluster === label && reading.kind === kind ? { ...reading, outcome: 'failed' } : reading,
      ),
      gaps: [...snapshot.gaps, forbidden(label, kind)],
    }
  }

  function withoutCluster(snapshot: Snapshot, label: string): Snapshot {
    return {
      ...snapshot,
      resources: snapshot.resources.filter((resource) => labelOf(resource) !== label),
      readings: snapshot.readings.filter((reading) => reading.cluster !== label),
      gaps: [...snapshot.gaps, darkness(label)],
    }
  }
})

const withObjects = (snapshot: Snapshot, change: (resource: Resource) => Resource): Snapshot => ({
  ...snapshot,
  resources: snapshot.resources.map(change),
})

/** Sets every condition, phase and count of the status to a failure. */
function broke({ cluster, object }: Resource): Resource {
  return { cluster, object: { ...object, status: worst(object.status) } as KubeObject }
}

const WORST: Readonly<Record<string, unknown>> = {
  phase: 'Failed',
  health: 'HEALTH_ERR',
  state: 'Error',
  readyReplicas: 0,
  numberReady: 0,
  numberAvailable: 0,
  ready: false,
}

function worst(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(worst)
  if (typeof value !== 'object' || value === null) return value
  if ('type' in value && 'status' in value) return { ...value, status: 'False', reason: 'Broken', message: 'broken' }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, Object.hasOwn(WORST, key) ? WORST[key] : worst(inner)]),
  )
}
