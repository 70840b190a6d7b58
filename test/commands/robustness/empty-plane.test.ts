// SPDX-License-Identifier: Apache-2.0
// A control plane whose lists are all empty: objects of other clusters have no counterpart in it, so nothing proves
// that it is healthy.
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type FleetFolder, loadFleetFolder } from '../../../src/lib/embedded/scenario/fleet-folder.ts'
import { FLEETS } from '../../fleets/fleet.ts'
import { type ProfileFleet, startProfileFleet } from '../../harness/profile-fleet.ts'

const PLANES = ['control-plane.eu-de-1', 'control-plane.us-east-1']

/** The healthy fleet; these clusters serve the same kinds and contain only the namespace that identifies them. */
async function withEmpty(keys: readonly string[]): Promise<FleetFolder> {
  const healthy = await loadFleetFolder(join(FLEETS, 'healthy'))
  return {
    ...healthy,
    members: healthy.members.map((member) =>
      keys.includes(member.key)
        ? {
            ...member,
            objects: member.objects.filter(
              ({ kind, metadata: { name } }) =>
                kind === 'CustomResourceDefinition' || (kind === 'Namespace' && name === 'kube-system'),
            ),
          }
        : member,
    ),
  }
}

const COMMANDS = ['ceph-secrets', 'ceph-secrets verify', 'credentials', 'operators']
/** Nothing outside of control planes shows that K-ORC objects should exist; if one has them, the others should too. */
const BESIDE_OTHERS = ['korc', 'korc verify']

describe.each([
  ['one control plane', PLANES.slice(0, 1), [...COMMANDS, ...BESIDE_OTHERS]],
  ['every control plane', PLANES, COMMANDS],
])('%s is empty', (_, keys, commands) => {
  let fleet: ProfileFleet

  beforeAll(async () => {
    fleet = await startProfileFleet(await withEmpty(keys))
  })

  it.each(commands)('%s is unknown and names the control plane', async (line) => {
    const { stdout, code } = await fleet.run(`${line} -o json`)
    const { verdict, completeness } = JSON.parse(stdout)
    expect(code).toBe(3)
    expect(verdict).toBe('unknown')
    if (line === 'operators') return
    expect(completeness.gaps.map(({ cluster }: { cluster: string }) => cluster)).toEqual(
      keys.map((key) => key.replace('.', '/')),
    )
  })
})

describe('a CephClient without consumers', () => {
  const NAME = 'openstack-customer-a-prod-x7k2p'

  it('is healthy if the consumers of Ceph keys are readable in every control plane', async () => {
    const healthy = await loadFleetFolder(join(FLEETS, 'healthy'))
    const members = healthy.members.map((member) => {
      const owned = member.objects.filter(
        ({ kind, metadata }) => ['CephClient', 'Secret'].includes(kind) && metadata.name.endsWith(NAME),
      )
      if (member.key !== 'storage.st-pool-a') return member
      const unused = owned.map((object) => JSON.parse(JSON.stringify(object).replaceAll(NAME, 'unused')))
      return { ...member, objects: [...member.objects, ...unused] }
    })
    const fleet = await startProfileFleet({ ...healthy, members })
    for (const line of ['ceph-secrets', 'ceph-secrets verify']) {
      const { stdout, code } = await fleet.run(`${line} -o json`)
      expect([code, JSON.parse(stdout).verdict], line).toEqual([0, 'healthy'])
    }
    const { clients } = JSON.parse((await fleet.run('ceph-secrets -o json')).stdout)
    const unused = clients.find(({ name }: { name: string }) => name === 'unused')
    expect(unused).toMatchObject({ judged: 'healthy', copies: [], key: { state: 'present' } })
  })
})
