// SPDX-License-Identifier: Apache-2.0

import { isSourceFailing, reconcileNow, SOURCES } from '../../kinds/flux/failures.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { flagAt, textAt } from '../../model/object/fields.ts'
import { firstLine } from '../shared/crossplane.ts'

export const sourceFailing: Check = {
  id: 'source-failing',
  category: 'gitops',
  severity: 'error',
  title: 'Flux cannot fetch a source',
  why: 'The repository does not exist or denies access: the deploy key or token has expired, the URL has changed, or the server is down. What was applied stays, but changes in Git no longer reach a cluster.',
  fix: 'Renew the Secret with the deploy key or token, or correct the URL; Flux retries on its own.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe gitrepositories.source.toolkit.fluxcd.io NAME',
    'flux get sources all -A --context CONTEXT',
  ],
  modes: ['F20'],
  reasons: [
    'AuthenticationFailed',
    'GitOperationFailed',
    'OCIArtifactPullFailed',
    'IndexationFailed',
    'ArtifactFailed',
    'SourceNotReady',
  ],
  about: SOURCES,
  *run(context) {
    for (const node of SOURCES.flatMap((kind) => context.of(kind))) {
      if (!isSourceFailing(node) || flagAt(node.object, 'spec.suspend') === true) continue
      const type = conditionOf(node, 'FetchFailed')?.status === 'True' ? 'FetchFailed' : 'StorageOperationFailed'
      const { reason = '', message = '' } = conditionOf(node, type) ?? {}
      yield {
        mode: 'F20',
        subject: node,
        message: firstLine(message || reason),
        evidence: [
          conditionProof(node, type),
          fieldProof(node, node.kind === 'Bucket' ? 'spec.endpoint' : 'spec.url'),
          ...(textAt(node.object, 'spec.secretRef.name') ? [fieldProof(node, 'spec.secretRef.name')] : []),
          { ...fieldProof(node, 'status.artifact.revision'), ...updated(node.object) },
        ],
        next: [reconcileNow(node, context.now)],
      }
    }
  },
}

function updated(object: unknown) {
  const since = textAt(object, 'status.artifact.lastUpdateTime')
  return since ? { since } : {}
}
