// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { kubectl, type NextStep } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import {
  CONTROLLER_WORKLOADS,
  type StoppedController,
  stoppedControllers,
} from '../../model/graph/stopped-controllers.ts'
import { RECONCILED_KINDS } from '../../model/landscape/controllers.ts'
import { countAt } from '../../model/object/fields.ts'

export const controllerNotRunning: Check = {
  id: 'controller-not-running',
  category: 'control-plane',
  severity: 'error',
  isGeneral: true,
  title: 'Controller is not running although it has objects to reconcile',
  why: 'Without its controller these objects are not created, changed or deleted, and their status is not updated: a status that reports Ready may be out of date. Usual causes: a Deployment scaled to 0 for maintenance or an upgrade, a crash loop, an image that cannot be pulled, or no node with enough capacity.',
  fix: 'If the Deployment is scaled to 0, find out who scaled it down and why, then scale it up. If its Pods do not become ready, read their events and the log of the previous container. Do not rely on the status of its objects until the controller has run for a few minutes.',
  byHand: [
    'kubectl --context CONTEXT get deployments -A',
    'kubectl --context CONTEXT -n NAMESPACE describe deployment NAME',
    'kubectl --context CONTEXT -n NAMESPACE logs deployment/NAME --previous --tail=100',
  ],
  modes: [],
  about: CONTROLLER_WORKLOADS,
  beside: RECONCILED_KINDS,
  reasons: ['ControllerNotRunning'],
  *run(context) {
    for (const stopped of stoppedControllers(context))
      yield {
        mode: '',
        subject: stopped.workload,
        message: `${stateOf(stopped)}: nothing reconciles ${countByKind(stopped.objects)}, and ${stopped.objects.length === 1 ? 'its' : 'their'} status may be stale`,
        evidence: evidenceOf(stopped),
        next: nextSteps(stopped),
        affects: affectedBy(context, stopped),
      }
  },
}

/** Its objects and the pools that count them. A failure that an object reports itself has another cause. */
function affectedBy(context: CheckContext, { objects }: StoppedController): readonly GraphNode[] {
  const isUnproven = (node: GraphNode) => context.own(node).reason === 'ControllerNotRunning'
  const unproven = objects.filter(isUnproven)
  return [...new Set([...unproven, ...unproven.flatMap((node) => context.into(node).filter(isUnproven))])]
}

function stateOf({ workload, isScaledToZero }: StoppedController): string {
  if (isScaledToZero) return 'the controller is scaled to 0 replicas'
  return `no replica of the controller is ready (0 of ${countAt(workload.object, 'spec.replicas') ?? 1})`
}

/** "2 ControlPlanes and 1 Keystone": at most three kinds, those with most objects first. */
function countByKind(objects: readonly GraphNode[]): string {
  const kinds = [...Map.groupBy(objects, ({ kind }) => kind)].sort((a, b) => b[1].length - a[1].length)
  const shown = kinds.slice(0, kinds.length > 3 ? 2 : 3)
  const others = kinds.slice(shown.length).reduce((sum, [, nodes]) => sum + nodes.length, 0)
  const parts = [
    ...shown.map(([kind, nodes]) => `${nodes.length} ${kind}${nodes.length === 1 ? '' : 's'}`),
    ...(others > 0 ? [`${others} other objects`] : []),
  ]
  return [parts.slice(0, -1).join(', '), parts.at(-1)].filter((part) => part).join(' and ')
}

function evidenceOf({ workload, isScaledToZero, since }: StoppedController): readonly FindingEvidence[] {
  const desired = countAt(workload.object, 'spec.replicas') ?? 1
  const conditions = REPORTED.flatMap(([type, status]) =>
    conditionOf(workload, type)?.status === status ? [conditionProof(workload, type)] : [],
  )
  if (isScaledToZero) return [{ on: workload, path: 'spec.replicas', value: '0', ...(since ? { since } : {}) }]
  return [{ on: workload, path: 'status.readyReplicas', value: `0 of ${desired}` }, ...conditions]
}

/** Conditions of a Deployment that say why no replica is ready. */
const REPORTED = [
  ['Available', 'False'],
  ['Progressing', 'False'],
  ['ReplicaFailure', 'True'],
] as const

function nextSteps({ workload, isScaledToZero }: StoppedController): readonly NextStep[] {
  const name = `${workload.kind.toLowerCase()}/${workload.name}`
  if (isScaledToZero)
    return [
      { ...kubectl(workload, 'get', name, '-o', 'yaml', '--show-managed-fields'), why: 'shows who changed it last' },
    ]
  return [kubectl(workload, 'get', 'pods'), kubectl(workload, 'logs', name, '--previous', '--tail=100')]
}
