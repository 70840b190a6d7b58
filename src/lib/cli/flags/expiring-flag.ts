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
  summary: 'show credentials, certificates and kubeconfigs that expire within this time',
  parse: async (text) => {
    const ms = parseDuration(text)
    if (ms === undefined || ms <= 0) throw new CLIError(`invalid duration "${safeLine(text)}" (examples: 14d, 36h)`)
    return ms
  },
})

/** --expiring lists all credentials: it takes no name and cannot be drawn. */
export function refuseOthers({ name, format }: { readonly name?: string | undefined; readonly format: Format }): void {
  if (name !== undefined) throw usageError(`--expiring lists all credentials and takes no name ("${safeLine(name)}")`)
  if (format === 'dot' || format === 'mermaid')
    throw usageError(`output format "${format}" is not supported with --expiring`)
}

const usageError = (message: string) => new C5c3Error('USAGE', 'usage', message)
