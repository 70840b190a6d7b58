// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest'
import { kindPlural } from '../../../src/lib/model/text/kind-plural.ts'

it.each([
  ['Cortex', 'Cortexes'],
  ['Service', 'Services'],
  ['Policy', 'Policies'],
  ['Gateway', 'Gateways'],
])('%s: %s', (kind, plural) => {
  expect(kindPlural(kind)).toBe(plural)
})
