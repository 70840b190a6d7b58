// SPDX-License-Identifier: Apache-2.0
import type { ObserveOptions } from './observe.ts'
import { type ReadFlags, scopeOf } from './read-flags.ts'
import type { Landscape } from './topic.ts'

/** How to observe a fleet, by the flags that all reading commands share. */
export function observeOptions({ now, signal }: Pick<Landscape, 'now' | 'signal'>, flags: ReadFlags): ObserveOptions {
  return {
    now,
    signal,
    acceptCached: flags['accept-cached'] ?? false,
    scope: scopeOf(flags),
    ...(flags.namespace ? { namespace: flags.namespace } : {}),
  }
}
