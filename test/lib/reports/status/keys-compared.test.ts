// SPDX-License-Identifier: Apache-2.0
// An answer never claims that keys match unless the Secrets were read.
import { describe, expect, it } from 'vitest'
import type { Gap } from '../../../../src/lib/model/landscape/gap.ts'
import type { KindReading } from '../../../../src/lib/model/landscape/snapshot.ts'
import { keysCompared, keysLines } from '../../../../src/lib/reports/status/keys-compared.ts'

const reading = (more: Partial<KindReading> = {}): KindReading => ({
  cluster: 'control-plane/a',
  kind: 'Secret',
  outcome: 'read',
  ...more,
})
const FORBIDDEN: Gap = { cluster: 'storage/a', kind: 'Secret', fault: 'forbidden', message: 'may not get' }

describe('keys compared', () => {
  it.each<[string, KindReading[], Gap[], boolean]>([
    ['Secrets were not read', [reading({ kind: 'Node' })], [], false],
    ['nothing refers to a Secret', [reading({ onlyNamespaces: [] })], [], false],
    ['all were listed', [reading()], [], true],
    ['some namespaces were listed', [reading({ onlyNamespaces: ['openstack'] })], [], true],
    [
      'some were read by name',
      [reading({ onlyNamespaces: [], onlyNames: new Map([['a', new Set(['b'])]]) })],
      [],
      true,
    ],
    ['forbidden', [reading({ outcome: 'failed' })], [FORBIDDEN], false],
    ['forbidden in one cluster', [reading()], [FORBIDDEN], false],
  ])('%s', (_, readings, gaps, expected) => {
    expect(keysCompared({ readings, gaps })).toBe(expected)
  })

  it('says how to find out, or what is in the way', () => {
    expect(keysLines(true, { gaps: [] })).toEqual([])
    expect(keysLines(false, { gaps: [] }).map(({ text }) => text)).toEqual([
      'keys not compared: kubectl c5c3 check secrets',
    ])
    expect(keysLines(false, { gaps: [FORBIDDEN] })[0]?.text).toContain('storage/a')
  })
})
