// SPDX-License-Identifier: Apache-2.0
// Objects whose spec or status is no object: their links and conditions are unknown, and no command may report a better
// state than before.
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type FleetFolder, loadFleetFolder } from '../../../src/lib/embedded/scenario/fleet-folder.ts'
import { FLEETS } from '../../fleets/fleet.ts'
import { type ProfileFleet, startProfileFleet } from '../../harness/profile-fleet.ts'

const PLANE = 'control-plane.eu-de-1'
const LABEL = 'control-plane/eu-de-1'

let healthy: FleetFolder

beforeAll(async () => {
  healthy = await loadFleetFolder(join(FLEETS, 'healthy'))
})

/** The healthy fleet with one field replaced in every object of a control plane. */
const withField = (field: 'spec' | 'status', value: unknown): FleetFolder => ({
  ...healthy,
  members: healthy.members.map((member) =>
    member.key === PLANE
      ? {
          ...member,
          objects: member.objects.map((object) => (field in object ? { ...object, [field]: value } : object)),
        }
      : member,
  ),
})

const COMMANDS = [
  'ceph-secrets',
  'ceph-secrets verify',
  'credentials',
  'korc',
  'korc verify',
  'operators',
  'status',
  'check',
  'tree customer-a-prod',
  'why customer-a-prod',
  'gitops',
]

interface Row {
  readonly cluster: string
  readonly judged: string
}

describe.each([
  ['spec', 'text'],
  ['spec', 7],
  ['spec', ['a']],
  ['spec', null],
  ['status', 'text'],
  ['status', null],
] as const)('%s: %j on every object of a control plane', (field, value) => {
  let fleet: ProfileFleet

  beforeAll(async () => {
    fleet = await startProfileFleet(withField(field, value))
  })

  it.each(COMMANDS)('%s does not exit 0 and names the objects', async (line) => {
    const { stdout, code } = await fleet.run(`${line} -o json`)
    expect([1, 3]).toContain(code)
    const { verdict, completeness } = JSON.parse(stdout)
    expect(['unknown', 'degraded', 'failed']).toContain(verdict)
    const gaps: readonly { cluster: string; fault: string; message: string }[] = completeness.gaps
    expect(gaps.length).toBeGreaterThan(0)
    for (const gap of gaps) {
      expect(gap).toMatchObject({ cluster: LABEL, fault: 'malformed' })
      expect(gap.message).toMatch(
        new RegExp(`${field} of \\S+ is (a string|a number|a list|null) instead of an object`),
      )
    }
  })

  it('the objects stay visible, each with an unknown state', async () => {
    const { objects } = JSON.parse((await fleet.run('korc -o json')).stdout) as { objects: readonly Row[] }
    const here = objects.filter(({ cluster }) => cluster === LABEL)
    expect(here.length).toBeGreaterThan(50)
    expect([...new Set(here.map(({ judged }) => judged))]).not.toContain('healthy')
  })
})
