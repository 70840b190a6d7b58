// SPDX-License-Identifier: Apache-2.0
import { ClusterError, toFailure } from '../../cluster/failure.ts'
import { openPodLog } from '../../cluster/logs/pod-log.ts'
import { inParallel } from '../../cluster/parallel.ts'
import type { ClusterClient } from '../../cluster/types.ts'
import type { Fleet } from '../../fleet/member.ts'
import { pod } from '../../kinds/kubernetes/pod.ts'
import type { GraphNode, NodeId } from '../../model/graph/graph.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { RunLog, RunLogs } from '../../model/tempest/run-log.ts'
import { readTempestOutput } from '../../tempest/output.ts'

/** Finds the Pod of each run and parses its log as a stream. Never throws: failures are part of the result. */
export async function readRunLogs(
  { members }: Fleet,
  jobs: readonly GraphNode[],
  signal: AbortSignal,
): Promise<RunLogs> {
  const logs = await inParallel(jobs, MAX_CONCURRENT_LOGS, async (job): Promise<readonly [NodeId, RunLog]> => {
    const client = members.find(({ label }) => label === job.cluster.label)?.client
    return [job.id, client ? await readRunLog(client, job, signal) : { absent: 'its cluster is unreachable' }]
  })
  return new Map(logs)
}

/** A cached readRunLogs: a log is read again only when its Job has changed. */
export function rememberedRunLogs(): typeof readRunLogs {
  const cache = new Map<NodeId, { readonly version: string | undefined; readonly log: RunLog }>()
  const versionOf = ({ object }: GraphNode) => object?.metadata.resourceVersion
  return async (fleet, jobs, signal) => {
    const fresh = jobs.filter((job) => cache.get(job.id)?.version !== versionOf(job))
    const read = await readRunLogs(fleet, fresh, signal)
    for (const job of fresh) {
      const log = read.get(job.id)
      // A log that could not be read may be readable next time.
      if (log && !log.gap) cache.set(job.id, { version: versionOf(job), log })
    }
    const logs = jobs.map((job) => [job.id, read.get(job.id) ?? cache.get(job.id)?.log] as const)
    return new Map(logs.filter((each): each is readonly [NodeId, RunLog] => each[1] !== undefined))
  }
}

async function readRunLog(client: ClusterClient, job: GraphNode, signal: AbortSignal): Promise<RunLog> {
  const { namespace = '' } = job
  let name: string | undefined
  try {
    const foundPod = await podOf(client, job, signal)
    if (!foundPod) return { absent: 'its Pod is gone, and the log with it' }
    name = foundPod.metadata.name
    const container = containerOf(foundPod)
    const stream = await openPodLog(client, { namespace, pod: name, ...(container ? { container } : {}) }, signal)
    return { pod: name, output: await readTempestOutput(stream.chunks) }
  } catch (error) {
    signal.throwIfAborted()
    const failure = toFailure(error)
    const message = describeFailure(failure)
    if (failure.fault === 'notfound')
      return name === undefined
        ? { absent: 'its Pod is gone, and the log with it' }
        : { pod: name, absent: `Pod ${name} exists, but its log is not available` }
    const gap = { cluster: job.cluster.label, kind: 'Pod', namespace, fault: failure.fault, message }
    return { ...(name ? { pod: name } : {}), absent: message, gap }
  }
}

/** The newest Pod of the Job: failed attempts leave several. */
async function podOf(client: ClusterClient, job: GraphNode, signal: AbortSignal): Promise<KubeObject | undefined> {
  const uid = job.object?.metadata.uid
  const { items, failures } = await client.list(pod, {
    ...(job.namespace === undefined ? {} : { namespace: job.namespace }),
    labelSelector: `batch.kubernetes.io/job-name=${job.name}`,
    signal,
  })
  const [failure] = failures
  if (failure && items.length === 0) throw new ClusterError(failure)
  return items
    .filter(({ metadata: { ownerReferences = [] } }) => ownerReferences.some((owner) => owner.uid === uid))
    .sort((a, b) => (createdAt(a) < createdAt(b) ? 1 : -1))[0]
}

const createdAt = (object: KubeObject) => object.metadata.creationTimestamp ?? ''

/** The container named after Tempest, or the first one. */
function containerOf(podObject: KubeObject): string | undefined {
  const names = listAt(podObject, 'spec.containers').flatMap((one) => textAt(one, 'name') ?? [])
  return names.find((name) => name.includes('tempest')) ?? names[0]
}

const MAX_CONCURRENT_LOGS = 4
