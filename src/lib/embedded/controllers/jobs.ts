// SPDX-License-Identifier: Apache-2.0
import type { V1JobCondition, V1JobStatus, V1Pod, V1PodStatus } from '@kubernetes/client-node'
import type { AsJson } from '../../model/object/kubernetes-json.ts'
import { isObject, listAtKeys, type Manifest, textAtKeys, valueAtKeys } from '../json.ts'
import { logFile } from '../logs/logs.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import { newName } from '../storage/write-options.ts'
import type { Controller, ControllerContext } from './index.ts'
import { timeOf, writeAs } from './write.ts'

/** Simulates the Job controller and a kubelet: a new Job gets one Pod, which runs, writes its log and succeeds. */
export const jobs: Controller = (context, state, { resource, type, entry }) => {
  if (resource !== JOBS || type !== 'ADDED' || valueAtKeys(entry.object, 'spec', 'suspend') === true) return
  context.later(() => start(context, state, entry.key))
}

async function start(context: ControllerContext, state: ClusterState, key: string): Promise<void> {
  const first = state.store.get(JOBS, key)?.object
  if (first === undefined) return
  const log = await logOf(state, first)
  const job = state.store.get(JOBS, key)?.object
  if (job === undefined) return
  const pod = podOf(job)
  writeAs(state, MANAGER, { ...pod, status: podStatus(state, pod, 'Running') })
  writeAs(state, MANAGER, { ...job, status: { startTime: timeOf(state), active: 1, ready: 1 } }, 'status')
  const podKey = `${pod.metadata.namespace}/${pod.metadata.name}`
  const container = textAtKeys(listAtKeys(pod, 'spec', 'containers')[0], 'name')
  print(context, state, { key, podKey, log: `${podKey}/${container}`, lines: log.split(/(?<=\n)/) })
}

interface Run {
  readonly key: string
  readonly podKey: string
  readonly log: string
  readonly lines: readonly string[]
}

/** Duration of a run: it writes a part of the log with each beat and ends after the last. */
const BEATS = 12

function print(context: ControllerContext, state: ClusterState, run: Run, beat = 0): void {
  const { key, podKey, log, lines } = run
  const [from, to] = [beat, beat + 1].map((part) => Math.ceil((lines.length * part) / BEATS))
  const text = lines.slice(from, to).join('')
  if (text !== '') state.logs.append(log, text, new Date(state.now()).toISOString())
  context.later(() => (beat + 1 < BEATS ? print(context, state, run, beat + 1) : finish(state, key, podKey)))
}

function finish(state: ClusterState, key: string, podKey: string): void {
  const pod = state.store.get('pods', podKey)?.object
  if (pod !== undefined) writeAs(state, 'kubelet', { ...pod, status: podStatus(state, pod, 'Succeeded') }, 'status')
  const job = state.store.get(JOBS, key)?.object
  if (job === undefined) return
  const time = timeOf(state)
  const condition = (type: string): AsJson<V1JobCondition> => ({
    type,
    status: 'True',
    reason: 'CompletionsReached',
    message: 'Reached expected number of succeeded pods',
    lastProbeTime: time,
    lastTransitionTime: time,
  })
  const status = {
    startTime: textAtKeys(job, 'status', 'startTime'),
    completionTime: time,
    succeeded: 1,
    ready: 0,
    terminating: 0,
    uncountedTerminatedPods: {},
    conditions: [condition('SuccessCriteriaMet'), condition('Complete')],
  } satisfies AsJson<V1JobStatus>
  writeAs(state, MANAGER, { ...job, status }, 'status')
}

/** The log that a run of this Job writes: a file named after it or its owner, or the newest run of the same owner. */
async function logOf(state: ClusterState, job: Manifest): Promise<string> {
  const { namespace = '', name } = job.metadata
  const owners = listAtKeys(job.metadata, 'ownerReferences').map((owner) => textAtKeys(owner, 'name'))
  const earlier = state.store
    .entries('pods')
    .map((entry) => entry.object.metadata)
    .filter((pod) => pod.namespace === namespace && owners.some((owner) => pod.name.startsWith(`${owner}-`)))
    .map((pod) => pod.name)
  for (const candidate of [name, ...owners, ...earlier.toReversed()]) {
    const text = await logFile(state, namespace, candidate)
    if (text !== undefined) return text
  }
  return `started ${name}\nfinished ${name}\n`
}

function podOf(job: Manifest): Manifest {
  const { namespace = '', name, uid = '' } = job.metadata
  const template = valueAtKeys(job, 'spec', 'template')
  const labels = valueAtKeys(template, 'metadata', 'labels')
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: newName(`${name}-`),
      generateName: `${name}-`,
      namespace,
      generation: 1,
      labels: {
        ...(isObject(labels) ? (labels as Record<string, string>) : {}),
        'batch.kubernetes.io/controller-uid': uid,
        'batch.kubernetes.io/job-name': name,
        'controller-uid': uid,
        'job-name': name,
      },
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name, uid, controller: true, blockOwnerDeletion: true }],
    },
  } satisfies AsJson<Omit<V1Pod, 'spec'>>
  return { ...pod, spec: valueAtKeys(template, 'spec') ?? {} }
}

function podStatus(state: ClusterState, pod: Manifest, phase: 'Running' | 'Succeeded'): AsJson<V1PodStatus> {
  const time = timeOf(state)
  const startTime = textAtKeys(pod, 'status', 'startTime') || time
  const ended = { terminated: { exitCode: 0, reason: 'Completed', startedAt: startTime, finishedAt: time } }
  const running = phase === 'Running'
  return {
    phase,
    startTime,
    qosClass: 'BestEffort',
    conditions: [{ type: 'Ready', status: running ? 'True' : 'False', lastProbeTime: null, lastTransitionTime: time }],
    containerStatuses: listAtKeys(pod, 'spec', 'containers').map((container) => ({
      name: textAtKeys(container, 'name'),
      image: textAtKeys(container, 'image'),
      imageID: '',
      lastState: {},
      ready: running,
      restartCount: 0,
      state: running ? { running: { startedAt: startTime } } : ended,
    })),
  }
}

const JOBS = 'jobs.batch'
const MANAGER = 'kube-controller-manager'
