// SPDX-License-Identifier: Apache-2.0

import type { ObserveOptions } from '../../pipeline/observe.ts'
import type { CommandContext } from '../oclif/topic.ts'
import { type ReadFlags, scopeOf } from './read-flags.ts'

/** How to observe a fleet, by the flags that all reading commands share. */
export function observeOptions(
  { now, signal }: Pick<CommandContext, 'now' | 'signal'>,
  flags: ReadFlags,
): ObserveOptions {
  return {
    now,
    signal,
    acceptCached: flags['accept-cached'] ?? false,
    scope: scopeOf(flags),
    ...(flags.namespace ? { namespace: flags.namespace } : {}),
  }
}
