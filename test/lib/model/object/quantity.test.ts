// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest'
import { parseQuantity } from '../../../../src/lib/model/object/quantity.ts'

it.each([
  ['128', 128],
  [54, 54],
  ['500m', 0.5],
  ['1.5', 1.5],
  ['1024Gi', 1024 * 2 ** 30],
  ['10000G', 1e13],
  ['2k', 2000],
  ['2Ki', 2048],
  ['1e3', 1000],
  ['1E', 1e18],
  ['.5', 0.5],
  ['0', 0],
])('%s is %d', (text, number) => {
  expect(parseQuantity(text)).toBe(number)
})

it.each([['-5'], ['5 Gi'], ['Gi'], ['5GB'], ['5K'], [''], [Number.NaN], [-1], [null], [{}], [undefined]])(
  '%s is no quantity',
  (value) => {
    expect(parseQuantity(value)).toBeUndefined()
  },
)
