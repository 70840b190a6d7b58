// SPDX-License-Identifier: Apache-2.0

import { refusals, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof, fieldProof, healthyEvidence, missingEvidence } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import { textAt } from '../../model/object/fields.ts'

/** Kinds that a service with targetClusterRef reads from its target cluster. */
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
  title: 'Dependency is missing on the target cluster',
  why: 'A service with targetClusterRef uses the database, cache and secret store of that cluster, in the namespace of the same name. The condition does not name the cluster: an object of the same name in the first cluster may be healthy.',
  fix: 'Create the object on the target cluster, in the namespace of the same name, or remove targetClusterRef from the service.',
  byHand: [
    'kubectl --context TARGET-CONTEXT -n NAMESPACE get mariadbs.k8s.mariadb.com,memcacheds.memcached.c5c3.io,secretstores.external-secrets.io',
  ],
  modes: ['F108'],
  about: SERVICE_KINDS,
  beside: NEEDED,
  *run(context) {
    const reasons = /^(SecretStoreNotReady|ClusterNotReady|WaitingForDatabase|WaitingForDBCredentials)$/
    const waits = SERVICE_KINDS.flatMap((kind) => context.of(kind)).flatMap((service) => {
      const target = textAt(service.object, 'spec.targetClusterRef.name')
      const [condition] = refusals(service, /^(Secrets|Database)Ready$/, reasons)
      if (!target || !condition) return []
      return NEEDED.flatMap((kind) => context.out(service, kind))
        .filter((node) => node.source === 'missing' && node.cluster.label !== service.cluster.label)
        .map((node) => ({ service, condition, node, target }))
    })
    for (const group of Map.groupBy(waits, ({ node }) => node.id).values()) {
      const [first] = group
      if (!first) continue
      const { node, target } = first
      const { cluster, namespace } = node
      yield {
        mode: 'F108',
        subject: node,
        message: `does not exist on the target cluster ${target}, where ${group.map(({ service }) => service.kind).join(' and ')} needs it`,
        evidence: [
          missingEvidence(node),
          ...group.flatMap(({ service, condition }) => [
            conditionProof(service, condition.type),
            fieldProof(service, 'spec.targetClusterRef.name'),
          ]),
          ...sameName(context, node),
        ],
        next: [
          kubectl(
            { cluster, ...(namespace ? { namespace } : {}) },
            'get',
            `${node.spec?.plural ?? node.kind}.${node.group}`,
          ),
        ],
        affects: group.map(({ service }) => service),
      }
    }
  },
}

/** An object of the same name in another cluster, which the message could be mistaken for. */
const sameName = (context: CheckContext, node: GraphNode): readonly FindingEvidence[] =>
  context
    .of(kindName(node))
    .filter(({ namespace, name }) => namespace === node.namespace && name === node.name)
    .map((other) => healthyEvidence(other, 'Ready'))
