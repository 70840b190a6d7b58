// SPDX-License-Identifier: Apache-2.0
// The catalogue of failure modes, the checks that find them and the fleets that show them hold together.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FAILURE_MODES } from '../../../src/lib/checks/failure-modes.ts'
import { CHECKS } from '../../../src/lib/checks/index.ts'
import { ROOT } from '../../harness/run-cli.ts'

const MODES = Object.keys(FAILURE_MODES)

/** workloads.test.ts and joins.test.ts find them; no fleet shows them yet. */
const UNIT_TESTED = ['F142', 'F144', 'F145', 'F148', 'F168']

describe('the catalogue of failure modes', () => {
  it('has every mode that a check finds', () => {
    const unknown = CHECKS.flatMap(({ id, modes }) =>
      modes.filter((mode) => !MODES.includes(mode)).map((m) => `${id} ${m}`),
    )
    expect(unknown).toEqual([])
  })

  it('has no mode that no check finds', () => {
    const found = new Set(CHECKS.flatMap(({ modes }) => modes))
    expect(MODES.filter((mode) => !found.has(mode))).toEqual([])
  })

  it('has a fleet that shows each mode, or a unit test', () => {
    const folders = readdirSync(join(ROOT, 'test', 'modes')).map((name) => name.split('-')[0])
    expect(MODES.filter((mode) => !folders.includes(mode))).toEqual(UNIT_TESTED)
  })
})
