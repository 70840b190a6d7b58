// SPDX-License-Identifier: Apache-2.0
export interface WarningEvent {
  readonly reason: string
  readonly message: string
  readonly count: number
  /** RFC 3339 */
  readonly first?: string
  readonly last?: string
}
