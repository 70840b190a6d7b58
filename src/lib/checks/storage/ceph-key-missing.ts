// SPDX-License-Identifier: Apache-2.0

import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { fieldProof, missingEvidence } from '../../model/check/evidence.ts'
import { c5c3, kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { fieldAt, textAt } from '../../model/object/fields.ts'
import { holdsData } from '../../model/secret/secret-facts.ts'
import { objectArgs, operands } from '../../model/text/command.ts'
import { isOlder, MINUTE } from '../../model/text/time.ts'
import { connectionEvidence, isFillerBroken, KEY_INPUTS, keysInUse, sufferers } from '../shared/ceph-keys.ts'
import { isNamespaceTerminating } from '../shared/terminating-namespace.ts'
import { hasWorked, type SecretProblem, secretProblem } from '../shared/unusable-secret.ts'

const OBJECT = 'Object.kubernetes.crossplane.io'

export const cephKeyMissing: Check = {
  id: 'ceph-key-missing',
  category: 'storage',
  severity: 'error',
  title: 'Ceph key is missing in the control plane',
  why: 'Rook created the key in the storage cluster, but the Secret that Cinder, Glance and Nova read is missing or empty. Nothing copies the key: a Crossplane Object with an empty Secret does not, and no ExternalSecret does.',
  fix: 'Copy the key once (kubectl c5c3 ceph-secrets sync), then have it synced: a PushSecret in the storage cluster and an ExternalSecret in the control plane.',
  byHand: [
    'kubectl --context STORAGE -n rook-ceph get secret rook-ceph-client-CLIENT',
    'kubectl --context CONTROL-PLANE -n NAMESPACE get secret NAME',
    'kubectl --context CONTROL-PLANE -n NAMESPACE get externalsecrets.external-secrets.io',
  ],
  modes: ['F44'],
  about: ['CephClient.ceph.rook.io'],
  beside: [...KEY_INPUTS, OBJECT, 'Namespace'],
  clusters: ['control-plane', 'storage'],
  *run(context) {
    for (const key of keysInUse(context)) {
      const { secret, client, source } = key
      const problem = secretProblem(secret)
      // Nothing can be copied into a namespace that is being deleted.
      if ((secret.source !== 'missing' && !problem) || isNamespaceTerminating(context, secret)) continue
      if (!source.object || !holdsData(source.object) || isFillerBroken(context, secret)) continue
      // A new key may not have been synced yet. A Secret that exists or that was used before gets no such time.
      const isNew = !problem && !key.uses.some(({ by }) => hasWorked(by))
      if (isNew && !isOlder(source.object.metadata.creationTimestamp, 10 * MINUTE, context.now)) continue
      const isEmpty = problem !== undefined && !holdsData(secret.object ?? source.object)
      const [object] = context.into(secret, OBJECT)
      yield {
        mode: 'F44',
        subject: secret,
        message: `${messageOf(problem, isEmpty)} the key of CephClient ${client.name}${isEmpty && object ? `: Object ${object.name} creates it without data` : ''}`,
        evidence: [
          problem?.evidence ?? missingEvidence(secret),
          { on: source, path: 'data', value: `keys ${Object.keys(source.object.data ?? {}).join(', ')}` },
          fieldProof(client, 'status.phase'),
          ...emptyManifest(object),
          ...connectionEvidence(context, key),
        ],
        affects: sufferers(context, key),
        standsAlone: true,
        next: [
          c5c3('ceph-secrets', 'sync', ...operands(client.name)),
          kubectl(source, 'get', ...objectArgs('secret', source.name)),
          kubectl(secret, 'get', 'externalsecrets.external-secrets.io'),
        ],
      }
    }
  },
}

function messageOf(problem: SecretProblem | undefined, isEmpty: boolean): string {
  if (!problem) return 'does not exist, and should contain'
  return isEmpty ? 'does not contain' : `${problem.message} and contains`
}

/** An Object that applies a Secret without data keeps it empty. */
const emptyManifest = (object: GraphNode | undefined): FindingEvidence[] =>
  object && fieldAt(object.object, 'spec.forProvider.manifest.data') === undefined
    ? [
        {
          on: object,
          path: 'spec.forProvider.manifest.data',
          value: `absent, of a ${textAt(object.object, 'spec.forProvider.manifest.kind') ?? 'Secret'}`,
        },
      ]
    : []
