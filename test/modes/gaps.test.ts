// SPDX-License-Identifier: Apache-2.0
// Unreadable data is never a finding: with any kind hidden, or a whole cluster unreachable, a healthy fleet has no
// findings, and every check with such an input is unknown.
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { CHECKS } from '../../src/lib/checks/index.ts'
import { type FleetFolder, loadFleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { KINDS } from '../../src/lib/kinds/index.ts'
import { type Check, inputsOf } from '../../src/lib/model/check/check.ts'
import { kindName, resourceName } from '../../src/lib/model/graph/kind.ts'
import { withGap } from './combine.ts'
import { inspectFleet, MODES_FOLDER } from './inspected.ts'

const CLUSTERS = ['control-plane.eu-de-1', 'hypervisor.hv-pool-a', 'storage.st-pool-a', 'arbiter', 'garden']

let base: FleetFolder
beforeAll(async () => {
  base = await loadFleetFolder(join(MODES_FOLDER, 'tenant'))
})

const withUnreachable = (fleet: FleetFolder, keys: readonly string[]): FleetFolder => ({
  ...fleet,
  members: fleet.members.map((member) =>
    keys.includes(member.key) ? { ...member, rules: { ...member.rules, unreachable: true } } : member,
  ),
})

describe('an unreachable cluster', () => {
  it.each([...CLUSTERS.map((key) => [key]), CLUSTERS])('%s', async (...keys) => {
    const { causes } = await inspectFleet(withUnreachable(base, keys))
    expect(causes).toEqual([])
  })
})

const INPUTS = KINDS.filter((spec) => CHECKS.some((check) => inputsOf(check).includes(kindName(spec))))

/** A few kinds at a time, hidden in all clusters at once: a dozen runs instead of hundreds. */
const GROUPS = Array.from({ length: 12 }, (_, i) => INPUTS.filter((_, n) => n % 12 === i))

/** What a check reads where it is decided: elsewhere a kind only adds evidence. */
function decidingInputs(check: Check, installed: ReadonlySet<string>): readonly string[] {
  const rolesOf = (kind: string) => KINDS.find((spec) => kindName(spec) === kind)?.roles ?? []
  const deciding = check.clusters ?? check.about.flatMap(rolesOf)
  return inputsOf(check).filter((kind) => deciding.some((role) => installed.has(`${role} ${kind}`)))
}

describe('forbidden kinds', () => {
  let installed: ReadonlySet<string>
  beforeAll(async () => {
    ;({ installedByRole: installed } = await inspectFleet(base))
  })

  it.each(GROUPS.map((specs) => [specs.map(({ kind }) => kind).join(' '), specs] as const))('%s', async (_, specs) => {
    const resources = specs.map(resourceName)
    const hidden = base.members.reduce(
      (fleet, { key }) => resources.reduce((changed, resource) => withGap(changed, key, resource), fleet),
      base,
    )
    const { causes, results } = await inspectFleet(hidden)
    expect(causes).toEqual([])
    // A kind that is not installed hides nothing.
    const names = specs.map(kindName)
    const looking = results.filter(({ check }) =>
      decidingInputs(check, installed).some((input) => names.includes(input)),
    )
    expect(looking.filter(({ outcome }) => outcome === 'ok').map(({ check }) => check.id)).toEqual([])
  })
})
