// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '../../cluster/transport/types.ts'
import { isSameClient } from '../../fleet/client-leases.ts'
import type { Fleet, Member } from '../../fleet/member.ts'
import { Changes } from './change-signal.ts'

/** Rediscovers the clusters periodically, and at once when a cross-cluster link changed. */
export class MembershipWatcher {
  readonly #reopen: () => Promise<Fleet>
  readonly #clock: Clock
  readonly #changes = new Changes()
  #isFirst = true

  constructor(reopen: () => Promise<Fleet>, clock: Clock) {
    this.#reopen = reopen
    this.#clock = clock
  }

  /** A cross-cluster link changed. Ignores the first call: the initial fleet was discovered with the same links. */
  hurry(): void {
    if (!this.#isFirst) this.#changes.happened()
    this.#isFirst = false
  }

  /** Passes every new fleet to `adopt` until the signal aborts, and closes the previous one afterwards. */
  async run(adopt: (fleet: Fleet) => Promise<void>, hasLostCluster: () => boolean, signal: AbortSignal): Promise<void> {
    this.#isFirst = false
    let previous: Fleet | undefined
    while (!signal.aborted) {
      await this.#changes.next(this.#clock, hasLostCluster() ? INTERVAL_WHILE_LOST : INTERVAL, signal)
      await this.#clock.sleep(SETTLE, signal)
      if (signal.aborted) break
      const fleet = await this.#openFleet()
      if (!fleet) continue
      await adopt(fleet)
      previous?.close()
      previous = fleet
    }
    previous?.close()
  }

  /** Returns undefined if a kubeconfig is half written or no cluster answers; the next attempt may succeed. */
  async #openFleet(): Promise<Fleet | undefined> {
    try {
      const fleet = await this.#reopen()
      if (fleet.members.length > 0) return fleet
      fleet.close()
    } catch {
      // keep following the current fleet
    }
    return undefined
  }
}

/** How often to rediscover the clusters; sooner while one is lost: its address or credentials may have changed. */
const INTERVAL = 60_000
const INTERVAL_WHILE_LOST = 15_000
/** Wait for further changes: references change in groups. */
const SETTLE = 1000

/** Same cluster, roles and client, or unreachable for the same reason. */
export function isSameMember(a: Member, b: Member): boolean {
  return (
    a.label === b.label &&
    a.cluster.uid === b.cluster.uid &&
    isSameClient(a.client, b.client) &&
    a.failure?.message === b.failure?.message &&
    JSON.stringify(a.cluster.roles) === JSON.stringify(b.cluster.roles)
  )
}
