// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { countAt, labelAt, listAt, textAt } from '../../model/object/fields.ts'

const INSTANCE = 'FluxInstance.fluxcd.controlplane.io'
const DEPLOYMENT = 'Deployment.apps'

export const fluxNotReady: Check = {
  id: 'flux-not-ready',
  category: 'gitops',
  severity: 'error',
  title: 'Flux is not running',
  why: 'When one of the Flux controllers is down, changes in Git do not reach a cluster, and every status that it writes is frozen at its last update: Ready then means nothing.',
  fix: 'Fix the controller (the events and logs of its Pods say why it is down). If the FluxInstance cannot be reconciled, correct what its condition reports.',
  byHand: [
    'kubectl --context CONTEXT -n flux-system get deployments,pods',
    'kubectl --context CONTEXT -n flux-system describe fluxinstances.fluxcd.controlplane.io',
  ],
  modes: ['F112'],
  about: [INSTANCE, 'Kustomization.kustomize.toolkit.fluxcd.io', 'HelmRelease.helm.toolkit.fluxcd.io'],
  beside: [DEPLOYMENT],
  *run(context) {
    const down = controllers(context).filter((node) => ['failed', 'degraded'].includes(context.own(node).state))
    const explained = new Set<GraphNode>()
    for (const node of down) {
      const instances = context.of(INSTANCE).filter((instance) => isInSameNamespace(instance, node))
      for (const instance of instances) explained.add(instance)
      yield {
        mode: 'F112',
        subject: node,
        message: `${countAt(node.object, 'spec.replicas') === 0 ? 'scaled to 0 replicas' : `${readyOf(node)} of its Pods are ready`}: its objects are not reconciled`,
        evidence: [
          { on: node, path: 'status.readyReplicas', value: readyOf(node) },
          conditionProof(node, 'Available'),
          ...instances.map((one) => conditionProof(one, 'Ready')),
        ],
        next: [
          kubectl(node, 'get', 'pods', '-l', `app=${node.name}`),
          kubectl(node, 'logs', `deployment/${node.name}`, '--tail=50'),
        ],
        affects: instances,
      }
    }
    for (const node of context.of(INSTANCE)) {
      if (explained.has(node) || context.own(node).state !== 'failed') continue
      yield {
        mode: 'F112',
        subject: node,
        message: conditionOf(node, 'Ready')?.message || 'the FluxInstance is not ready',
        evidence: [
          conditionProof(node, 'Ready'),
          fieldProof(node, 'status.lastAppliedRevision'),
          fieldProof(node, 'status.lastAttemptedRevision'),
        ],
      }
    }
  },
}

/** The Deployments of Flux: those its FluxInstance lists, and those labelled as part of it. */
function controllers(context: CheckContext): readonly GraphNode[] {
  const listed = new Set(
    context
      .of(INSTANCE)
      .flatMap((one) =>
        listAt(one.object, 'status.components').map((component) => locationOf(one, textAt(component, 'name') ?? '')),
      ),
  )
  return context
    .of(DEPLOYMENT)
    .filter(
      (node) => listed.has(locationOf(node, node.name)) || labelAt(node.object, 'app.kubernetes.io/part-of') === 'flux',
    )
}

const locationOf = ({ cluster, namespace }: GraphNode, name: string) => `${cluster.label} ${namespace} ${name}`

const isInSameNamespace = (a: GraphNode, b: GraphNode) => a.cluster === b.cluster && a.namespace === b.namespace

const readyOf = ({ object }: GraphNode) =>
  `${countAt(object, 'status.readyReplicas') ?? 0} of ${countAt(object, 'spec.replicas') ?? 1}`
