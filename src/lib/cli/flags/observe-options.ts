// SPDX-License-Identifier: Apache-2.0

import type { ObserveOptions } from '../../pipeline/observe.ts'
import type { CommandContext } from '../oclif/topic.ts'
import { type ReadFlags, scopeOf } from './read-flags.ts'

/** Maps the flags of reading commands to the options of the pipeline. */
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
