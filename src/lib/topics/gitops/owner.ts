// SPDX-License-Identifier: Apache-2.0

import { observeOptions } from '../../cli/flags/observe-options.ts'
import type { Asked, CommandContext } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { GitopsOwnerReport } from '../../reports/gitops/owner.ts'
import { ownerForms } from '../../reports/gitops/owner-view.ts'
import { findOwner } from './find-owner.ts'

/** The folder and the repository that an object comes from. */
export async function answer(
  context: CommandContext,
  { args, flags }: Asked<{ readonly object: string }>,
): Promise<Answer<GitopsOwnerReport>> {
  // -n is the object's namespace here and does not limit what is read.
  const options = { ...observeOptions(context, flags), scope: {} }
  const finding = findOwner(context.fleet, args.object, options, flags['allow-incomplete'])
  return { report: await context.progress.during('all clusters', finding), presentation: ownerForms }
}
