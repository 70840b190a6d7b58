// SPDX-License-Identifier: Apache-2.0

import type { FindingSeverity } from '../../model/check/check.ts'
import type { ManifestFiles } from './files.ts'
import type { ValidateOptions } from './validate.ts'

export interface ValidateAsked {
  readonly files: ManifestFiles
  readonly flags: { readonly 'fail-on': string; readonly offline: boolean; readonly 'allow-incomplete': boolean }
}

/** Maps the flags to the options of the report. */
export const validateOptions = ({ flags }: ValidateAsked): ValidateOptions => ({
  failOn: flags['fail-on'] as FindingSeverity,
  offline: flags.offline ?? false,
  allowIncomplete: flags['allow-incomplete'],
})
