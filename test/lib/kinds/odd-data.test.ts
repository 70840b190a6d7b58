// SPDX-License-Identifier: Apache-2.0
// No function of a kind throws, whatever data a cluster has at the paths that the kind keeps.
import { describe, expect, it } from 'vitest'
import { KINDS } from '../../../src/lib/kinds/index.ts'
import { STATES } from '../../../src/lib/model/graph/health.ts'
import { type KindSpec, kindName } from '../../../src/lib/model/graph/kind.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'

const ODD: readonly unknown[] = [
  null,
  0,
  -1,
  true,
  '',
  'odd',
  '%!s(MISSING)',
  '2026-13-45',
  [],
  [null],
  [[]],
  [1, 'a', {}, null],
  {},
  { name: null },
  [{ name: 1, type: 'Ready', status: true }],
  [{ type: 'Ready', status: 'True', reason: 7, observedGeneration: 'x' }],
  { name: {}, kind: [], apiVersion: 5, namespace: [] },
  [{ apiVersion: 'v1', kind: 'Secret', name: 'constructor' }],
  'constructor',
  '__proto__',
]

const SAMPLES = 300

describe('malformed data', () => {
  it.each(KINDS.map((kind) => [kindName(kind), kind] as const))('does not crash %s', (_, kind) => {
    for (let sample = 0; sample < SAMPLES; sample++) {
      const object = oddObject(kind, sample)
      const health = kind.health?.(object, 0)
      if (health) expect(STATES).toContain(health.state)
      for (const link of kind.links?.(object) ?? []) {
        expect(link.path).not.toBe('')
        if (!kind.holdsCopies) expect(link.observed).toBeUndefined()
      }
      for (const alias of kind.aliases?.(object) ?? []) expect(typeof alias).toBe('string')
      kind.quorum?.(object, new Map([['Node', { total: 0, fine: 0, unknown: 0 }]]), 0)
    }
  })
})

/** An object with a malformed value at, or above, each path that is kept. */
function oddObject(kind: KindSpec, sample: number): KubeObject {
  const object: Record<string, unknown> = {
    apiVersion: `${kind.group}/${kind.versions[0]}`,
    kind: kind.kind,
    metadata: { name: 'x', generation: 1 },
  }
  for (const [i, path] of kind.keep.entries()) {
    const steps = path.split('.')
    // The client validates metadata: its fields have the right types or are absent.
    if (steps[0] === 'metadata') continue
    const depth = 1 + (draw(sample, i, 1) % (steps.length + 1))
    // Some malformed values are deeper than the kept paths: spec.odd below spec.
    setPath(object, [...steps, 'conditions'].slice(0, depth), ODD[draw(sample, i, 2) % ODD.length])
  }
  return object as unknown as KubeObject
}

function setPath(target: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[key] = value
    return
  }
  const below = target[key]
  const next = typeof below === 'object' && below !== null && !Array.isArray(below) ? below : {}
  target[key] = { ...next }
  setPath(target[key] as Record<string, unknown>, rest, value)
}

function draw(...numbers: number[]): number {
  return numbers.reduce((hash, number) => Math.imul(hash ^ (number + 0x9e37), 0x85ebca6b) ^ (hash >>> 13), 7) >>> 0
}
