// SPDX-License-Identifier: Apache-2.0
// A viewer with contexts of other names and without Secrets sees each cluster, OpenStack cluster and pool once.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openCluster } from '../../../src/lib/cluster/client.ts'
import { seal } from '../../../src/lib/cluster/secrets/seal.ts'
import { loadFleetFolder } from '../../../src/lib/embedded/scenario/fleet-folder.ts'
import { startFleet, VIEWER_RULES } from '../../../src/lib/embedded/start.ts'
import { openFleet } from '../../../src/lib/fleet/fleet.ts'
import { observe } from '../../../src/lib/pipeline/observe.ts'
import { overviewSubjects } from '../../../src/lib/reports/shared/find-subject.ts'
import { FLEETS } from '../../fleets/fleet.ts'

it('ties contexts to ProviderConfigs by the UIDs of observed objects', async () => {
  const embedded = await startFleet(await loadFleetFolder(join(FLEETS, 'healthy')))
  const signal = AbortSignal.timeout(60_000)
  const candidates = embedded.clusters.map((cluster, i) => ({
    roles: cluster.key === 'management' ? cluster.roles : [],
    name: `ctx-${i}`,
    origin: { type: 'context', text: `context ctx-${i}` } as const,
    config: {
      context: `ctx-${i}`,
      source: 'test',
      server: cluster.url,
      ca: { data: seal(cluster.ca) },
      insecureSkipTlsVerify: false,
      auth: { token: seal(cluster.addUser('vera', VIEWER_RULES)) },
    },
    certain: cluster.key === 'management',
  }))
  const fleet = await openFleet({ discover: 'all', candidates }, (config) => openCluster(config, { signal }))
  try {
    const labels = fleet.members.filter(({ client }) => client).map(({ label }) => label)
    expect(labels).toEqual(
      expect.arrayContaining(['management', 'storage/st-pool-a', 'storage/st-pool-b', 'hypervisor/hv-pool-a']),
    )
    // No Object goes through the ProviderConfig of us-east-1, and control planes have no Nodes to read.
    const unread = fleet.members.filter(({ client }) => !client).map(({ label }) => label)
    expect(unread).toEqual(['control-plane/us-east-1-control-plane'])
    const seen = await observe(fleet, { now: embedded.now.getTime(), acceptCached: false, scope: {}, signal })
    const subjects = overviewSubjects(seen.assessment.graph, {}).map(({ kind, name }) => `${kind} ${name}`)
    expect(subjects.filter((text) => text.startsWith('OpenStackCluster'))).toHaveLength(4)
    expect(subjects.filter((text) => text.startsWith('ControlPlane'))).toHaveLength(1)
  } finally {
    fleet.close()
    await embedded.close()
  }
}, 90_000)
