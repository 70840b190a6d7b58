// SPDX-License-Identifier: Apache-2.0
import { fieldAt } from './fields.ts'

/** A Kubernetes quantity (128, 500m, 1024Gi, 1e3) as a number; undefined if it is invalid or negative. */
export function parseQuantity(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined
  const { number, unit = '' } = (typeof value === 'string' && QUANTITY.exec(value)?.groups) || {}
  if (number === undefined) return undefined
  const factor = FACTORS[unit] ?? 10 ** Number(unit.slice(1))
  return Number(number) * factor
}

export const quantityAt = (object: unknown, path: string): number | undefined => parseQuantity(fieldAt(object, path))

const FACTORS: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
}

const QUANTITY = /^(?<number>\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?<unit>[numkMGTPE]|[KMGTPE]i|[eE][+-]?\d{1,2})?$/
