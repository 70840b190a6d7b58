// SPDX-License-Identifier: Apache-2.0
export interface Measured {
  readonly what: string
  readonly value: string
  /** Empty for values without a target. */
  readonly target: string
  readonly met?: boolean
  /** The underlying figures. */
  readonly detail: string
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Median and spread: 1.43 s (1.40–1.61). */
export function spread(values: readonly number[], unit: string, digits = 2): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return `${median(values).toFixed(digits)} ${unit} (${low.toFixed(digits)}–${high.toFixed(digits)})`
}

/** pass, MISS, or report for a value without a target. */
export function verdictOf({ met }: Measured): string {
  if (met === undefined) return 'report'
  return met ? 'pass' : 'MISS'
}
