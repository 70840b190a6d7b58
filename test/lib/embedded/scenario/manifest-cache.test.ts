// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Manifest } from '../../../../src/lib/embedded/json.ts'
import { cachedManifests } from '../../../../src/lib/embedded/scenario/manifest-cache.ts'
import { parseClusterManifests, parseYamlManifests } from '../../../../src/lib/embedded/scenario/manifest-file.ts'
import { ROOT } from '../../../harness/run-cli.ts'
import { tempFolder } from '../../../harness/temp-folder.ts'

const secret = (name: string): Manifest => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name } })

/** A checkout with one fleet file, and a counter of how often that file was parsed. */
function checkout(file = 'fleets/small/management.yaml') {
  const root = tempFolder({ [file]: '' })
  const entry = join(root, 'dist/fleet-cache', file.replace(/yaml$/, 'json'))
  let parsed = 0
  const read = (text: string) =>
    cachedManifests(
      join(root, file),
      text,
      async () => {
        parsed += 1
        return [secret(text)]
      },
      root,
    )
  return { root, entry, read, parsed: () => parsed }
}

describe('the cache of parsed fleet files in a checkout', () => {
  test.each(['fleets/small/management.yaml', 'test/modes/F1/management.yaml'])(
    'parses %s once per content',
    async (file) => {
      const { entry, read, parsed } = checkout(file)
      expect([await read('a'), await read('a')]).toEqual([[secret('a')], [secret('a')]])
      expect(parsed()).toBe(1)
      expect([await read('b'), await read('b')]).toEqual([[secret('b')], [secret('b')]])
      expect(parsed()).toBe(2)
      expect(readdirSync(join(entry, '..')), 'one entry per file, no temporary file').toEqual(['management.json'])
    },
  )

  test.each(['', '{', '[]', 'null', '{"sha256":"0","manifests":[]}'])(
    'ignores and replaces the entry %j',
    async (text) => {
      const { entry, read, parsed } = checkout()
      await read('a')
      const whole = readFileSync(entry, 'utf8')
      writeFileSync(entry, text)
      expect(await read('a')).toEqual([secret('a')])
      expect(parsed()).toBe(2)
      expect(readFileSync(entry, 'utf8')).toBe(whole)
    },
  )

  test('ignores a truncated entry', async () => {
    const { entry, read } = checkout()
    await read('a')
    const whole = readFileSync(entry, 'utf8')
    for (let length = 0; length < whole.length; length += 7) {
      writeFileSync(entry, whole.slice(0, length))
      expect(await read('a')).toEqual([secret('a')])
    }
  })

  test.each(['my-fleet/management.yaml', 'dist/management.yaml', 'fleets.yaml'])(
    'caches nothing of a user folder: %s',
    async (file) => {
      const { root, read, parsed } = checkout(file)
      await read('a')
      await read('a')
      expect(parsed()).toBe(2)
      expect(existsSync(join(root, 'dist/fleet-cache'))).toBe(false)
    },
  )

  test('is optional: a read-only checkout works', async () => {
    const { root, read, parsed } = checkout()
    writeFileSync(join(root, 'dist'), 'a file where the folder should be')
    expect([await read('a'), await read('a')]).toEqual([[secret('a')], [secret('a')]])
    expect(parsed()).toBe(2)
  })

  test('supports concurrent writers', async () => {
    const { entry, read } = checkout()
    const texts = Array.from({ length: 50 }, (_, i) => String(i % 5))
    expect(await Promise.all(texts.map(read))).toEqual(texts.map((text) => [secret(text)]))
    expect(readdirSync(join(entry, '..'))).toEqual(['management.json'])
  })

  test('returns the content of every bundled fleet file', { timeout: 300_000 }, async () => {
    const files = readdirSync(join(ROOT, 'fleets'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.yaml') && !name.endsWith('fleet.yaml'))
      .map((name) => join(ROOT, 'fleets', name))
    expect(files.length).toBeGreaterThan(30)
    for (const file of files) {
      const text = readFileSync(file, 'utf8')
      await parseClusterManifests(file, text)
      const cached = await cachedManifests(file, text, () => Promise.reject(new Error(`${file} is not in the cache`)))
      expect(cached, file).toEqual(await parseYamlManifests(file, text))
    }
  })
})
