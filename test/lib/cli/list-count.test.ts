// SPDX-License-Identifier: Apache-2.0
// How often clusters are asked: by how many kinds they serve, never by how many objects they hold.
import { describe, expect, it } from 'vitest'
import type { FleetFolder } from '../../../src/lib/embedded/fleet-folder.ts'
import { scenarioNames } from '../../fleets/fleet.ts'
import { observeScenario } from '../../harness/observed.ts'

/** Beside the kinds: what leads to other clusters is looked up before everything is read. */
const MORE = 4
const PAGE = 500

const SCENARIOS = ['healthy', 'one-cluster', 'crossplane-v2'].filter((name) => scenarioNames().includes(name))

/** /api/v1/nodes, /apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL: a list of a kind, not one object and not discovery. */
const LIST = /^GET \/(?:api\/v1|apis\/[^/]+\/[^/]+)(?:\/namespaces\/[^/]+)?\/[^/]+$/

async function lists(scenario: string, change?: (fleet: FleetFolder) => FleetFolder) {
  const { requests, snapshot } = await observeScenario(scenario, change)
  return snapshot.clusters.map(({ label, context = '' }) => {
    const served = snapshot.readings.filter(({ cluster, outcome }) => cluster === label && outcome === 'read')
    const asked = (requests.get(context) ?? []).filter((request) => LIST.test(request))
    return { label, served: served.length, asked }
  })
}

describe('lists per cluster', () => {
  it.each(SCENARIOS)('are at most the served kinds and four: %s', async (scenario) => {
    for (const { label, served, asked } of await lists(scenario)) {
      expect(served, label).toBeGreaterThan(1)
      expect(asked.length, `${label}: ${asked.join('\n')}`).toBeGreaterThanOrEqual(served)
      expect(asked.length, `${label}: ${asked.join('\n')}`).toBeLessThanOrEqual(served + MORE)
    }
  })

  it('do not grow with the number of objects, but for the pages', async () => {
    const before = await lists('healthy')
    const after = await lists('healthy', (fleet) => ({ ...fleet, members: fleet.members.map(grown) }))
    for (const [i, { label, asked }] of after.entries()) {
      const more = label === 'hypervisor/hv-pool-a' ? Math.ceil((50 + NEW) / PAGE) - 1 : 0
      expect(asked.length, label).toBe((before[i]?.asked.length ?? 0) + more)
    }
  })
})

const NEW = 1200

/** The same cluster with so many Nodes more in one pool. */
function grown(member: FleetFolder['members'][number]): FleetFolder['members'][number] {
  const node = member.objects.find(({ kind }) => kind === 'Node')
  if (member.key !== 'hypervisor.hv-pool-a' || !node) return member
  const nodes = Array.from({ length: NEW }, (_, i) => ({
    ...node,
    metadata: { ...node.metadata, name: `another-${i}`, uid: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}` },
  }))
  return { ...member, objects: [...member.objects, ...nodes] }
}
