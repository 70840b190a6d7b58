// SPDX-License-Identifier: Apache-2.0
// A status about an older spec: a failure stays one, everything better is unknown.
import { describe, expect, it } from 'vitest'
import { phaseHealth, readyHealth } from '../../../../src/lib/model/object/conditions.ts'
import { orderedHealth } from '../../../../src/lib/model/object/ordered-conditions.ts'
import type { KubeObject } from '../../../../src/lib/model/object/resource.ts'

const stale = (status: Readonly<Record<string, unknown>>): KubeObject => ({
  apiVersion: 't.test/v1',
  kind: 'A',
  metadata: { name: 'a', generation: 3 },
  status: { observedGeneration: 2, ...status },
})

const PHASES = { Ready: 'healthy', Creating: 'progressing', Failure: 'failed' } as const

describe('a stale status', () => {
  it.each([
    ['Ready', 'unknown Stale'],
    ['Creating', 'unknown Stale'],
    ['Strange', 'unknown Stale'],
    ['Failure', 'failed Failure'],
  ])('with phase %s is %s', (phase, expected) => {
    const { state, reason } = phaseHealth(stale({ phase }), 'status.phase', PHASES)
    expect(`${state} ${reason}`).toBe(expected)
  })

  it.each([
    ['True', 'Ready', 'unknown Stale'],
    ['False', 'InProgress', 'unknown Stale'],
    ['False', 'Broken', 'failed Broken'],
  ])('with Ready=%s (%s) is %s', (status, reason, expected) => {
    const conditions = [{ type: 'Ready', status, reason }]
    const old = [{ type: 'Ready', status, reason, observedGeneration: 2 }]
    for (const object of [stale({ conditions }), stale({ observedGeneration: 3, conditions: old })])
      for (const health of [readyHealth(object), orderedHealth(object, [])])
        expect(`${health.state} ${health.reason}`).toBe(expected)
  })
})
