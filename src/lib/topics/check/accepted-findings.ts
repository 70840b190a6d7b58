// SPDX-License-Identifier: Apache-2.0

import type { Suppression } from '../../model/check/suppression.ts'
import { readBaseline } from './baseline.ts'
import { suppressionsFrom } from './suppressions.ts'

/** Findings that are shown but not counted. */
export interface AcceptedFindings {
  readonly suppressions: readonly Suppression[]
  readonly baseline?: ReadonlySet<string>
}

interface AcceptFlags {
  readonly suppress?: readonly string[] | undefined
  readonly 'suppress-file'?: string | undefined
  readonly baseline?: string | undefined
}

/** Reads the files of --suppress-file and --baseline. Throws usage errors. */
export async function acceptedFindings(flags: AcceptFlags, cwd: string): Promise<AcceptedFindings> {
  const suppressions = await suppressionsFrom(flags.suppress ?? [], flags['suppress-file'], cwd)
  return {
    suppressions,
    ...(flags.baseline === undefined ? {} : { baseline: await readBaseline(flags.baseline, cwd) }),
  }
}
