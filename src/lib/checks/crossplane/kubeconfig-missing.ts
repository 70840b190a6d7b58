// SPDX-License-Identifier: Apache-2.0

import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { fieldProof, missingEvidence } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { factsOf } from '../../model/secret/secret-facts.ts'
import { objectArgs } from '../../model/text/command.ts'
import { conditionEvidence, OBJECTS, PROVIDER_CONFIGS, syncFailure } from '../shared/crossplane.ts'

/** The provider treats a missing key as an empty kubeconfig and complains about its content. */
const UNUSABLE = /cannot (get|extract) credentials|cannot create new REST config using provider secret/i

export const kubeconfigMissing: Check = {
  id: 'kubeconfig-missing',
  category: 'crossplane',
  severity: 'error',
  title: 'ProviderConfig has no usable kubeconfig',
  why: 'The Secret is missing, or contains the kubeconfig under another key: Flux uses "value", Crossplane usually "kubeconfig". Objects that use this ProviderConfig are no longer written or observed.',
  fix: 'Create the Secret again, or correct the Secret name and key in spec.credentials.secretRef.',
  byHand: [
    "kubectl --context MANAGEMENT get providerconfigs.kubernetes.crossplane.io NAME -o jsonpath='{.spec.credentials}'",
    'kubectl --context MANAGEMENT -n NAMESPACE describe secret SECRET',
  ],
  modes: ['F03'],
  about: PROVIDER_CONFIGS,
  beside: ['Secret', ...OBJECTS],
  *run(context) {
    for (const config of PROVIDER_CONFIGS.flatMap((kind) => context.of(kind))) {
      const users = OBJECTS.flatMap((kind) => context.into(config, kind))
      const failing = users.filter((object) => UNUSABLE.test(syncFailure(object)?.message ?? ''))
      const problem = secretProblem(context, config)
      if (!problem && failing.length === 0) continue
      const namespace = textAt(config.object, 'spec.credentials.secretRef.namespace')
      const name = textAt(config.object, 'spec.credentials.secretRef.name')
      yield {
        mode: 'F03',
        subject: config,
        message: problem?.message ?? 'its credentials cannot be read',
        evidence: [
          fieldProof(config, 'spec.credentials.secretRef.name'),
          fieldProof(config, 'spec.credentials.secretRef.key'),
          ...(problem ? [problem.evidence] : []),
          ...conditionEvidence(failing, 'Synced'),
        ],
        next: name
          ? [
              kubectl(
                { cluster: config.cluster, ...(namespace ? { namespace } : {}) },
                'describe',
                ...objectArgs('secret', name),
              ),
            ]
          : [],
        affects: failing,
        // An unused ProviderConfig does no harm yet.
        ...(users.length === 0 ? { severity: 'warning' as const } : {}),
      }
    }
  },
}

function secretProblem(
  context: CheckContext,
  config: GraphNode,
): { readonly message: string; readonly evidence: FindingEvidence } | undefined {
  const [secret] = context.out(config, 'Secret')
  const key = textAt(config.object, 'spec.credentials.secretRef.key')
  if (!secret) return undefined
  if (secret.source === 'missing') {
    return {
      message: `Secret ${secret.namespace}/${secret.name} does not exist`,
      evidence: missingEvidence(secret),
    }
  }
  if (!secret.object || !key) return undefined
  const keys = Object.keys(secret.object.data ?? {}).sort()
  if (keys.includes(key)) return valueProblem(secret, key)
  const value = keys.length > 0 ? keys.join(', ') : 'none'
  return {
    message: `Secret ${secret.namespace}/${secret.name} has no key ${key} (keys: ${value})`,
    evidence: { on: secret, path: 'data (names of keys)', value },
  }
}

function valueProblem(
  secret: GraphNode,
  key: string,
): { readonly message: string; readonly evidence: FindingEvidence } | undefined {
  const facts = factsOf(secret.object, key)
  if (!facts?.empty && facts?.kubeconfig?.malformed !== true) return undefined
  const value = facts.empty ? 'empty' : 'no usable kubeconfig'
  return {
    message: `key ${key} of Secret ${secret.namespace}/${secret.name} is ${value}`,
    evidence: { on: secret, path: `data.${key}`, value },
  }
}
