// SPDX-License-Identifier: Apache-2.0

import type { Asked, CommandContext } from '../../cli/oclif/topic.ts'
import type { Role } from '../../model/landscape/role.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type RbacCheckReport, rbacCheckForms, rbacCheckReport } from '../../reports/rbac/check.ts'
import type { RbacSet } from '../../reports/rbac/report.ts'
import { rbacRows } from './check-permissions.ts'

export async function answer(
  { fleet, progress, signal }: CommandContext,
  { flags, sets, clusterRoles }: CheckInput,
): Promise<Answer<RbacCheckReport>> {
  const rows = rbacRows(fleet, sets, clusterRoles, flags.namespace, signal)
  const report = rbacCheckReport(await progress.during('permissions', rows), flags['allow-incomplete'])
  return { report, presentation: rbacCheckForms }
}

interface CheckInput extends Pick<Asked, 'flags'> {
  readonly sets: readonly RbacSet[]
  readonly clusterRoles: readonly Role[]
}
