// SPDX-License-Identifier: Apache-2.0
// A kubeconfig found in a cluster chooses its own names: none of them may refer to a context of the user.

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadFleetFolder } from '../../../src/lib/embedded/scenario/fleet-folder.ts'
import { type EmbeddedFleet, startFleet } from '../../../src/lib/embedded/start.ts'
import { kubeconfigFor } from '../../harness/landscape.ts'
import { commandFields } from '../../harness/printed-commands.ts'
import { ROOT, runCli, type World } from '../../harness/run-cli.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

let fleet: EmbeddedFleet
beforeAll(async () => {
  fleet = await startFleet(await loadFleetFolder(join(ROOT, 'fleets/database-down')))
})
afterAll(() => fleet.close())

const FILE = '.kube/config'
const own = () => kubeconfigFor(fleet, ['management'])

async function commands(world: World, ...flags: string[]): Promise<readonly string[]> {
  const { stdout } = await runCli(['check', '-o', 'json', ...flags], { now: fleet.now, ...world })
  return [...new Set(commandFields(JSON.parse(stdout)))].filter((line) => line.includes('describe'))
}

/** Commands for the cluster with the failed database, which only a Secret in the management cluster refers to. */
const discovered = (lines: readonly string[]) => lines.filter((line) => line.includes('openstack-db'))

describe('contexts in printed commands', () => {
  it('a discovered cluster has none, whatever its kubeconfig names it', async () => {
    const lines = discovered(await commands({ home: tempFolder({ [FILE]: own() }) }))
    expect(lines).toEqual([
      'kubectl c5c3 kubectl @control-plane/eu-de-1-control-plane -- -n openstack-customer-a-prod-x7k2p describe mariadbs.k8s.mariadb.com openstack-db',
    ])
  })

  it('contexts of the user are named', async () => {
    const both = kubeconfigFor(fleet, ['management', 'control-plane.eu-de-1'])
    const lines = discovered(await commands({ home: tempFolder({ [FILE]: both }) }))
    expect(lines.every((line) => line.startsWith('kubectl --context control-plane.eu-de-1 -n '))).toBe(true)
  })

  it('the file is added where kubectl would read another one', async () => {
    const both = kubeconfigFor(fleet, ['management', 'control-plane.eu-de-1'])
    const home = tempFolder({ [FILE]: own(), 'other config': both })
    const file = join(home, 'other config')
    const [line = ''] = discovered(await commands({ home }, '--kubeconfig', file))
    expect(line).toContain(`kubectl --kubeconfig '${file}' --context control-plane.eu-de-1 -n `)
    const clusters = [
      { roles: ['management'], kubeconfig: join(home, FILE), context: 'management' },
      { roles: ['control-plane=eu-de-1'], kubeconfig: file, context: 'control-plane.eu-de-1' },
    ]
    const config = tempFolder({ 'config.yaml': JSON.stringify({ current: 'p', profiles: { p: { clusters } } }) })
    const [other = ''] = discovered(await commands({ home, env: { C5C3_CONFIG: join(config, 'config.yaml') } }))
    expect(other).toBe(line)
  })
})
