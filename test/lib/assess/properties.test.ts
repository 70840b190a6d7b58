// SPDX-License-Identifier: Apache-2.0
// Invariants of assessment, checked on several hundred random fleets. Each failure names its random seed.
import { describe, expect, it } from 'vitest'
import { assess } from '../../../src/lib/assess/assess.ts'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import type { Assessment } from '../../../src/lib/model/graph/assessment.ts'
import type { NodeId } from '../../../src/lib/model/graph/graph.ts'
import { isFine, severity } from '../../../src/lib/model/graph/health.ts'
import { kindName } from '../../../src/lib/model/graph/kind.ts'
import type { Gap } from '../../../src/lib/model/landscape/gap.ts'
import type { Snapshot } from '../../../src/lib/model/landscape/snapshot.ts'
import { groupOf } from '../../../src/lib/model/object/reference.ts'
import type { Resource } from '../../../src/lib/model/object/resource.ts'
import type { State } from '../../../src/lib/model/report/report.ts'
import { overviewSubjects } from '../../../src/lib/reports/shared/find-subject.ts'
import { verdictOf } from '../../../src/lib/reports/shared/verdict.ts'
import { statusReport } from '../../../src/lib/reports/status/report.ts'
import { treeReport } from '../../../src/lib/reports/tree/report.ts'
import { Dice, KINDS, randomSnapshot } from '../graph/random.ts'
import { darkness, forbidden, NOW } from '../graph/small.ts'

const SEEDS = Array.from({ length: 250 }, (_, i) => i + 1)

const judge = (snapshot: Snapshot) => assess(buildGraph(snapshot, KINDS), { now: NOW })

const kindOf = ({ object }: Resource) => kindName({ group: groupOf(object.apiVersion), kind: object.kind })
const labelOf = ({ clusters }: Snapshot, { cluster }: Resource) =>
  clusters.find((seen) => seen.cluster.uid === cluster.uid)?.label ?? ''

function without(snapshot: Snapshot, gap: Gap, isHidden: (resource: Resource) => boolean, isUnread: boolean): Snapshot {
  const { cluster, kind } = gap
  return {
    ...snapshot,
    resources: snapshot.resources.filter((resource) => !isHidden(resource)),
    // A cluster that does not answer has no readings; a failed kind has a failed reading; a list that lost an item was
    // read.
    readings: snapshot.readings.flatMap((reading) => {
      if (reading.cluster !== cluster || (kind !== undefined && reading.kind !== kind)) return [reading]
      if (kind === undefined) return []
      return [isUnread ? { ...reading, outcome: 'failed' as const } : reading]
    }),
    gaps: [...snapshot.gaps, gap],
  }
}

const gapOfObject = (snapshot: Snapshot, lost: Resource) =>
  without(snapshot, forbidden(labelOf(snapshot, lost), kindOf(lost)), (resource) => resource === lost, false)

const gapOfKind = (snapshot: Snapshot, kind: string, label: string) =>
  without(
    snapshot,
    forbidden(label, kind),
    (resource) => kindOf(resource) === kind && labelOf(snapshot, resource) === label,
    true,
  )

const gapOfCluster = (snapshot: Snapshot, label: string) =>
  without(snapshot, darkness(label), (resource) => labelOf(snapshot, resource) === label, true)

/** With less evidence, a known problem may become unknown, but no state may improve beyond unknown. */
const isTowardsHealthy = (before: State, after: State) =>
  severity(after) < Math.min(severity(before), severity('unknown'))

/** Objects that are readable before and after, and whose state improved. */
function improved(before: Assessment, after: Assessment, isBetter: typeof isTowardsHealthy): readonly string[] {
  return [...after.graph.nodes.values()].flatMap(({ id, source }) => {
    const old = before.graph.nodes.get(id)
    if (source !== 'live' || old?.source !== 'live' || !isBetter(before.state(id), after.state(id))) return []
    return [`${id}: ${before.state(id)} became ${after.state(id)}`]
  })
}

function status(snapshot: Snapshot, assessment: Assessment) {
  const subjects = overviewSubjects(assessment.graph, {})
  return statusReport(snapshot, assessment, { subjects, causes: [], allowIncomplete: false, scope: {} })
}

function verdict(snapshot: Snapshot, { graph, state }: Assessment) {
  const states = overviewSubjects(graph, {}).map(({ id }) => state(id))
  return verdictOf({ snapshot, states, allowIncomplete: false })
}

function tree(snapshot: Snapshot, assessment: Assessment, reverse = false) {
  const roots = overviewSubjects(assessment.graph, {})
  const options = { reverse, depth: 1000, kinds: [], onlyProblems: false, group: false, allowIncomplete: false }
  return treeReport(snapshot, assessment, { roots, ...options })
}

describe('a gap never moves anything towards healthy', () => {
  /** Assesses a fleet while it loses more and more data, and expects that no state improves. */
  function expectNoBetter(seed: number, before: Snapshot, gaps: readonly (readonly [string, Snapshot])[]): void {
    const was = judge(before)
    const old = verdict(before, was)
    for (const [what, after] of gaps) {
      const is = judge(after)
      const now = verdict(after, is)
      expect(improved(was, is, isTowardsHealthy), `seed ${seed}, without ${what}`).toEqual([])
      expect(isTowardsHealthy(old.verdict, now.verdict), `seed ${seed}, without ${what}: the verdict`).toBe(false)
      expect(now.exitCode, `seed ${seed}, without ${what}: the exit code`).not.toBe(0)
    }
  }

  const kinds = KINDS.map(kindName)

  it('when an object is lost', () => {
    for (const seed of SEEDS) {
      const snapshot = randomSnapshot(seed)
      const lost = new Dice(seed).shuffled(snapshot.resources).slice(0, 6)
      expectNoBetter(
        seed,
        snapshot,
        lost.map((resource) => [resource.object.metadata.name, gapOfObject(snapshot, resource)]),
      )
    }
  })

  it('when a kind cannot be read', () => {
    for (const seed of SEEDS) {
      const snapshot = randomSnapshot(seed)
      const all = snapshot.clusters.flatMap(({ label }) => kinds.map((kind) => [kind, label] as const))
      const lost = new Dice(seed).shuffled(all).slice(0, 8)
      expectNoBetter(
        seed,
        snapshot,
        lost.map(([kind, label]) => [`${kind} of ${label}`, gapOfKind(snapshot, kind, label)]),
      )
    }
  })

  it('when a cluster does not answer', () => {
    for (const seed of SEEDS) {
      const snapshot = randomSnapshot(seed)
      expectNoBetter(
        seed,
        snapshot,
        snapshot.clusters.map(({ label }) => [label, gapOfCluster(snapshot, label)]),
      )
    }
  })

  it('when one gap comes after another', () => {
    for (const seed of SEEDS) {
      const dice = new Dice(seed)
      let snapshot = randomSnapshot(seed)
      for (let i = 0; i < 3; i++) {
        const [kind, { label }] = [dice.pick(kinds), dice.pick(snapshot.clusters)]
        const next = dice.chance(0.3) ? gapOfCluster(snapshot, label) : gapOfKind(snapshot, kind, label)
        expectNoBetter(seed, snapshot, [[`${kind} of ${label}`, next]])
        snapshot = next
      }
    }
  })
})

describe('removing an object never improves the state of its dependents', () => {
  /** A new object may still wait for a missing one: that is progressing, not failed. */
  const floorOf = (assessment: Assessment, id: NodeId): State => {
    const created = Date.parse(assessment.graph.nodes.get(id)?.object?.metadata.creationTimestamp ?? '')
    return NOW - created < 1_800_000 ? 'progressing' : 'failed'
  }
  const removed = (snapshot: Snapshot, gone: Resource): Snapshot => ({
    ...snapshot,
    resources: snapshot.resources.filter((resource) => resource !== gone),
  })

  it('over a required reference', () => {
    let tried = 0
    for (const seed of SEEDS) {
      const snapshot = randomSnapshot(seed, { plain: true })
      const before = judge(snapshot)
      for (const gone of snapshot.resources.slice(0, 8)) {
        const { name } = gone.object.metadata
        const id = [...before.graph.nodes.values()].find((node) => node.name === name)?.id as NodeId
        const after = judge(removed(snapshot, gone))
        for (const { from, weak } of before.graph.into(id)) {
          if (weak === 'counted') continue
          const floor = Math.min(severity(before.state(from)), severity(floorOf(before, from)))
          const text = `seed ${seed}, without ${name}: ${from} ${before.state(from)} became ${after.state(from)}`
          expect(severity(after.state(from)), text).toBeGreaterThanOrEqual(floor)
          expect(isFine(after.state(from)), text).toBe(false)
          tried++
        }
      }
    }
    expect(tried).toBeGreaterThan(1000)
  })

  it('over any reference, if the object was healthy', () => {
    for (const seed of SEEDS) {
      const snapshot = randomSnapshot(seed)
      const before = judge(snapshot)
      for (const gone of snapshot.resources.slice(0, 8)) {
        const node = [...before.graph.nodes.values()].find(({ name }) => name === gone.object.metadata.name)
        if (!node || !isFine(before.state(node.id))) continue
        const after = judge(removed(snapshot, gone))
        const better = before.graph
          .into(node.id)
          .filter(({ from }) => from !== node.id && severity(after.state(from)) < severity(before.state(from)))
        expect(better, `seed ${seed}, without ${node.name}`).toEqual([])
      }
    }
  })
})

describe('the order of input objects', () => {
  it('does not change the result', () => {
    for (const seed of SEEDS) {
      const dice = new Dice(seed)
      const whole = randomSnapshot(seed)
      const snapshot = gapOfKind(gapOfKind(whole, 'Widget.t.test', 'storage/one'), 'Wide.t.test', 'management')
      const expected = texts(snapshot)
      for (let i = 0; i < 2; i++) expect(difference(expected, texts(shuffled(dice, snapshot))), `seed ${seed}`).toBe('')
    }
  })

  function shuffled(dice: Dice, snapshot: Snapshot): Snapshot {
    return {
      ...snapshot,
      resources: dice.shuffled(snapshot.resources),
      readings: dice.shuffled(snapshot.readings),
      gaps: dice.shuffled(snapshot.gaps),
      addresses: new Map(dice.shuffled([...snapshot.addresses])),
    }
  }

  /** The first difference of two texts, as an excerpt of each. */
  function difference(a: readonly string[], b: readonly string[]): string {
    const found = a.findIndex((text, i) => text !== b[i])
    if (found === -1) return ''
    const [one = '', other = ''] = [a[found], b[found]]
    const at = [...one].findIndex((char, i) => char !== other[i])
    return `${one.slice(at - 80, at + 40)} is ${other.slice(at - 80, at + 40)}`
  }

  function texts(snapshot: Snapshot): readonly string[] {
    const assessment = judge(snapshot)
    return [
      JSON.stringify(status(snapshot, assessment)),
      JSON.stringify(tree(snapshot, assessment)),
      JSON.stringify(tree(snapshot, assessment, true)),
    ]
  }
})
