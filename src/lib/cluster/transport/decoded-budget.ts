// SPDX-License-Identifier: Apache-2.0
import { TransportError } from './transport-error.ts'

const MB = 1_048_576

/** All large pages of one cluster at once: 500 Pods have 8 MB, 500 Nodes 15 MB. */
const CLUSTER_BYTES = 256 * MB
/** Several large clusters at once; less than the memory of a small machine. */
const PROCESS_BYTES = 768 * MB
/** The first bytes of each answer do not count: a cluster with large answers cannot make small ones of others fail. */
const UNCOUNTED_BYTES = 262_144

/** The part of a budget that one answer uses. */
export interface BudgetShare {
  /** Counts bytes before they are kept. Throws Trouble when the budget is used up. */
  take(bytes: number): void
  /** Gives everything back; may be called twice. */
  release(): void
}

/** Limits how many bytes of unpacked answers are in memory at one time. A few KB of gzip can unpack to many MB. */
export class DecodedBudget {
  readonly #limit: number
  readonly #owner: string
  readonly #parent: DecodedBudget | undefined
  #used = 0

  constructor(limit: number, owner: string, parent?: DecodedBudget) {
    this.#limit = limit
    this.#owner = owner
    this.#parent = parent
  }

  /** A share for one answer. */
  share(): BudgetShare {
    let [size, counted, isReleased] = [0, 0, false]
    return {
      take: (bytes) => {
        size += bytes
        const more = Math.max(0, size - UNCOUNTED_BYTES) - counted
        if (isReleased || more === 0) return
        this.#add(more)
        counted += more
      },
      release: () => {
        isReleased = true
        this.#subtract(counted)
        counted = 0
      },
    }
  }

  #add(bytes: number): void {
    if (this.#used + bytes > this.#limit)
      // others may have given their share back when the request is repeated
      throw new TransportError(
        'toolarge',
        `the answers of ${this.#owner} need more than ${this.#limit / MB} MB at one time`,
        {
          again: 'reads',
        },
      )
    if (this.#parent) this.#parent.#add(bytes)
    this.#used += bytes
  }

  #subtract(bytes: number): void {
    if (this.#parent) this.#parent.#subtract(bytes)
    this.#used -= bytes
  }
}

const processBudget = new DecodedBudget(PROCESS_BYTES, 'all clusters')

/** The budget of one cluster, which counts against that of the process, too. */
export const clusterBudget = () => new DecodedBudget(CLUSTER_BYTES, 'this cluster', processBudget)
