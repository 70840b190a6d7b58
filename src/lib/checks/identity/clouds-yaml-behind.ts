// SPDX-License-Identifier: Apache-2.0

import { normaliseControlPlane } from '../../kinds/c5c3-operator/spec.ts'
import { differingValues, PUSHED_KINDS } from '../../kinds/external-secrets/pushed-values.ts'
import { EXTERNAL_SECRET, forceSync, targetSecretName } from '../../kinds/external-secrets/sync.ts'
import { CONTROL_PLANE, isConditionTrue, refusals } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionProof, fieldProof, withoutDate } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { CLOUDS_YAML_REASONS } from '../shared/clouds-yaml-reasons.ts'

export const cloudsYamlBehind: Check = {
  id: 'clouds-yaml-behind',
  category: 'identity',
  severity: 'error',
  title: 'K-ORC uses an outdated clouds.yaml',
  why: 'A new admin credential was created and written to OpenBao, but the Secret of K-ORC still contains the old one. WaitingForCloudsYamlSync resolves with the next sync (refreshInterval); CloudsYamlSyncStuck means that it has not for 15 minutes. The catalog and the service accounts are blocked.',
  fix: 'Force-sync the PushSecret, then the ExternalSecret. If that does not help, check the value at the path in OpenBao: something else may write to it.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get pushsecrets,externalsecrets',
    'kubectl --context CONTEXT -n NAMESPACE describe externalsecret SECRET',
  ],
  modes: ['F78', 'F106'],
  about: [CONTROL_PLANE],
  beside: PUSHED_KINDS,
  reasons: ['CloudsYamlSyncStuck', 'WaitingForCloudsYamlSync'],
  *run(context) {
    for (const node of context.of(CONTROL_PLANE))
      for (const condition of refusals(node, /^AdminCredentialReady$/, CLOUDS_YAML_REASONS)) {
        const isStuck = condition.reason === 'CloudsYamlSyncStuck'
        if (!isStuck && !hasLastedFor(condition.since, 2, context.now)) continue
        const readers = readersFor(context, node)
        const differing = differingValues(context).filter(({ reader }) => readers.some(({ id }) => id === reader.id))
        const pushes = [...new Set(differing.map(({ push }) => push))]
        yield {
          mode: isStuck ? 'F78' : 'F106',
          subject: node,
          message: condition.message || 'the clouds.yaml of K-ORC is older than the credential',
          evidence: [
            conditionProof(node, 'AdminCredentialReady'),
            fieldProof(node, 'status.adminApplicationCredential.lastRotation'),
            ...differing.slice(0, 1).map(({ target, targetKey, source, sourceKey }) => ({
              on: target,
              path: `data[${targetKey}]`,
              value: `differs from data[${sourceKey}] of Secret ${source.name}`,
            })),
            ...pushes.map((push) => fieldProof(push, 'status.refreshTime')),
            ...readers.flatMap((reader) => [
              withoutDate(conditionProof(reader, 'Ready')),
              fieldProof(reader, 'status.refreshTime'),
              fieldProof(reader, 'spec.refreshInterval'),
            ]),
          ],
          // If both sides report that they are in sync, nothing else explains it.
          standsAlone: pushes.length > 0 && [...pushes, ...readers].every((one) => isConditionTrue(one, 'Ready')),
          affects: differing.map(({ target }) => target),
          next: [...pushes, ...readers].map((one) => forceSync(one, context.now)),
          ...(isStuck ? {} : { severity: 'warning' as const }),
        }
      }
  },
}

function readersFor(context: CheckContext, controlPlane: GraphNode): readonly GraphNode[] {
  const secret = controlPlane.object && normaliseControlPlane(controlPlane.object).korc.cloudSecret
  return context.out(controlPlane, EXTERNAL_SECRET).filter((one) => one.object && targetSecretName(one) === secret)
}
