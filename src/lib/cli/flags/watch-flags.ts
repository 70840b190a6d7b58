// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { STATES } from '../../model/graph/health.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import type { State } from '../../model/report/report.ts'
import type { Format } from '../../render/formats.ts'
import { durationFlag } from './duration-flag.ts'

export const watchFlags = {
  watch: Flags.boolean({ char: 'w', summary: 'watch for changes until Ctrl-C', helpGroup: 'WATCH' }),
  'watch-only': Flags.boolean({ summary: 'watch for changes without listing first', helpGroup: 'WATCH' }),
  until: Flags.option({
    options: STATES,
    summary: 'watch until this state is reached, then exit',
    helpGroup: 'WATCH',
    helpValue: 'STATE',
  })(),
  duration: durationFlag({
    summary: 'stop watching after this time (exit 6 if --until was not met)',
    helpGroup: 'WATCH',
  }),
}

export interface WatchFlags {
  readonly watch?: boolean
  readonly 'watch-only'?: boolean
  readonly until?: State | undefined
  readonly duration?: number | undefined
  readonly timeout?: number | undefined
}

export const isWatching = (flags: WatchFlags): boolean =>
  flags.watch === true || flags['watch-only'] === true || flags.until !== undefined || flags.duration !== undefined

/** Throws a usage error for flags and formats that cannot be watched. */
export function checkWatch({ timeout }: WatchFlags, format: Format): void {
  if (timeout !== undefined)
    throw new C5c3Error('USAGE', 'usage', '--timeout and -w are mutually exclusive', ['--duration 10m ends a watch'])
  if (!WATCH_FORMATS.includes(format))
    throw new C5c3Error('USAGE', 'usage', `output format "${format}" is not supported with -w`, [
      '-w -o jsonl prints a document for each change',
    ])
}

const WATCH_FORMATS: readonly Format[] = ['table', 'wide', 'tree', 'jsonl']
