// SPDX-License-Identifier: Apache-2.0
type Load<T> = () => Promise<T>

const waiting: Load<unknown>[] = []

/**
 * A part that a command needs once its clusters have answered: what this gives loads it, and it is loaded before anybody
 * asks, in the pauses while the clusters are asked.
 */
export function later<T>(load: Load<T>): Load<T> {
  waiting.push(load)
  return load
}

/** The same, before all that waits already. */
export function soon<T>(load: Load<T>): Load<T> {
  waiting.unshift(load)
  return load
}

/** Loads what is waiting, a part in each turn of the event loop: an answer waits for no more than one of them. */
export function loadWaiting(): void {
  const load = waiting.shift()
  if (load === undefined) return
  // what cannot be loaded is told to who needs it
  const loadOne = () => load().then(loadWaiting, loadWaiting)
  setImmediate(loadOne)
}
