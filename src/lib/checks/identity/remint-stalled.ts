// SPDX-License-Identifier: Apache-2.0

import { CONTROL_PLANE, refusals } from '../../kinds/openstack/conditions.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { describe } from '../../model/check/next-step.ts'

const CREDENTIAL = 'ApplicationCredential.openstack.k-orc.cloud'

export const remintStalled: Check = {
  id: 'remint-stalled',
  category: 'identity',
  severity: 'error',
  effect: 'degrades',
  title: 'Admin credential cannot be renewed',
  why: 'To renew it, the old application credential is deleted first, but K-ORC cannot revoke it in Keystone: Keystone does not respond, or the password of K-ORC is not valid. Until then the control plane has no new credential.',
  fix: 'Find out why K-ORC cannot reach Keystone (see the conditions of the ApplicationCredential) and fix that: the renewal then continues on its own. Do not remove the finalizer unless the credential is known to be revoked.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get applicationcredentials.openstack.k-orc.cloud NAME -o yaml',
    'kubectl --context CONTEXT -n orc-system logs deploy/orc-controller-manager --tail=100',
  ],
  modes: ['F89'],
  about: [CONTROL_PLANE],
  beside: [CREDENTIAL],
  reasons: ['ReMintStalled'],
  *run(context) {
    for (const node of context.of(CONTROL_PLANE))
      for (const condition of refusals(node, /^KORCReady$/, /^ReMintStalled$/)) {
        const credential = context.out(node, CREDENTIAL).find(({ object }) => object?.metadata.deletionTimestamp)
        const since = credential?.object?.metadata.deletionTimestamp
        yield {
          mode: 'F89',
          subject: credential ?? node,
          message: condition.message || 'the old credential cannot be revoked',
          evidence: [
            conditionProof(node, 'KORCReady'),
            ...(credential && since
              ? [
                  { ...fieldProof(credential, 'metadata.deletionTimestamp'), since },
                  { on: credential, path: 'metadata.finalizers', value: finalizersOf(credential.object) },
                  conditionProof(credential, 'Progressing'),
                ]
              : []),
          ],
          next: [describe(node)],
          affects: credential ? [node] : [],
        }
      }
  },
}

const finalizersOf = (object: { readonly metadata: { readonly finalizers?: readonly string[] } } | undefined) =>
  object?.metadata.finalizers?.join(', ') ?? 'none'
