// SPDX-License-Identifier: Apache-2.0
import type { Fault } from './fault.ts'

/** Something that could not be read. Data, not an exception: a link into a gap is unseen, never missing or healthy. */
export interface Gap {
  /** The member's display name, for example storage/st-pool-a */
  readonly cluster: string
  /** Kind.group; absent if the whole cluster is unreachable. */
  readonly kind?: string
  readonly namespace?: string
  readonly fault: Fault
  readonly message: string
}
