// SPDX-License-Identifier: Apache-2.0
import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import { CONTROL_PLANE, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { POD_OWNERS } from '../shared/failing-pods.ts'
import { DEPENDABLE_KINDS } from '../shared/service-dependencies.ts'

const CONTENT = [
  CONTROL_PLANE,
  ...SERVICE_KINDS,
  ...IDENTITY_PARTS,
  ...DEPENDABLE_KINDS,
  ...POD_OWNERS,
  'ExternalSecret.external-secrets.io',
  'PersistentVolumeClaim',
  'Secret',
] as const

/** In minutes: deleting the content of a namespace takes a while. */
const PATIENCE = 5

export const namespaceTerminating: Check = {
  id: 'namespace-terminating',
  category: 'workloads',
  severity: 'error',
  title: 'Namespace deletion is blocked',
  why: 'Kubernetes deletes everything in the namespace and accepts no new objects there. The deletion is blocked by finalizers that a controller does not remove, often because the service that the controller needs was deleted first.',
  fix: 'Do not create or copy anything into the namespace: the API server rejects it. Find out who deleted the namespace and back up what is left. Then fix what the objects with finalizers report, so that their controllers can finish. The namespace can be created again only after it is deleted.',
  byHand: [
    'kubectl --context CONTEXT get namespace NAME -o yaml   # status.conditions',
    'kubectl --context CONTEXT api-resources --verbs=list --namespaced -o name | xargs -n 1 kubectl --context CONTEXT -n NAME get --ignore-not-found --show-kind',
  ],
  modes: ['F149'],
  about: ['Namespace'],
  beside: CONTENT,
  reasons: ['Terminating', 'SomeResourcesRemain', 'SomeFinalizersRemain', 'ContentDeletionFailed', 'DiscoveryFailed'],
  *run(context) {
    for (const namespace of context.of('Namespace')) {
      const since = namespace.object?.metadata.deletionTimestamp
      if (!since || !hasLastedFor(since, PATIENCE, context.now)) continue
      const content = CONTENT.flatMap((kind) => context.of(kind)).filter((node) => isIn(node, namespace))
      const holding = holdingConditions(namespace)
      yield {
        mode: 'F149',
        subject: namespace,
        ...(content.length > 0 ? {} : { severity: 'warning' as const }),
        message: `being deleted${holding.length > 0 ? `: ${holding.map(({ message }) => message).join('; ')}` : ''}`,
        evidence: [
          { on: namespace, path: 'metadata.deletionTimestamp', value: since, since },
          ...holding.map(({ type }) => conditionProof(namespace, type)),
        ],
        affects: affectedIn(context, content, namespace),
        standsAlone: true,
        next: [kubectl({ cluster: namespace.cluster }, 'get', 'namespace', namespace.name, '-o', 'yaml')],
      }
    }
  },
}

const isIn = (node: GraphNode, { cluster, name }: GraphNode) =>
  node.cluster.label === cluster.label && node.namespace === name

/** Unhealthy objects in the namespace, and those that refer to one that is missing there. */
const affectedIn = (context: CheckContext, content: readonly GraphNode[], namespace: GraphNode) => {
  const missing = content
    .flatMap((node) => context.out(node))
    .filter((node) => node.source === 'missing' && isIn(node, namespace))
  return [...new Set([...content, ...missing])].filter((node) => !isFine(context.own(node).state))
}

/** Failures first, then what remains and its finalizers. */
function holdingConditions({ object }: GraphNode) {
  const all = object ? [...conditionsOf(object).values()] : []
  const held = all.filter(({ status, message }) => status === 'True' && message !== '')
  return held.sort((a, b) => Number(b.type.endsWith('Failure')) - Number(a.type.endsWith('Failure')))
}
