// SPDX-License-Identifier: Apache-2.0

import { isExhausted, reconcileNow } from '../../kinds/flux/failures.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { fieldAt, flagAt } from '../../model/object/fields.ts'
import { firstLine } from '../shared/crossplane.ts'

const RELEASE = 'HelmRelease.helm.toolkit.fluxcd.io'

export const releaseExhausted: Check = {
  id: 'release-exhausted',
  category: 'gitops',
  severity: 'error',
  title: 'Helm release: retries exhausted',
  why: 'Helm could not install or upgrade the release, and Flux has used all its retries. The operator or service keeps its old version or is not installed.',
  fix: 'Fix the values or the chart (the condition Released says what failed). Then reset the retry counter: flux reconcile helmrelease NAME -n NAMESPACE --reset --force.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe helmreleases.helm.toolkit.fluxcd.io NAME',
    'flux get helmreleases -n NAMESPACE --context CONTEXT',
  ],
  modes: ['F23'],
  reasons: ['RetriesExceeded', 'MissingRollbackTarget', 'UpgradeFailed', 'InstallFailed'],
  about: [RELEASE],
  *run(context) {
    for (const node of context.of(RELEASE)) {
      if (!isExhausted(node) || flagAt(node.object, 'spec.suspend') === true) continue
      const released = conditionOf(node, 'Released')
      const counts = ['status.upgradeFailures', 'status.installFailures'].filter(
        (path) => fieldAt(node.object, path) !== undefined,
      )
      yield {
        mode: 'F23',
        subject: node,
        message: firstLine(
          (released?.status === 'False' && released.message) ||
            conditionOf(node, 'Stalled')?.message ||
            'retries exhausted',
        ),
        evidence: [
          conditionProof(node, 'Stalled'),
          ...(released ? [conditionProof(node, 'Released')] : []),
          ...counts.map((path) => fieldProof(node, path)),
          fieldProof(node, 'status.lastAttemptedRevision'),
        ],
        next: [reconcileNow(node, context.now, 'resetAt')],
      }
    }
  },
}
