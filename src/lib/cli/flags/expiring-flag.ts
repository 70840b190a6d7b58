// SPDX-License-Identifier: Apache-2.0
import { CLIError } from '@oclif/core/errors'
import * as Flags from '@oclif/core/flags'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { parseDuration } from '../../model/text/time.ts'
import type { Format } from '../../render/formats.ts'

/** In milliseconds. */
export const expiringFlag = Flags.custom<number>({
  helpValue: 'DURATION',
  summary: 'what ends within this time instead: application credentials, certificates, kubeconfigs',
  parse: async (text) => {
    const ms = parseDuration(text)
    if (ms === undefined || ms <= 0) throw new CLIError(`"${safeLine(text)}" is no duration, write 14d or 36h`)
    return ms
  },
})

/** --expiring lists all credentials: it takes no name and cannot be drawn. */
export function refuseOthers({ name, format }: { readonly name?: string | undefined; readonly format: Format }): void {
  if (name !== undefined)
    throw usageError(`"${safeLine(name)}" names one credential and --expiring asks for all: leave one out`)
  if (format === 'dot' || format === 'mermaid')
    throw usageError(`--expiring is a list, -o ${format} draws chains: leave one out`)
}

const usageError = (message: string) => new C5c3Error('USAGE', 'usage', message)
