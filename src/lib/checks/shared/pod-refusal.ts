// SPDX-License-Identifier: Apache-2.0

import { kubectl, type NextStep } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { KubectlTarget } from '../../model/text/command.ts'

/** The Service that a webhook is called through. */
export interface WebhookService {
  readonly namespace: string
  readonly name: string
}

/** Why the API server does not create the Pods of a workload. */
export interface PodRefusal {
  /** The message of the API server without what the controllers put before it. */
  readonly message: string
  readonly webhook?: string
  /** Only if the webhook could not be called: one that denies a Pod works. */
  readonly service?: WebhookService
  readonly next: readonly NextStep[]
}

const PREFIXES = [
  /^Error creating: /,
  /^create Pod \S+ in StatefulSet \S+ failed error: /,
  /^Internal error occurred: /,
  /^pods "[^"]*" is forbidden: /,
]

/** Reads the message of a FailedCreate event or of the condition ReplicaFailure. */
export function podRefusal(workload: GraphNode, text: string): PodRefusal {
  const message = PREFIXES.reduce((rest, prefix) => rest.replace(prefix, ''), text)
  const cluster: KubectlTarget = { cluster: workload.cluster }
  const quota = /(?:exceeded|failed) quota: ([^,:\s]+)/.exec(message)?.[1]
  if (quota) return { message, next: [kubectl(workload, 'describe', 'resourcequota', quota)] }
  const called = /failed calling webhook "([^"]+)"/.exec(message)?.[1]
  const webhook = called ?? /admission webhook "([^"]+)" denied/.exec(message)?.[1]
  if (webhook) return { message, webhook, ...calledService(workload, called === undefined ? '' : message) }
  if (/violates PodSecurity/.test(message))
    return { message, next: [kubectl(cluster, 'get', 'namespace', workload.namespace ?? '', '--show-labels')] }
  if (/service ?account/i.test(message)) return { message, next: [kubectl(workload, 'get', 'serviceaccounts')] }
  if (/PriorityClass/.test(message)) return { message, next: [kubectl(cluster, 'get', 'priorityclasses')] }
  return { message, next: [] }
}

function calledService({ cluster }: GraphNode, message: string): Pick<PodRefusal, 'service' | 'next'> {
  const [, name, namespace] = /https:\/\/([^./"]+)\.([^./"]+)\.svc[.:/]/.exec(message) ?? []
  const webhooks = kubectl({ cluster }, 'get', 'validatingwebhookconfigurations,mutatingwebhookconfigurations')
  if (!name || !namespace) return { next: [webhooks] }
  const selector = `kubernetes.io/service-name=${name}`
  return {
    service: { namespace, name },
    next: [kubectl({ cluster, namespace }, 'get', 'endpointslices,pods', '-l', selector), webhooks],
  }
}
