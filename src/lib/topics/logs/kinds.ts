// SPDX-License-Identifier: Apache-2.0
import { cronJob } from '../../kinds/kubernetes/cron-job.ts'
import { daemonSet } from '../../kinds/kubernetes/daemon-set.ts'
import { deployment } from '../../kinds/kubernetes/deployment.ts'
import { job } from '../../kinds/kubernetes/job.ts'
import { node } from '../../kinds/kubernetes/node.ts'
import { pod } from '../../kinds/kubernetes/pod.ts'
import { statefulSet } from '../../kinds/kubernetes/stateful-set.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { REPLICA_SET } from '../events/kinds.ts'

/** A Pod with what tells whether its containers have begun. */
export const LOG_POD: KindSpec = {
  ...pod,
  keep: [...pod.keep, 'spec.initContainers.name', 'status.initContainerStatuses.restartCount'],
}

const anywhere = (kind: KindSpec): KindSpec => ({ ...kind, roles: pod.roles })

/** What owns Pods, or something that does. */
export const WORKLOADS: readonly KindSpec[] = [deployment, statefulSet, daemonSet].map(anywhere)

/** What is looked at, and watched, to find the Pods behind an object: Jobs and ReplicaSets come and go while it stays. */
export const LOG_KINDS: readonly KindSpec[] = [LOG_POD, REPLICA_SET, anywhere(job)]

/** Kinds whose Pods are found without any other kind. */
export const NEAR_PODS: readonly KindSpec[] = [...WORKLOADS, job, cronJob, node, LOG_POD]
