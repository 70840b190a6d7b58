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

/** A Pod with the fields that show whether its containers have started. */
const LOG_POD: KindSpec = {
  ...pod,
  keep: [...pod.keep, 'spec.initContainers.name', 'status.initContainerStatuses.restartCount'],
}

const inPodRoles = (kind: KindSpec): KindSpec => ({ ...kind, roles: pod.roles })

/** Owners of Pods, or owners of those. */
export const WORKLOADS: readonly KindSpec[] = [deployment, statefulSet, daemonSet].map(inPodRoles)

/** The kinds to read and watch for the Pods of an object: Jobs and ReplicaSets change while it stays. */
export const LOG_KINDS: readonly KindSpec[] = [LOG_POD, REPLICA_SET, inPodRoles(job)]

/** Kinds whose Pods can be found without any other kind. */
export const NEAR_PODS: readonly KindSpec[] = [...WORKLOADS, job, cronJob, node, LOG_POD]
