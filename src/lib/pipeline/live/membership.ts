// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '../../cluster/transport/types.ts'
import { isSameClient } from '../../fleet/client-leases.ts'
import type { Fleet, Member } from '../../fleet/member.ts'
import { Changes } from './change-signal.ts'

/** How often to look which clusters there are; sooner while one of them is lost: its address or its keys may be others. */
const EVERY = 60_000
const EVERY_DARK = 15_000
/** References change in groups. */
const GROUP = 1000

/** Looks from time to time which clusters there are, and at once when something changed that leads to one. */
export class MembershipWatcher {
  readonly #reopen: () => Promise<Fleet>
  readonly #clock: Clock
  readonly #changes = new Changes()
  #isFirst = true

  constructor(reopen: () => Promise<Fleet>, clock: Clock) {
    this.#reopen = reopen
    this.#clock = clock
  }

  /** Something leads elsewhere than before; what was found at first was found by the same references. */
  hurry(): void {
    if (!this.#isFirst) this.#changes.happened()
    this.#isFirst = false
  }

  /** Hands over every fleet it finds until the signal aborts. The one before is closed after that. */
  async run(adopt: (fleet: Fleet) => Promise<void>, isDark: () => boolean, signal: AbortSignal): Promise<void> {
    this.#isFirst = false
    let before: Fleet | undefined
    while (!signal.aborted) {
      await this.#changes.next(this.#clock, isDark() ? EVERY_DARK : EVERY, signal)
      await this.#clock.sleep(GROUP, signal)
      if (signal.aborted) break
      const fleet = await this.#look()
      if (!fleet) continue
      await adopt(fleet)
      before?.close()
      before = fleet
    }
    before?.close()
  }

  /** A kubeconfig that is just being written, or a cluster that does not answer: the next look will tell. */
  async #look(): Promise<Fleet | undefined> {
    try {
      const fleet = await this.#reopen()
      if (fleet.members.length > 0) return fleet
      fleet.close()
    } catch {
      // what is followed is followed on
    }
    return undefined
  }
}

/** The same cluster in the same roles by the same way in; or as dark as before. */
export function isSameMember(a: Member, b: Member): boolean {
  return (
    a.label === b.label &&
    a.cluster.uid === b.cluster.uid &&
    isSameClient(a.client, b.client) &&
    a.failure?.message === b.failure?.message &&
    JSON.stringify(a.cluster.roles) === JSON.stringify(b.cluster.roles)
  )
}
