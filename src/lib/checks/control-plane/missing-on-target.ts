// SPDX-License-Identifier: Apache-2.0

import { refusals, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof, fieldProof, healthyEvidence, missingEvidence } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import { textAt } from '../../model/object/fields.ts'

/** What a placed service looks for in the cluster it is placed on. */
const NEEDED: readonly string[] = [
  'MariaDB.k8s.mariadb.com',
  'Memcached.memcached.c5c3.io',
  'SecretStore.external-secrets.io',
  'ClusterSecretStore.external-secrets.io',
]

export const missingOnTarget: Check = {
  id: 'missing-on-target',
  category: 'control-plane',
  severity: 'error',
  title: 'What a placed service needs is not on its target cluster',
  why: 'A service with targetClusterRef looks for its database, cache and secret store on that cluster, in the namespace of the same name. The message does not say which cluster it means: one of the same name in the first cluster may be perfectly well.',
  fix: 'Make the object on the target cluster, in the namespace of the same name, or take targetClusterRef off the service.',
  byHand: [
    'kubectl --context TARGET -n NAMESPACE get mariadbs.k8s.mariadb.com,memcacheds.memcached.c5c3.io,secretstores.external-secrets.io',
  ],
  modes: ['F108'],
  about: SERVICE_KINDS,
  beside: NEEDED,
  *run(sight) {
    const reasons = /^(SecretStoreNotReady|ClusterNotReady|WaitingForDatabase|WaitingForDBCredentials)$/
    const waits = SERVICE_KINDS.flatMap((kind) => sight.of(kind)).flatMap((service) => {
      const target = textAt(service.object, 'spec.targetClusterRef.name')
      const [condition] = refusals(service, /^(Secrets|Database)Ready$/, reasons)
      if (!target || !condition) return []
      return NEEDED.flatMap((kind) => sight.out(service, kind))
        .filter((node) => node.source === 'missing' && node.cluster.label !== service.cluster.label)
        .map((node) => ({ service, condition, node, target }))
    })
    for (const those of Map.groupBy(waits, ({ node }) => node.id).values()) {
      const [first] = those
      if (!first) continue
      const { node, target } = first
      const { cluster, namespace } = node
      yield {
        mode: 'F108',
        subject: node,
        message: `it does not exist on the target cluster ${target}, where ${those.map(({ service }) => service.kind).join(' and ')} looks for it`,
        evidence: [
          missingEvidence(node),
          ...those.flatMap(({ service, condition }) => [
            conditionProof(service, condition.type),
            fieldProof(service, 'spec.targetClusterRef.name'),
          ]),
          ...twins(sight, node),
        ],
        next: [
          kubectl(
            { cluster, ...(namespace ? { namespace } : {}) },
            'get',
            `${node.spec?.plural ?? node.kind}.${node.group}`,
          ),
        ],
        affects: those.map(({ service }) => service),
      }
    }
  },
}

/** One of the same name elsewhere, which the message could be taken to mean. */
const twins = (sight: CheckContext, node: GraphNode): readonly FindingEvidence[] =>
  sight
    .of(kindName(node))
    .filter(({ namespace, name }) => namespace === node.namespace && name === node.name)
    .map((twin) => healthyEvidence(twin, 'Ready'))
