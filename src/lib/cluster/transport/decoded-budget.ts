// SPDX-License-Identifier: Apache-2.0
import { TransportError } from './transport-error.ts'

const MB = 1_048_576

/** Enough for all large pages of one cluster at once: 500 Pods have 8 MB, 500 Nodes 15 MB. */
const CLUSTER_BYTES = 256 * MB
/** Enough for several large clusters at once; less than the memory of a small machine. */
const PROCESS_BYTES = 768 * MB
/** Not counted for each answer, so that large answers of one cluster cannot make small ones of others fail. */
const UNCOUNTED_BYTES = 262_144

/** The bytes of one answer. */
export interface BudgetShare {
  /** Counts bytes before they are kept. Throws TransportError when the budget is exhausted. */
  take(bytes: number): void
  /** Idempotent. */
  release(): void
}

/** Limits the bytes of decompressed answers in memory at one time. A few KB of gzip can expand to many MB. */
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
      // Other answers may have released their share when the request is repeated.
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

/** Also counts against the budget of the process. */
export const clusterBudget = () => new DecodedBudget(CLUSTER_BYTES, 'this cluster', processBudget)
