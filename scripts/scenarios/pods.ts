// SPDX-License-Identifier: Apache-2.0
// Pods of a few workloads (one service, its operator, the agents of one host) and their logs, enough to try `logs`. The
// other workloads only have replica counts.
import { after, ago, type Obj, type ObjectMaker, objectsOf, type Section, sha256, suffix } from './kube.ts'
import { podLog, previousLog } from './openstack/pod-log.ts'

/** cluster → namespace/name of workloads with Pods. */
const WITH_PODS: Readonly<Record<string, readonly string[]>> = {
  management: ['crossplane-system/crossplane'],
  'control-plane.eu-de-1': [
    'c5c3-system/c5c3-operator',
    'keystone-system/keystone-operator',
    'orc-system/orc-controller-manager',
    'tempest-system/tempest-operator',
    'openstack-customer-a-prod-x7k2p/glance-api',
    'openstack-customer-a-prod-x7k2p/keystone',
  ],
  'hypervisor.hv-pool-a': ['kvm-system/openstack-hypervisor-operator-controller-manager'],
  'storage.st-pool-a': ['rook-ceph/rook-ceph-operator'],
}

/** cluster → the one host with Pods: its agents, and everything else that runs on it. */
const HOSTS: Readonly<Record<string, string>> = { 'hypervisor.hv-pool-a': 'hv-a-017' }

/** A workload that was restarted once. */
const RESTARTED = 'openstack-customer-a-prod-x7k2p/keystone'

export interface PodsOfCluster {
  readonly section: Section
  /** Text of each log by namespace/pod[.container.previous]. */
  readonly logs: ReadonlyMap<string, string>
}

/** The log of one Pod of a program; undefined for the default. */
export type Prints = (program: string, nth: number, host?: string) => string | undefined

/** ReplicaSets, Pods and logs of one cluster; most have none. */
export function podsOf(cluster: string, sections: readonly Section[], prints: Prints = podLog): PodsOfCluster {
  const objects = sections.flatMap((section) => section.objects)
  const make = objectsOf(cluster)
  const logs = new Map<string, string>()
  const nodes = objects.filter(({ kind }) => kind === 'Node')
  const created = objects.flatMap((o): Obj[] => {
    const key = `${o.metadata.namespace}/${o.metadata.name}`
    const hasPods = (WITH_PODS[cluster] ?? []).includes(key)
    if (o.kind === 'Deployment' && hasPods) return ofDeployment(make, o, { nodes, host: HOSTS[cluster], prints, logs })
    const host = nodes.find(({ metadata }) => metadata.name === HOSTS[cluster])
    return o.kind === 'DaemonSet' && host ? [agent(make, o, host, { prints, logs })] : []
  })
  return { section: { title: 'Pods whose logs can be read', objects: created }, logs }
}

interface Printed {
  readonly prints: Prints
  readonly logs: Map<string, string>
}

function keep({ prints, logs }: Printed, { metadata }: Obj, program: string, nth: number, host?: string): void {
  const log = prints(program, nth, host)
  if (log !== undefined) logs.set(`${metadata.namespace}/${metadata.name}`, log)
}

function ofDeployment(
  make: ObjectMaker,
  o: Obj,
  { nodes, host, ...printed }: { nodes: readonly Obj[]; host: string | undefined } & Printed,
): Obj[] {
  const { namespace = '', name, labels } = o.metadata
  const { replicas } = o['spec'] as { replicas: number }
  const hash = sha256(`template:${namespace}/${name}`).slice(0, 10)
  const marked = { ...labels, 'pod-template-hash': hash }
  const age = '6d'
  const set = make(
    'apps/v1',
    'ReplicaSet',
    { name: `${name}-${hash}`, namespace, age, owner: o, labels: marked, generation: 1 },
    {
      spec: { replicas, selector: { matchLabels: marked } },
      status: { observedGeneration: 1, replicas, readyReplicas: replicas, availableReplicas: replicas },
    },
  )
  const pods = Array.from({ length: replicas }, (_, i) => {
    const restarts = `${namespace}/${name}` === RESTARTED && i === replicas - 1 ? 1 : 0
    const pod = podOf(make, o, {
      name: `${name}-${hash}-${suffix(`${namespace}/${name}/${i}`)}`,
      namespace,
      age,
      owner: set,
      labels: marked,
      node: host ?? nodes[i % nodes.length]?.metadata.name ?? '',
      restarts,
    })
    keep(printed, pod, name, i)
    if (restarts > 0) printed.logs.set(`${namespace}/${pod.metadata.name}.${name}.previous`, previousLog())
    return pod
  })
  return [set, ...pods]
}

/** The Pod of a DaemonSet on one host, with the labels that the injector copies to it. */
function agent(make: ObjectMaker, o: Obj, host: Obj, printed: Printed): Obj {
  const { namespace = '', name } = o.metadata
  const injected = Object.entries(host.metadata.labels ?? {}).filter(([label]) =>
    /^(topology\.|kubernetes\.metal)/.test(label),
  )
  const pod = podOf(make, o, {
    name: `${name}-${suffix(`${namespace}/${name}/${host.metadata.name}`)}`,
    namespace,
    age: '34d',
    owner: o,
    labels: { ...o.metadata.labels, ...Object.fromEntries(injected) },
    node: host.metadata.name,
    restarts: 0,
  })
  keep(printed, pod, name, 0, host.metadata.name)
  return pod
}

interface PodFacts {
  readonly name: string
  readonly namespace: string
  readonly age: string
  readonly owner: Obj
  readonly labels: Readonly<Record<string, string>>
  readonly node: string
  readonly restarts: number
}

function podOf(make: ObjectMaker, workload: Obj, { node, restarts, ...id }: PodFacts): Obj {
  const pod = make('v1', 'Pod', id)
  const { containers } = (workload['spec'] as { template: { spec: { containers: { name: string; image: string }[] } } })
    .template.spec
  const born = pod.metadata.creationTimestamp
  const ready = { type: 'Ready', status: 'True', lastTransitionTime: restarts > 0 ? ago('5d') : after(born, 9) }
  return {
    ...pod,
    spec: { nodeName: node, containers },
    status: {
      phase: 'Running',
      startTime: born,
      conditions: [{ type: 'PodScheduled', status: 'True', lastTransitionTime: born }, ready],
      containerStatuses: containers.map(({ name, image }) => ({
        name,
        image,
        ready: true,
        restartCount: restarts,
        state: { running: { startedAt: restarts > 0 ? ago('5d') : after(born, 4) } },
        ...(restarts > 0
          ? {
              lastState: {
                terminated: { exitCode: 137, reason: 'OOMKilled', startedAt: after(born, 4), finishedAt: ago('5d') },
              },
            }
          : {}),
      })),
    },
  }
}
