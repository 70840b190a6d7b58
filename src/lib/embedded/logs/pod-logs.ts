// SPDX-License-Identifier: Apache-2.0
const STAMPED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z /

/** Logs that are written while the fleet runs, by namespace/pod/container, after what files of the fleet folder say. */
export class PodLogs {
  readonly #texts = new Map<string, string>()
  readonly #previous = new Map<string, string>()
  readonly #restarts = new Map<string, number>()
  readonly #listeners = new Set<(log: string) => void>()
  readonly #followed = new Set<(log: string) => void>()

  get(log: string): string {
    return this.#texts.get(log) ?? ''
  }

  /** What the container before the last restart said; undefined when there was none. */
  previous(log: string): string | undefined {
    return this.#previous.get(log)
  }

  /** How often its container was restarted. */
  restarts(log: string): number {
    return this.#restarts.get(log) ?? 0
  }

  /** Adds text as a container prints it; each line gets this time, as a node notes it. */
  append(log: string, text: string, time: string): void {
    const before = this.get(log)
    const lines = text.split(/(?<=\n)/).map((line, i) => {
      const isBegun = i === 0 && before !== '' && !before.endsWith('\n')
      return isBegun || STAMPED.test(line) ? line : `${time} ${line}`
    })
    this.#texts.set(log, before + lines.join(''))
    this.#tell(log)
  }

  /** The container ends, and another one begins with an empty log. */
  restart(log: string): void {
    this.#previous.set(log, this.get(log))
    this.#texts.set(log, '')
    this.#restarts.set(log, this.restarts(log) + 1)
    this.#tell(log)
  }

  /** Calls the listener for every change until the returned function is called. */
  subscribe(listener: (log: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls the listener for every log that somebody begins to follow. */
  onFollowed(listener: (log: string) => void): () => void {
    this.#followed.add(listener)
    return () => this.#followed.delete(listener)
  }

  /** Somebody begins to follow a log. */
  followed(log: string): void {
    for (const listener of [...this.#followed]) listener(log)
  }

  #tell(log: string): void {
    for (const listener of [...this.#listeners]) listener(log)
  }
}
