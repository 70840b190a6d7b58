// SPDX-License-Identifier: Apache-2.0

import type { Printed } from '../../cli/oclif/topic.ts'
import { io } from '../../io/io.ts'
import type { Role } from '../../model/landscape/role.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Format } from '../../render/formats.ts'
import { toManifests } from '../../render/manifests.ts'
import { type RbacReport, type RbacSet, rbacReport } from '../../reports/rbac/report.ts'
import { rbacForms, rbacManifests } from '../../reports/rbac/view.ts'

/** The roles that commands need. As YAML they are manifests for kubectl apply, not a report. */
export async function answer({ sets, clusterRoles, flags, format }: RolesInput): Promise<Answer<RbacReport> | Printed> {
  const namespace = flags.namespace === undefined ? {} : { namespace: flags.namespace }
  const report = rbacReport({ sets, clusterRoles, discovery: flags.discovery, ...namespace })
  if (format !== 'yaml') return { report, presentation: rbacForms }
  await io().stdout.write(await toManifests(rbacManifests(report), report.notes))
  return { exitCode: report.exitCode }
}

interface RolesInput {
  readonly sets: readonly RbacSet[]
  readonly clusterRoles: readonly Role[]
  readonly flags: { readonly discovery: boolean; readonly namespace?: string | undefined }
  readonly format: Format
}
