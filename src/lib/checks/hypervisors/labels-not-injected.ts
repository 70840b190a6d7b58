// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { countAt, listAt, textAt } from '../../model/object/fields.ts'
import { HOUR, isOlder, MINUTE } from '../../model/text/time.ts'
import { COUNTED_POOL_KINDS, HYPERVISORS, poolHypervisors, poolOf } from '../shared/pool-members.ts'

const DEPLOYMENT = 'Deployment.apps'

/** Labels that the injector copies from a node to the Pods on it. */
const INJECTED = /^kubernetes\.metal\.cloud\.sap\//

export const labelsNotInjected: Check = {
  id: 'labels-not-injected',
  category: 'hypervisors',
  severity: 'warning',
  title: 'Pods do not get the labels of their node',
  why: 'The labels injector is down. Its webhook is ignored when it does not respond, so that Pods start without the labels of their host, region and zone, and selectors for these labels miss them.',
  fix: 'Restore the labels injector, then restart the Pods that started without it: it labels a Pod only when it is scheduled.',
  byHand: [
    'kubectl --context CONTEXT get deployments -A | grep labels-injector',
    'kubectl --context CONTEXT get validatingwebhookconfigurations',
    'kubectl --context CONTEXT get pods -A -L kubernetes.metal.cloud.sap/name',
  ],
  modes: ['F118'],
  about: HYPERVISORS,
  beside: ['Node', DEPLOYMENT, ...COUNTED_POOL_KINDS],
  *run(context) {
    for (const [cluster, hosts] of Map.groupBy(poolHypervisors(context), (host) => host.cluster.label)) {
      const [host] = hosts
      if (!host || !context.isRead(DEPLOYMENT, host.cluster)) continue
      const deployments = context.of(DEPLOYMENT).filter((one) => one.cluster.label === cluster)
      const injectors = deployments.filter(isInjector)
      const labelled = context.of('Node').find((node) => node.cluster.label === cluster && labelOf(node) !== undefined)
      const listPods = ['get', 'pods', '-A', '-L', 'kubernetes.metal.cloud.sap/name']
      for (const injector of injectors.filter((one) => isDown(one, context.now))) {
        yield {
          mode: 'F118',
          subject: injector,
          message: 'the labels injector has no ready Pod, and Pods start without the labels of their node',
          evidence: [
            fieldProof(injector, 'spec.replicas'),
            fieldProof(injector, 'status.readyReplicas'),
            ...(conditionOf(injector, 'Available') ? [conditionProof(injector, 'Available')] : []),
          ],
          standsAlone: true,
          next: [kubectl({ cluster: injector.cluster }, ...listPods)],
        }
      }
      if (injectors.length > 0 || !labelled || !isSettled(context, hosts, deployments)) continue
      yield {
        mode: 'F118',
        subject: poolOf(context, host) ?? host,
        message: 'its nodes have labels for their Pods, but no labels injector is installed',
        evidence: [{ on: labelled, path: `metadata.labels[${labelOf(labelled)}]`, value: 'present, but not copied' }],
        standsAlone: true,
        next: [kubectl({ cluster: host.cluster }, ...listPods)],
      }
    }
  },
}

const isInjector = ({ name, object }: GraphNode) =>
  [name, ...listAt(object, 'spec.template.spec.containers').map((one) => textAt(one, 'image') ?? '')].some((text) =>
    /labels?-injector/.test(text),
  )

const isDown = (injector: GraphNode, now: number) =>
  !injector.object?.metadata.deletionTimestamp &&
  (countAt(injector.object, 'status.readyReplicas') ?? 0) === 0 &&
  isOlder(conditionOf(injector, 'Available')?.since ?? injector.object?.metadata.creationTimestamp, 2 * MINUTE, now)

const labelOf = ({ object }: GraphNode) => Object.keys(object?.metadata.labels ?? {}).find((key) => INJECTED.test(key))

/** The pool is in operation, not being set up: the hypervisor operator is installed. */
const isSettled = (context: CheckContext, hosts: readonly GraphNode[], deployments: readonly GraphNode[]) =>
  hosts.some(({ object }) => isOlder(object?.metadata.creationTimestamp, HOUR, context.now)) &&
  deployments.some(({ name, object }) =>
    [name, ...listAt(object, 'spec.template.spec.containers').map((one) => textAt(one, 'image') ?? '')].some((text) =>
      text.includes('hypervisor-operator'),
    ),
  )
