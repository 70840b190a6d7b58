// SPDX-License-Identifier: Apache-2.0
// A finding that a hidden cluster takes away leaves its check undecided, never ok. This is what proves that every check
// declares the clusters that decide it.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { assess } from '../../src/lib/assess/assess.ts'
import { runChecks } from '../../src/lib/assess/check-results.ts'
import { CHECKS } from '../../src/lib/checks/index.ts'
import { loadFleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { buildGraph } from '../../src/lib/graph/build.ts'
import { eventsOf } from '../../src/lib/model/check/warning-events.ts'
import type { Snapshot } from '../../src/lib/model/landscape/snapshot.ts'
import { onDemandInputs } from '../../src/lib/pipeline/check-inputs.ts'
import { observeScenario } from '../harness/observed.ts'
import { darkness } from '../lib/graph/small.ts'
import { MODES, MODES_FOLDER } from './inspected.ts'

function withoutCluster(snapshot: Snapshot, label: string): Snapshot {
  const uid = snapshot.clusters.find((one) => one.label === label)?.cluster.uid
  return {
    ...snapshot,
    resources: snapshot.resources.filter(({ cluster }) => cluster.uid !== uid),
    readings: snapshot.readings.filter(({ cluster }) => cluster !== label),
    gaps: [...snapshot.gaps, darkness(label)],
  }
}

it.each(MODES)(
  '%s',
  async (mode) => {
    const folder = await loadFleetFolder(join(MODES_FOLDER, mode))
    const { snapshot, kinds, results, now } = await observeScenario('one-cluster', () => folder, {
      also: onDemandInputs(CHECKS),
    })
    const before = results.filter(({ found }) => found.length > 0).map(({ check }) => check.id)
    for (const { label } of snapshot.clusters) {
      const hidden = withoutCluster(snapshot, label)
      const assessment = assess(buildGraph(hidden, kinds), { now })
      const after = runChecks(CHECKS, { snapshot: hidden, assessment, kinds, events: eventsOf(hidden) })
      const ok = after.filter(({ check, outcome }) => before.includes(check.id) && !/found|unknown/.test(outcome))
      expect({ label, ok: ok.map(({ check }) => check.id) }).toEqual({ label, ok: [] })
    }
  },
  60_000,
)
