// SPDX-License-Identifier: Apache-2.0
import { isYoungerThan } from '../../model/check/age.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import { eventEvidence } from '../shared/pod-failure.ts'

const CLAIM = 'PersistentVolumeClaim'
const SET = 'StatefulSet.apps'
const DATABASE = 'MariaDB.k8s.mariadb.com'

export const volumeNotBound: Check = {
  id: 'volume-not-bound',
  category: 'workloads',
  severity: 'error',
  title: 'Volume of a workload is not bound',
  why: 'The Pod that needs the volume does not start. Usually the storage class does not exist, its provisioner is down, or the storage is full.',
  fix: 'Read the message of the provisioner; create the storage class that the claim names, or fix the storage. Do not delete a claim that was bound before: it holds data.',
  byHand: ['kubectl --context CONTEXT -n NAMESPACE describe pvc NAME', 'kubectl --context CONTEXT get storageclass'],
  modes: ['F147'],
  about: [CLAIM],
  beside: [SET, DATABASE, 'Pod', 'Event'],
  reasons: ['ProvisioningFailed'],
  *run(context) {
    for (const claim of context.of(CLAIM)) {
      const phase = textAt(claim.object, 'status.phase')
      if ((phase !== 'Pending' && phase !== 'Lost') || isYoungerThan(claim, 5, context.now)) continue
      const sets = unhealthySets(context, claim)
      const isOfDatabase = sets.some((set) => context.into(set, DATABASE).length > 0)
      const pods = blockedPods(context, claim, sets)
      const [event] = context.events(claim)
      // Without either, the claim may wait for its Pod to be scheduled (WaitForFirstConsumer).
      const hasReason = phase === 'Lost' || event !== undefined || pods.length > 0
      if (isOfDatabase || (sets.length === 0 && pods.length === 0) || !hasReason) continue
      const storageClass = textAt(claim.object, 'spec.storageClassName')
      const state = `the volume is ${phase}${storageClass ? `, storage class ${storageClass}` : ''}`
      yield {
        mode: 'F147',
        subject: claim,
        effect: sets.some((set) => (countAt(set.object, 'status.readyReplicas') ?? 0) > 0) ? 'degrades' : 'fails',
        message: event ? `${state}: ${event.message}` : state,
        evidence: [
          fieldProof(claim, 'status.phase'),
          fieldProof(claim, 'spec.storageClassName'),
          ...(event ? [eventEvidence(claim, event)] : []),
          ...pods.map((pod) => conditionProof(pod, 'PodScheduled')),
        ],
        affects: [...sets, ...pods],
        next: [kubectl({ cluster: claim.cluster }, 'get', 'storageclass')],
      }
    }
  },
}

/** The StatefulSets of a claim, by their labels or by its name TEMPLATE-SET-ORDINAL: not every operator labels claims. */
const unhealthySets = (context: CheckContext, claim: GraphNode): readonly GraphNode[] => {
  const [, owner = ''] = /^(.+)-\d+$/.exec(claim.name) ?? []
  const byName = context
    .of(SET)
    .filter(
      ({ cluster, namespace, name }) =>
        cluster.label === claim.cluster.label && namespace === claim.namespace && owner.endsWith(`-${name}`),
    )
  return [...new Set([...context.into(claim, SET), ...byName])].filter((set) => !isFine(context.own(set).state))
}

/** Pods that the scheduler holds back because of this claim. A StatefulSet names its claims TEMPLATE-POD. */
function blockedPods(context: CheckContext, claim: GraphNode, sets: readonly GraphNode[]): readonly GraphNode[] {
  const ofSets = sets.flatMap((set) => context.out(set, 'Pod')).filter(({ name }) => claim.name.endsWith(`-${name}`))
  return [...new Set([...context.into(claim, 'Pod'), ...ofSets])].filter((pod) => {
    const scheduled = conditionOf(pod, 'PodScheduled')
    return scheduled?.status === 'False' && /PersistentVolumeClaim|volume/i.test(scheduled.message)
  })
}
