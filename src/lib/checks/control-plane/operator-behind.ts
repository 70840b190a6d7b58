// SPDX-License-Identifier: Apache-2.0

import { CONTROL_PLANE, isConditionTrue, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check, CheckContext, CheckFinding, FindingEvidence } from '../../model/check/check.ts'
import { fieldProof, healthyEvidence } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isUnobserved } from '../../model/object/conditions.ts'
import { countAt, labelAt } from '../../model/object/fields.ts'

const DEPLOYMENT = 'Deployment.apps'

/** In minutes: a running operator observes a change much sooner. */
const LAG = 2

export const operatorBehind: Check = {
  id: 'operator-behind',
  category: 'control-plane',
  severity: 'error',
  effect: 'degrades',
  title: 'Operator is not reconciling changes',
  why: 'An object was changed, and its operator, which is down or not the leader, has not reconciled it since. Its status is out of date: it may report Ready although that is no longer true, and the ControlPlane stays Ready.',
  fix: 'Scale the Deployment of the operator up, or find out why its Pods do not start; if they run, its log shows whether it holds the lease. Do not rely on the status of its objects until it has caught up.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get KIND NAME -o jsonpath="{.metadata.generation} {.status.observedGeneration}"',
    'kubectl --context CONTEXT get deployments -A -l app.kubernetes.io/name=SERVICE-operator',
  ],
  modes: ['F71', 'F96'],
  about: [CONTROL_PLANE, ...SERVICE_KINDS],
  beside: [DEPLOYMENT],
  reasons: ['Stale'],
  *run(context) {
    const unobserved = [CONTROL_PLANE, ...SERVICE_KINDS]
      .flatMap((kind) => context.of(kind))
      .filter(({ object, stale }) => object && !stale && isUnobserved(object))
      .map((node) => ({ node, operators: deadOperatorsOf(context, node) }))
    for (const { node, operators } of unobserved)
      if (operators.length === 0 && hasLastedFor(node.object?.metadata.changed, LAG, context.now))
        yield unobservedFinding(context, node)
    const dead = unobserved.flatMap(({ node, operators }) => operators.map((operator) => ({ node, operator })))
    for (const group of Map.groupBy(dead, ({ operator }) => operator.id).values()) {
      const [first] = group
      if (!first) continue
      const nodes = group.map(({ node }) => node)
      const readyOwners = nodes.flatMap((node) => readyOwnersOf(context, node))
      yield {
        // A ControlPlane that is Ready hides the problem.
        mode: readyOwners.length > 0 ? 'F96' : 'F71',
        subject: first.operator,
        message: `the operator is not running; ${nodes.map(({ kind, name }) => `${kind} ${name}`).join(', ')} changed since its last reconciliation`,
        evidence: [
          { on: first.operator, path: 'status.readyReplicas', value: replicas(first.operator) },
          ...nodes.map(observedGeneration),
          ...readyOwners.map((owner) => healthyEvidence(owner, 'Ready')),
        ],
        next: [
          kubectl(first.operator, 'get', 'pods'),
          kubectl(first.operator, 'logs', `deploy/${first.operator.name}`, '--tail=100'),
        ],
        affects: nodes,
      }
    }
  },
}

/** The operator seems to run, or was not found, and has not observed the change. */
function unobservedFinding(context: CheckContext, node: GraphNode): CheckFinding {
  const readyOwners = readyOwnersOf(context, node)
  const changed = node.object?.metadata.changed
  return {
    mode: readyOwners.length > 0 ? 'F96' : 'F71',
    subject: node,
    message: 'changed, and not reconciled by its operator since',
    evidence: [
      { ...observedGeneration(node), ...(changed ? { since: changed } : {}) },
      ...readyOwners.map((owner) => healthyEvidence(owner, 'Ready')),
    ],
    next: [
      kubectl(
        { cluster: node.cluster },
        'get',
        'deployments',
        '-A',
        '-l',
        `app.kubernetes.io/name=${operatorOf(node)}`,
      ),
    ],
  }
}

const operatorOf = ({ kind }: GraphNode) => `${kind === 'ControlPlane' ? 'c5c3' : kind.toLowerCase()}-operator`

/** All operators carry the same label with their name. */
function deadOperatorsOf(context: CheckContext, node: GraphNode): readonly GraphNode[] {
  const name = operatorOf(node)
  const operators = context
    .of(DEPLOYMENT)
    .filter(
      ({ cluster, object }) =>
        cluster.label === node.cluster.label && labelAt(object, 'app.kubernetes.io/name') === name,
    )
  return operators.some(({ object }) => (countAt(object, 'status.readyReplicas') ?? 0) > 0) ? [] : operators
}

const readyOwnersOf = (context: CheckContext, node: GraphNode) =>
  context
    .into(node, CONTROL_PLANE)
    .filter((owner) => owner.object && !isUnobserved(owner.object) && isConditionTrue(owner, 'Ready'))

function replicas({ object }: GraphNode): string {
  const desired = countAt(object, 'spec.replicas')
  return desired === 0 ? 'scaled to 0' : `${countAt(object, 'status.readyReplicas') ?? 0} of ${desired ?? '?'}`
}

const observedGeneration = (node: GraphNode): FindingEvidence => ({
  on: node,
  path: 'status.observedGeneration',
  value: `${fieldProof(node, 'status.observedGeneration').value} of generation ${node.object?.metadata.generation}`,
})
