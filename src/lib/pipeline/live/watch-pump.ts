// SPDX-License-Identifier: Apache-2.0
import type { ClusterClient, ListOptions } from '../../cluster/types.ts'
import type { WatchedKind } from './watched-kind.ts'

export interface PumpOptions {
  /** The time of the landscape. */
  readonly now: () => number
  /** Something is not as it was. */
  readonly changed: () => void
  /** Called with the first word, and at the end. */
  readonly heard: () => void
}

/** Passes on what a watch says until its signal aborts. */
export async function pump(
  client: Pick<ClusterClient, 'watch'>,
  part: WatchedKind,
  asked: ListOptions,
  { now, changed, heard }: PumpOptions,
): Promise<void> {
  for await (const event of client.watch(part.kind, asked)) {
    part.apply(event, now())
    heard()
    changed()
  }
  heard()
}
