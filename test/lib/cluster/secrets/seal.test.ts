// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { seal } from '../../../../src/lib/cluster/secrets/seal.ts'

test('a sealed value shows its fingerprint and nothing else', () => {
  const sealed = seal('CANARY')
  expect(sealed.unseal()).toBe('CANARY')
  expect(sealed.fingerprint).toMatch(/^[0-9a-f]{8}$/)
  for (const shown of [
    String(sealed),
    `${sealed}`,
    JSON.stringify({ sealed }),
    inspect({ sealed }, { depth: null, showHidden: true }),
  ]) {
    expect(shown).not.toContain('CANARY')
    expect(shown).toContain(sealed.fingerprint)
  }
})

test('equal values are equal within one run and cannot be compared across runs', () => {
  expect(seal('a').fingerprint).toBe(seal('a').fingerprint)
  expect(seal('a').fingerprint).not.toBe(seal('b').fingerprint)
  const module = pathToFileURL(join(import.meta.dirname, '../../../../src/lib/cluster/secrets/seal.ts')).href
  const script = `import { seal } from '${module}'; console.log(seal('a').fingerprint)`
  const other = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(other.trim()).toMatch(/^[0-9a-f]{8}$/)
  expect(other.trim()).not.toBe(seal('a').fingerprint)
})
