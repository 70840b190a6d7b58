// SPDX-License-Identifier: Apache-2.0
import type { ClusterClient, ListOptions } from '../../cluster/types.ts'
import type { WatchedKind } from './watched-kind.ts'

export interface PumpOptions {
  /** The time of the fleet. */
  readonly now: () => number
  readonly changed: () => void
  /** Called on the first event, and at the end. */
  readonly heard: () => void
}

/** Applies the events of a watch until its signal aborts. */
export async function pump(
  client: Pick<ClusterClient, 'watch'>,
  part: WatchedKind,
  options: ListOptions,
  { now, changed, heard }: PumpOptions,
): Promise<void> {
  for await (const event of client.watch(part.kind, options)) {
    part.apply(event, now())
    heard()
    changed()
  }
  heard()
}
