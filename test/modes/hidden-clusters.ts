// SPDX-License-Identifier: Apache-2.0
import { assess } from '../../src/lib/assess/assess.ts'
import { runChecks } from '../../src/lib/assess/check-results.ts'
import { CHECKS } from '../../src/lib/checks/index.ts'
import { buildGraph } from '../../src/lib/graph/build.ts'
import { eventsOf } from '../../src/lib/model/check/warning-events.ts'
import type { Snapshot } from '../../src/lib/model/landscape/snapshot.ts'
import type { Observation } from '../../src/lib/pipeline/observe.ts'
import { darkness } from '../lib/graph/small.ts'

/** For each cluster, hidden alone: the checks that found something before and are ok now. */
export function checksTurnedOk({ snapshot, kinds, results }: Observation, now: number) {
  const found = new Set(results.flatMap(({ check, found }) => (found.length > 0 ? [check] : [])))
  const checks = CHECKS.filter((check) => found.has(check))
  return snapshot.clusters.map(({ label }) => {
    const hidden = withoutCluster(snapshot, label)
    const assessment = assess(buildGraph(hidden, kinds), { now })
    const after = runChecks(checks, { snapshot: hidden, assessment, kinds, events: eventsOf(hidden) })
    const ok = after.filter(({ outcome }) => !/found|unknown/.test(outcome))
    return { label, ok: ok.map(({ check }) => check.id) }
  })
}

function withoutCluster(snapshot: Snapshot, label: string): Snapshot {
  const uid = snapshot.clusters.find((one) => one.label === label)?.cluster.uid
  return {
    ...snapshot,
    resources: snapshot.resources.filter(({ cluster }) => cluster.uid !== uid),
    readings: snapshot.readings.filter(({ cluster }) => cluster !== label),
    gaps: [...snapshot.gaps, darkness(label)],
  }
}
