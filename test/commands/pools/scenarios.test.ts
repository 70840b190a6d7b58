// SPDX-License-Identifier: Apache-2.0
// The pool commands and contexts on every scenario, as text and as JSON; pools.test.ts covers special cases.
import { afterAll, describe, expect, it } from 'vitest'
import { closeDemos, SUBJECTS } from '../../harness/demos.ts'
import '../../harness/shared-observations.ts'
import { expectGolden, expectGoldenJson } from '../../harness/golden.ts'
import { type Document, expectValid } from '../../harness/schemas.ts'

/** The pool of each scenario; st-pool-a by default. */
const POOLS: Readonly<Record<string, string>> = {
  'one-cluster': 'control-plane/cobaltcore',
  dialects: 'control-plane/cobaltcore',
  'hypervisor-draining': 'hv-pool-a',
  'mid-provisioning': 'hv-pool-b',
}

describe.each(Object.keys(SUBJECTS))('%s', (scenario) => {
  afterAll(closeDemos)
  const pool = POOLS[scenario] ?? 'st-pool-a'

  it.each([
    ['pools', 'pools'],
    ['pools-show', `pools show ${pool}`],
    ['pools-capacity', 'pools capacity'],
    ['pools-impact', `pools impact ${pool}`],
    ['contexts', 'contexts'],
  ])('%s', async (folder, line) => {
    const name = folder === 'pools' ? `pools/${scenario}` : `${folder}/${scenario}`
    const text = await expectGolden(name, `${line} --demo ${scenario}`)
    const json = await expectGoldenJson(name, `${line} --demo ${scenario}`)
    expect(json.code).toBe(text.code)
    expectValid(JSON.parse(json.stdout) as Document, name)
  })
})
