// SPDX-License-Identifier: Apache-2.0
import { CLIError } from '@oclif/core/errors'
import * as Flags from '@oclif/core/flags'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { FleetOptions } from '../oclif/with-fleet.ts'
import { durationFlag } from './duration-flag.ts'

const pattern = Flags.custom<RegExp>({
  parse: async (text) => {
    try {
      return new RegExp(text, 'u')
    } catch (error) {
      const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : ''
      throw new CLIError(`invalid regular expression: ${safeLine(why, 200)}`)
    }
  },
})

/** The flags of commands that print logs, named as in kubectl where kubectl has them. */
export const logFlags = {
  follow: Flags.boolean({ char: 'f', summary: 'follow the logs, including new Pods' }),
  since: durationFlag({ summary: 'only lines newer than this' }),
  tail: Flags.integer({
    summary:
      'lines per container, -1 for all (default: all of a single container, 100 of each of several, 10 with --follow)',
    helpValue: 'LINES',
    min: -1,
  }),
  previous: Flags.boolean({ char: 'p', summary: 'logs of the previous container instance' }),
  grep: pattern({ summary: 'only lines matching this regex (applied after --since and --tail)', helpValue: 'REGEX' }),
  container: Flags.string({ char: 'c', summary: 'only this container', helpValue: 'NAME' }),
  timestamps: Flags.boolean({ summary: 'prefix lines with timestamps' }),
  prefix: Flags.boolean({ summary: 'prefix lines with cluster/pod', default: true, allowNo: true }),
}

export interface LogFlags {
  readonly follow: boolean
  readonly since?: number | undefined
  readonly tail?: number | undefined
  readonly previous: boolean
  readonly grep?: RegExp | undefined
  readonly container?: string | undefined
  readonly timestamps: boolean
  readonly prefix: boolean
}

/** In a demo, controllers must run: without them nothing is logged that could be followed. */
export const logFleetOptions = ({ follow }: LogFlags): FleetOptions =>
  follow ? { timeout: NO_TIMEOUT, controllers: true } : {}

/** Throws a usage error for contradicting flags. */
export function checkLogFlags({ follow, previous }: LogFlags, format: string): void {
  if (follow && previous) throw new C5c3Error('USAGE', 'usage', '--previous and --follow are mutually exclusive')
  if (follow && format !== 'table' && format !== 'jsonl')
    throw new C5c3Error('USAGE', 'usage', `output format "${format}" is not supported with --follow`, [
      '-o jsonl prints a document for each line',
    ])
}

/** The longest timer that Node.js supports: the user ends it. */
const NO_TIMEOUT = 2 ** 31 - 1
