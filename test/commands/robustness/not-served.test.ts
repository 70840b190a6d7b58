// SPDX-License-Identifier: Apache-2.0
// A server whose discovery lists everything and whose lists all return 404: nothing was read there, so nothing is
// healthy.
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { requestTarget } from '../../../src/lib/embedded/http/routing.ts'
import { faults, type Match } from '../../faults/server.ts'
import { FLEETS } from '../../fleets/fleet.ts'
import { type ProfileFleet, startProfileFleet } from '../../harness/profile-fleet.ts'

const PLANE = 'control-plane.eu-de-1'

const refuseLists: Match = (method, path) => {
  const target = requestTarget(path)
  return method === 'GET' && target && target.name === undefined
    ? faults.status(404, { reason: 'NotFound' })
    : undefined
}

let fleet: ProfileFleet

beforeAll(async () => {
  fleet = await startProfileFleet(join(FLEETS, 'healthy'), { [PLANE]: refuseLists })
})

const COMMANDS = [
  'korc',
  'korc verify',
  'credentials',
  'credentials --expiring 30d',
  'ceph-secrets',
  'ceph-secrets verify',
  'operators',
  'status',
  'check',
  'tree',
  'why customer-a-prod',
  'gitops',
  'pools',
  'pools capacity',
  'changes',
  'events',
  'tempest results',
  'tempest history',
]

describe('every list of a control plane answers 404', () => {
  it.each(COMMANDS)('%s names the gaps and does not exit 0', async (line) => {
    const { stdout, code } = await fleet.run(`${line} -o json`)
    expect([1, 3]).toContain(code)
    if (stdout === '') return
    const { verdict, completeness } = JSON.parse(stdout)
    expect(verdict).not.toBe('healthy')
    const gaps = completeness.gaps.filter(({ cluster }: { cluster: string }) => cluster === 'control-plane/eu-de-1')
    expect(gaps).not.toEqual([])
    for (const gap of gaps) {
      expect(gap.fault).toBe('server')
      expect(gap.message).toContain('listed, but not served')
    }
  })

  it('the text names the cluster and the reason once, however many kinds are affected', async () => {
    const { stdout, stderr } = await fleet.run('korc')
    const notes = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('listed, but not served'))
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatch(
      /control-plane\/eu-de-1: discovery lists it, .* \(listed, but not served\): \S+, .* more kinds/,
    )
  })
})
