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
      throw new CLIError(`cannot read ${safeLine(why, 200)} as a regular expression`)
    }
  },
})

/** The flags of commands that print logs, named as in kubectl where kubectl has them. */
export const logFlags = {
  follow: Flags.boolean({ char: 'f', summary: 'go on with what is printed from now on, also by Pods that come later' }),
  since: durationFlag({ summary: 'only what was printed in this time' }),
  tail: Flags.integer({
    summary:
      'so many lines of each container, -1 for all (default: all of one container, 100 of each of several, 10 when following)',
    helpValue: 'LINES',
    min: -1,
  }),
  previous: Flags.boolean({ char: 'p', summary: 'what containers said before they were last restarted' }),
  grep: pattern({ summary: 'only lines that match, of those that --since and --tail leave', helpValue: 'REGEX' }),
  container: Flags.string({ char: 'c', summary: 'only this container', helpValue: 'NAME' }),
  timestamps: Flags.boolean({ summary: 'the time before each line' }),
  prefix: Flags.boolean({ summary: 'cluster/pod before each line', default: true, allowNo: true }),
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
  if (follow && previous)
    throw new C5c3Error('USAGE', 'usage', 'what was said before a restart has an end: --previous cannot be followed')
  if (follow && format !== 'table' && format !== 'jsonl')
    throw new C5c3Error('USAGE', 'usage', `-o ${format} is one document, and --follow has no end`, [
      '-o jsonl prints a document for each line',
    ])
}

/** The longest timer that Node.js supports: the user ends it. */
const NO_TIMEOUT = 2 ** 31 - 1
