// SPDX-License-Identifier: Apache-2.0

import { CONTROL_PLANE, refusals, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import { failedJob, jobProofs, jobSteps } from '../shared/service-jobs.ts'

const STEPS: Readonly<Record<string, string>> = {
  ExpandFailed: 'db-expand',
  MigrateFailed: 'db-migrate',
  ContractFailed: 'db-contract',
}

export const upgradeFailed: Check = {
  id: 'upgrade-failed',
  category: 'control-plane',
  severity: 'error',
  title: 'Upgrade stopped half-way',
  why: 'A service upgrades its database in steps (expand, migrate, contract), each run by a Job. One of them failed for good: the old release still runs, on a schema between the two releases. The ControlPlane already reports the new release; the service reports the installed one.',
  fix: 'Read the log of the Job and fix the cause. Then delete the failed Job: the operator continues with that step. To cancel the upgrade, set the release back to the installed one.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get KIND NAME -o jsonpath="{.status.upgradePhase} {.status.installedRelease} {.status.targetRelease}"',
    'kubectl --context CONTEXT -n NAMESPACE logs job/SERVICE-db-migrate',
  ],
  modes: ['F60'],
  about: SERVICE_KINDS,
  beside: ['Job.batch', CONTROL_PLANE],
  reasons: ['ExpandFailed', 'MigrateFailed', 'ContractFailed'],
  *run(context) {
    for (const service of SERVICE_KINDS.flatMap((kind) => context.of(kind)))
      for (const condition of refusals(service, /^DatabaseReady$/, /^(Expand|Migrate|Contract)Failed$/)) {
        const job = failedJob(context, service, STEPS[condition.reason] ?? '')
        const [from, to] = ['installed', 'target'].map((field) => textAt(service.object, `status.${field}Release`))
        const progress = from && to ? `the upgrade ${from} → ${to} stopped: ` : ''
        yield {
          mode: 'F60',
          subject: job ?? service,
          message: `${progress}${condition.message || condition.reason}`,
          evidence: [
            ...jobProofs(service, condition, job),
            ...['status.upgradePhase', 'status.installedRelease', 'status.targetRelease'].map((path) =>
              fieldProof(service, path),
            ),
            ...releaseInControlPlane(context, service),
          ],
          next: jobSteps(job),
          affects: [service],
        }
      }
  },
}

/** The release that the ControlPlane shows for the service: the desired one, which is misleading. */
function releaseInControlPlane(context: CheckContext, service: GraphNode): readonly FindingEvidence[] {
  const name = service.kind.toLowerCase()
  return context.into(service, CONTROL_PLANE).flatMap((owner) =>
    listAt(owner.object, 'status.services').flatMap((entry) => {
      const value = textAt(entry, 'name') === name ? textAt(entry, 'release') : undefined
      return value
        ? [{ on: owner, path: `status.services[${name}].release`, value: `${value} (requested, not installed)` }]
        : []
    }),
  )
}
