// SPDX-License-Identifier: Apache-2.0
/** A bar of ten steps and the percentage: 61% is ▇▇▇▇▇▇▁▁▁▁. */
export function bar(share: number): string {
  const steps = Math.min(10, Math.max(0, Math.round(share * 10)))
  return `${'▇'.repeat(steps)}${'▁'.repeat(10 - steps)} ${Math.round(share * 100)}%`
}
