// SPDX-License-Identifier: Apache-2.0

import { normaliseControlPlane } from '../../kinds/c5c3-operator/spec.ts'
import { CONTROL_PLANE, refusals, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import type { Check, CheckContext, CheckFinding } from '../../model/check/check.ts'
import { conditionProof, fieldProof, missingEvidence } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { labelAt, textAt } from '../../model/object/fields.ts'

const [NAMESPACE, LABEL] = ['c5c3-clusters', 'sigs.k8s.io/multicluster-runtime-kubeconfig'] as const
const KINDS: readonly string[] = [CONTROL_PLANE, ...SERVICE_KINDS]

export const targetClusterUnavailable: Check = {
  id: 'target-cluster-unavailable',
  category: 'control-plane',
  severity: 'error',
  title: 'Target cluster is not registered or unreachable',
  why: 'A service with a target cluster is deployed with the kubeconfig that is registered under that name. Without a labelled Secret of that name in c5c3-clusters, the operators do not know the cluster and do nothing for the service.',
  fix: 'Create the Secret c5c3-clusters/NAME with key kubeconfig and the label sigs.k8s.io/multicluster-runtime-kubeconfig="true", or correct targetClusterRef. If the Secret is correct, renew the kubeconfig in it.',
  byHand: [
    'kubectl --context CONTEXT -n c5c3-clusters get secrets --show-labels',
    'kubectl --context CONTEXT get controlplanes.c5c3.io -A -o yaml | grep -A1 targetClusterRef',
  ],
  modes: ['F69'],
  about: [CONTROL_PLANE],
  beside: [...SERVICE_KINDS, 'Secret'],
  reasons: ['TargetClusterUnavailable'],
  *run(context) {
    const blocked = KINDS.flatMap((kind) => context.of(kind)).flatMap((node) => {
      const conditions = refusals(node, /./, /^TargetClusterUnavailable$/)
      return conditions.flatMap((condition) =>
        targetsOf(node, condition.message).map((target) => ({ node, condition, target })),
      )
    })
    const byTarget = Map.groupBy(blocked, ({ node, target }) => `${node.cluster.label} ${target}`)
    for (const group of byTarget.values()) {
      const [first] = group
      if (!first) continue
      yield findingFor(
        context,
        first.target,
        group.map(({ node, condition: { type, message } }) => ({ node, type, message })),
      )
    }
  },
}

interface BlockedNode {
  readonly node: GraphNode
  readonly type: string
  readonly message: string
}

function findingFor(context: CheckContext, target: string, blocked: readonly BlockedNode[]): CheckFinding {
  const nodes = [...new Map(blocked.map(({ node }) => [node.id, node])).values()]
  const secret = nodes
    .flatMap((node) => context.out(node, 'Secret'))
    .find(({ namespace, name }) => namespace === NAMESPACE && name === target)
  const conditions = blocked.map(({ node, type }) => conditionProof(node, type))
  const [first] = blocked as [BlockedNode, ...BlockedNode[]]
  const mode = 'F69'
  const next = [kubectl({ cluster: first.node.cluster, namespace: NAMESPACE }, 'get', 'secrets', '--show-labels')]
  const common = { mode, next, affects: nodes } as const
  if (secret?.source === 'missing')
    return {
      ...common,
      subject: secret,
      message: `no cluster is registered under the name ${target}`,
      evidence: [missingEvidence(secret), ...conditions],
    }
  const label = labelAt(secret?.object, LABEL)
  if (secret?.object && label !== 'true')
    return {
      ...common,
      subject: secret,
      message: `the Secret of cluster ${target} is not a registration: its label ${LABEL} is ${label ?? 'absent'}`,
      evidence: [{ on: secret, path: `metadata.labels[${LABEL}]`, value: label ?? 'absent' }, ...conditions],
    }
  return {
    ...common,
    subject: first.node,
    message: first.message || `cluster ${target} is not available`,
    evidence: [...conditions, ...(secret?.object ? [fieldProof(secret, 'metadata.creationTimestamp')] : [])],
    affects: nodes.slice(1),
  }
}

/** The target cluster of a service; for a ControlPlane those its message names, else those of all its services. */
function targetsOf({ object }: GraphNode, message: string): readonly string[] {
  const target = textAt(object, 'spec.targetClusterRef.name')
  if (target || !object) return target ? [target] : []
  const all = [...new Set(normaliseControlPlane(object).services.flatMap(({ targetCluster }) => targetCluster ?? []))]
  const named = all.filter((name) => message.includes(`"${name}"`))
  return named.length > 0 ? named : all
}
