// SPDX-License-Identifier: Apache-2.0
/** Logs that are written while the fleet runs, by namespace/pod. Others are files of the fleet folder. */
export class PodLogs {
  readonly #texts = new Map<string, string>()
  readonly #listeners = new Set<(pod: string, text: string) => void>()

  get(pod: string): string | undefined {
    return this.#texts.get(pod)
  }

  append(pod: string, text: string): void {
    this.#texts.set(pod, (this.#texts.get(pod) ?? '') + text)
    for (const listener of [...this.#listeners]) listener(pod, text)
  }

  /** Calls the listener for every addition until the returned function is called. */
  subscribe(listener: (pod: string, text: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
