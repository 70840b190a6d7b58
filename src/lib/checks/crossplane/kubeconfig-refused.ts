// SPDX-License-Identifier: Apache-2.0

import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, fieldProof } from '../../model/check/evidence.ts'
import { c5c3, kubectl } from '../../model/check/next-step.ts'
import { textAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'
import { conditionEvidence, PROVIDER_CONFIGS } from '../shared/crossplane.ts'
import { ACCESS_INPUTS, expiryOf, type NoAccess, REFUSED, withoutAccess } from '../shared/kubeconfig-access.ts'

export const kubeconfigRefused: Check = {
  id: 'kubeconfig-refused',
  category: 'crossplane',
  severity: 'error',
  title: 'Cluster rejects the credentials of a ProviderConfig',
  why: 'Every request of this ProviderConfig is rejected: its certificate or token has expired or was revoked. Existing workloads keep running, but nothing is updated, and the observed state is out of date. The adminkubeconfig of a Shoot is short-lived by design.',
  fix: 'Write a new kubeconfig to the Secret. Use the token of a ServiceAccount that is renewed, not an adminkubeconfig of the Shoot.',
  byHand: [
    `kubectl --context MANAGEMENT get objects.kubernetes.crossplane.io -o custom-columns='NAME:.metadata.name,CONFIG:.spec.providerConfigRef.name,SYNCED:.status.conditions[?(@.type=="Synced")].message'`,
    "kubectl --context MANAGEMENT -n NAMESPACE get secret SECRET -o jsonpath='{.metadata.creationTimestamp}'",
  ],
  modes: ['F04'],
  about: PROVIDER_CONFIGS,
  beside: ACCESS_INPUTS,
  *run(context) {
    for (const access of withoutAccess(context, REFUSED)) {
      const { config, objects, flux, secret } = access
      yield {
        mode: 'F04',
        subject: config,
        message: `all ${objects.length} Objects that use it are rejected: ${rejection(access)}`,
        evidence: [
          fieldProof(config, 'spec.credentials.secretRef.name'),
          ...expiryEvidence(access, context.now),
          ...conditionEvidence(objects, 'Synced'),
          ...conditionEvidence(flux, 'Ready'),
        ],
        next: [
          ...(secret ? [kubectl(secret, 'describe', ...objectArgs('secret', secret.name))] : []),
          c5c3('contexts', 'check'),
        ],
        affects: [...objects, ...flux],
      }
    }
  },
}

const rejection = ({ objects: [first] }: NoAccess): string => {
  const message = first ? (conditionOf(first, 'Synced')?.message ?? '') : ''
  return /certificate has expired[^:]*/i.exec(message)?.[0] ?? /\bUnauthorized\b/.exec(message)?.[0] ?? message
}

function expiryEvidence({ config, secret, kubeconfig }: NoAccess, now: number): readonly FindingEvidence[] {
  const key = textAt(config.object, 'spec.credentials.secretRef.key')
  return expiryOf(kubeconfig).map(([what, expiry]) => ({
    on: secret ?? config,
    path: `data.${key} (${what})`,
    value: `${Date.parse(expiry) <= now ? 'expired' : 'expires'} ${expiry}`,
  }))
}
