// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest'
import { describe, getYaml, printStep } from '../../../src/lib/model/check/next-step.ts'
import type { GraphNode } from '../../../src/lib/model/graph/graph.ts'

const node = (kind: string) =>
  ({
    kind,
    group: '',
    namespace: 'a',
    name: 'b',
    cluster: { label: 'management', context: 'mgmt' },
  }) as unknown as GraphNode

it('no next step prints a Secret', () => {
  expect(getYaml(node('Secret'))).toEqual(describe(node('Secret')))
  expect(printStep(getYaml(node('ConfigMap'))).command).toMatch(/ get configmap b -o yaml$/)
})
