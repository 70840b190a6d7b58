// SPDX-License-Identifier: Apache-2.0

import type { CommandContext } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type CephOrphansReport, cephOrphansForms, cephOrphansReport } from '../../reports/ceph-secrets/orphans.ts'
import { readCephOrphans } from './read-orphans.ts'

/** Copies of keys whose client is gone or that nothing uses. */
export async function answer(
  { fleet, progress, signal }: CommandContext,
  { flags }: { readonly flags: { readonly namespace?: string | undefined; readonly 'allow-incomplete': boolean } },
): Promise<Answer<CephOrphansReport>> {
  const orphans = await progress.during('copies of keys', readCephOrphans(fleet, flags.namespace, signal))
  return { report: cephOrphansReport(orphans, flags['allow-incomplete']), presentation: cephOrphansForms }
}
