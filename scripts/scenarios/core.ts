// SPDX-License-Identifier: Apache-2.0
// Built-in kinds of Kubernetes, in the few forms the fleets need.
import { after, b64, conditions, type Identity, type Obj, type ObjectMaker, withBody } from './kube.ts'

export function namespace(
  make: ObjectMaker,
  name: string,
  age: string,
  labels: Record<string, string> = {},
  born?: string,
): Obj {
  const all = { 'kubernetes.io/metadata.name': name, ...labels }
  return make(
    'v1',
    'Namespace',
    { name, age, labels: all, ...(born && { born }) },
    { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } },
  )
}

/** The namespaces every cluster has; the uid of kube-system is the identity of the cluster. */
export function baseNamespaces(make: ObjectMaker, age: string): Obj[] {
  return ['default', 'kube-public', 'kube-system'].map((name) => namespace(make, name, age))
}

/** A Secret with plain-text values, encoded as in the API. */
export function secret(make: ObjectMaker, id: Identity, values: Record<string, string>, type = 'Opaque'): Obj {
  const data = Object.fromEntries(Object.entries(values).map(([k, v]) => [k, b64(v)]))
  return make('v1', 'Secret', id, { type, data })
}

export function configMap(make: ObjectMaker, id: Identity, data: Record<string, string>): Obj {
  return make('v1', 'ConfigMap', id, { data })
}

export interface Workload {
  readonly image: string
  readonly replicas: number
  readonly labels: Record<string, string>
  /** The only node it may run on. */
  readonly host?: string
}

/** A Deployment whose rollout is complete. */
export function deployment(make: ObjectMaker, id: Identity, w: Workload): Obj {
  const o = make('apps/v1', 'Deployment', { generation: 1, labels: w.labels, ...id })
  const n = w.replicas
  return withBody(o, {
    spec: { replicas: n, ...podTemplate(id.name, w) },
    status: {
      observedGeneration: o.metadata.generation,
      replicas: n,
      updatedReplicas: n,
      readyReplicas: n,
      availableReplicas: n,
      conditions: conditions(
        o,
        [{ type: 'Available', reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.' }],
        15,
        false,
      ),
    },
  })
}

/** A StatefulSet with every replica ready at the current revision. */
export function statefulSet(make: ObjectMaker, id: Identity, w: Workload): Obj {
  const o = make('apps/v1', 'StatefulSet', { generation: 1, labels: w.labels, ...id })
  const n = w.replicas
  const revision = `${id.name}-${o.metadata.uid.slice(0, 8)}`
  return withBody(o, {
    spec: { serviceName: id.name, replicas: n, ...podTemplate(id.name, w) },
    status: {
      observedGeneration: o.metadata.generation,
      replicas: n,
      readyReplicas: n,
      availableReplicas: n,
      currentReplicas: n,
      updatedReplicas: n,
      currentRevision: revision,
      updateRevision: revision,
    },
  })
}

/** A DaemonSet that covers all `nodes` nodes of its selector. */
export function daemonSet(make: ObjectMaker, id: Identity, w: Omit<Workload, 'replicas'>, nodes: number): Obj {
  const o = make('apps/v1', 'DaemonSet', { generation: 1, labels: w.labels, ...id })
  const { selector, template } = podTemplate(id.name, w)
  const spec = { nodeSelector: { 'nova.openstack.cloud.sap/virt-driver': 'kvm' }, ...template.spec }
  return withBody(o, {
    spec: { selector, template: { ...template, spec }, updateStrategy: { type: 'RollingUpdate' } },
    status: {
      observedGeneration: o.metadata.generation,
      currentNumberScheduled: nodes,
      desiredNumberScheduled: nodes,
      numberMisscheduled: 0,
      numberReady: nodes,
      numberAvailable: nodes,
      updatedNumberScheduled: nodes,
    },
  })
}

function podTemplate(name: string, w: Omit<Workload, 'replicas'>) {
  const matchLabels = w.labels
  const nodeSelector = w.host && { nodeSelector: { 'kubernetes.io/hostname': w.host } }
  return {
    selector: { matchLabels },
    template: { metadata: { labels: matchLabels }, spec: { ...nodeSelector, containers: [{ name, image: w.image }] } },
  }
}

export interface NodeFacts {
  readonly ip: string
  readonly labels: Record<string, string>
  readonly providerID: string
  readonly cpu: number
  readonly memoryGi: number
  readonly annotations?: Record<string, string>
  readonly kubelet: string
  readonly os: string
  readonly kernel: string
}

/** A Ready Node, without images and addresses, which are not used. */
export function node(make: ObjectMaker, name: string, age: string, facts: NodeFacts): Obj {
  const labels = { 'kubernetes.io/hostname': name, ...facts.labels }
  const o = make('v1', 'Node', { name, age, labels, ...(facts.annotations && { annotations: facts.annotations }) })
  const heartbeat = '2026-11-16T11:57:30Z'
  const ready = after(o.metadata.creationTimestamp, 45)
  const capacity = { cpu: String(facts.cpu), memory: `${facts.memoryGi}Gi`, pods: '110' }
  return withBody(o, {
    spec: { providerID: facts.providerID },
    status: {
      addresses: [{ type: 'InternalIP', address: facts.ip }],
      capacity,
      allocatable: { ...capacity, cpu: String(facts.cpu - 2), memory: `${facts.memoryGi - 8}Gi` },
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'KubeletReady',
          message: 'kubelet is posting ready status',
          lastHeartbeatTime: heartbeat,
          lastTransitionTime: ready,
        },
      ],
      nodeInfo: {
        kubeletVersion: facts.kubelet,
        kernelVersion: facts.kernel,
        osImage: facts.os,
        containerRuntimeVersion: 'containerd://2.1.4',
      },
    },
  })
}

export function cronJob(
  make: ObjectMaker,
  id: Identity,
  job: {
    readonly schedule: string
    readonly image: string
    readonly last: string
    /** Duration of the last run in seconds. */
    readonly took?: number
    readonly command?: readonly string[]
  },
): Obj {
  const container = { name: id.name, image: job.image, ...(job.command && { command: job.command }) }
  return make(
    'batch/v1',
    'CronJob',
    { generation: 1, ...id },
    {
      spec: {
        schedule: job.schedule,
        suspend: false,
        concurrencyPolicy: 'Forbid',
        jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } } },
      },
      status: { lastScheduleTime: job.last, lastSuccessfulTime: after(job.last, job.took ?? 42) },
    },
  )
}

/** A Job that completed after `seconds`. */
export function completedJob(make: ObjectMaker, id: Identity, image: string, start: string, seconds: number): Obj {
  const o = make('batch/v1', 'Job', { generation: 1, ...id })
  const end = after(start, seconds)
  const labels = jobLabels(o)
  return withBody(o, {
    spec: {
      backoffLimit: 4,
      completions: 1,
      parallelism: 1,
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': o.metadata.uid } },
      template: { metadata: { labels }, spec: { restartPolicy: 'Never', containers: [{ name: id.name, image }] } },
    },
    status: {
      startTime: start,
      completionTime: end,
      succeeded: 1,
      conditions: [
        { type: 'Complete', status: 'True', reason: 'CompletionsReached', lastTransitionTime: end, lastProbeTime: end },
      ],
    },
  })
}

export function jobLabels(job: Obj): Record<string, string> {
  return { 'batch.kubernetes.io/controller-uid': job.metadata.uid, 'batch.kubernetes.io/job-name': job.metadata.name }
}

export function boundClaim(make: ObjectMaker, id: Identity, size: string, storageClassName: string): Obj {
  const o = make('v1', 'PersistentVolumeClaim', id)
  const accessModes = ['ReadWriteOnce']
  return withBody(o, {
    spec: {
      accessModes,
      resources: { requests: { storage: size } },
      storageClassName,
      volumeName: `pvc-${o.metadata.uid}`,
    },
    status: { phase: 'Bound', accessModes, capacity: { storage: size } },
  })
}

/** An event of an object, Normal by default. */
export function event(
  make: ObjectMaker,
  about: Obj,
  words: {
    readonly reason: string
    readonly message: string
    readonly source: string
    readonly age: string
    readonly type?: 'Normal' | 'Warning'
  },
): Obj {
  const namespaceName = about.metadata.namespace ?? 'default'
  const name = `${about.metadata.name}.${about.metadata.uid.slice(0, 8)}${about.metadata.uid.slice(9, 13)}`
  const o = make('v1', 'Event', {
    name: `${name}.${words.reason.toLowerCase()}`,
    namespace: namespaceName,
    age: words.age,
  })
  const { apiVersion, kind } = about
  const { name: involved, uid, namespace: ns } = about.metadata
  return withBody(o, {
    involvedObject: { apiVersion, kind, ...(ns && { namespace: ns }), name: involved, uid },
    type: words.type ?? 'Normal',
    reason: words.reason,
    message: words.message,
    source: { component: words.source },
    firstTimestamp: o.metadata.creationTimestamp,
    lastTimestamp: o.metadata.creationTimestamp,
    count: 1,
  })
}

/** A PodDisruptionBudget with all its Pods healthy. */
export function disruptionBudget(
  make: ObjectMaker,
  id: Identity,
  budget: { readonly minAvailable: number; readonly healthy: number; readonly labels: Record<string, string> },
): Obj {
  const o = make('policy/v1', 'PodDisruptionBudget', { generation: 1, ...id })
  const allowed = budget.healthy - budget.minAvailable
  return withBody(o, {
    spec: { minAvailable: budget.minAvailable, selector: { matchLabels: budget.labels } },
    status: {
      observedGeneration: 1,
      currentHealthy: budget.healthy,
      desiredHealthy: budget.minAvailable,
      expectedPods: budget.healthy,
      disruptionsAllowed: allowed,
    },
  })
}
