// SPDX-License-Identifier: Apache-2.0
import { CLIError } from '@oclif/core/errors'
import * as Flags from '@oclif/core/flags'
import { safeLine } from '../../model/text/sanitize.ts'
import { parseDuration } from '../../model/text/time.ts'

/** Parses a duration into milliseconds. */
export const durationFlag = Flags.custom<number>({
  helpValue: 'DURATION',
  parse: async (text) => {
    const ms = parseDuration(text)
    if (ms === undefined || ms <= 0) throw new CLIError(`invalid duration "${safeLine(text)}" (examples: 30s, 10m, 2h)`)
    return ms
  },
})
