// SPDX-License-Identifier: Apache-2.0

/** Log lines written while the fleet runs, by namespace/pod/container; they follow those of the fleet folder. */
export class PodLogs {
  readonly #texts = new Map<string, string>()
  readonly #previous = new Map<string, string>()
  readonly #restarts = new Map<string, number>()
  readonly #listeners = new Set<(log: string) => void>()
  readonly #followed = new Set<(log: string) => void>()

  get(log: string): string {
    return this.#texts.get(log) ?? ''
  }

  /** The log of the container before the last restart. */
  previous(log: string): string | undefined {
    return this.#previous.get(log)
  }

  /** Number of restarts of the container. */
  restarts(log: string): number {
    return this.#restarts.get(log) ?? 0
  }

  /** Appends text; each line gets this time, like on a node. */
  append(log: string, text: string, time: string): void {
    const before = this.get(log)
    const lines = text.split(/(?<=\n)/).map((line, i) => {
      const isContinued = i === 0 && before !== '' && !before.endsWith('\n')
      return isContinued || STAMPED.test(line) ? line : `${time} ${line}`
    })
    this.#texts.set(log, before + lines.join(''))
    this.#notify(log)
  }

  /** Starts a new container with an empty log. */
  restart(log: string): void {
    this.#previous.set(log, this.get(log))
    this.#texts.set(log, '')
    this.#restarts.set(log, this.restarts(log) + 1)
    this.#notify(log)
  }

  /** Returns a function that unsubscribes. */
  subscribe(listener: (log: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls the listener when a client starts to follow a log. */
  onFollowed(listener: (log: string) => void): () => void {
    this.#followed.add(listener)
    return () => this.#followed.delete(listener)
  }

  /** A client starts to follow a log. */
  followed(log: string): void {
    for (const listener of [...this.#followed]) listener(log)
  }

  #notify(log: string): void {
    for (const listener of [...this.#listeners]) listener(log)
  }
}

const STAMPED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z /
