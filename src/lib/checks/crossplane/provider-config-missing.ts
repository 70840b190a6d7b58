// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { fieldProof, missingEvidence } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { conditionEvidence, OBJECTS, PROVIDER_CONFIGS } from '../shared/crossplane.ts'

export const providerConfigMissing: Check = {
  id: 'provider-config-missing',
  category: 'crossplane',
  severity: 'error',
  title: 'ProviderConfig does not exist',
  why: 'Crossplane accesses another cluster only through a ProviderConfig. Without it nothing is written or observed there: a new OpenStack cluster is not created, an existing one is no longer updated. No Composition of a pool creates it.',
  fix: 'Create a ProviderConfig of that name whose secretRef names the kubeconfig Secret of the cluster, or correct the name in the claim or the Composition.',
  byHand: [
    'kubectl --context MANAGEMENT get providerconfigs.kubernetes.crossplane.io',
    `kubectl --context MANAGEMENT get objects.kubernetes.crossplane.io -o custom-columns='NAME:.metadata.name,CONFIG:.spec.providerConfigRef.name,SYNCED:.status.conditions[?(@.type=="Synced")].message'`,
  ],
  modes: ['F02'],
  about: OBJECTS,
  beside: PROVIDER_CONFIGS,
  *run(context) {
    const users = new Map<GraphNode, GraphNode[]>()
    for (const object of OBJECTS.flatMap((kind) => context.of(kind)))
      for (const config of PROVIDER_CONFIGS.flatMap((kind) => context.out(object, kind)))
        if (config.source === 'missing') users.set(config, [...(users.get(config) ?? []), object])
    for (const [config, objects] of users) {
      const [first] = objects
      if (!first) continue
      yield {
        mode: 'F02',
        subject: config,
        message: `no ${config.kind} of this name exists, and ${objects.length} Object${objects.length === 1 ? ' needs' : 's need'} it`,
        evidence: [
          missingEvidence(config),
          fieldProof(first, 'spec.providerConfigRef.name'),
          ...conditionEvidence(objects, 'Synced'),
        ],
        next: [kubectl(config, 'get', `${config.spec?.plural ?? 'providerconfigs'}.${config.group}`)],
        affects: objects,
      }
    }
  },
}
