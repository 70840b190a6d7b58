// SPDX-License-Identifier: Apache-2.0
// Why a Pod does not start, from its status and its events as kubelet, scheduler and API server write them.
import { describe, expect, it } from 'vitest'
import { nodeUnderPressure } from '../../../src/lib/checks/clusters/node-under-pressure.ts'
import { podFailure } from '../../../src/lib/checks/shared/pod-failure.ts'
import { podRefusal } from '../../../src/lib/checks/shared/pod-refusal.ts'
import { containerCrashing } from '../../../src/lib/checks/workloads/container-crashing.ts'
import { namespaceTerminating } from '../../../src/lib/checks/workloads/namespace-terminating.ts'
import { podRefused } from '../../../src/lib/checks/workloads/pod-refused.ts'
import { volumeNotBound } from '../../../src/lib/checks/workloads/volume-not-bound.ts'
import type { WarningEvent } from '../../../src/lib/model/check/warning-event.ts'
import type { GraphNode } from '../../../src/lib/model/graph/graph.ts'
import { formatCommand } from '../../../src/lib/model/text/command.ts'
import { ago, LONG_AGO, NOW } from '../graph/small.ts'
import { found } from './found.ts'

const node = (kind: string, name: string, fields: object): GraphNode =>
  ({
    id: name,
    kind,
    name,
    namespace: 'ns',
    cluster: { label: 'control-plane/cp', cluster: { uid: 'u', roles: [] } },
    object: { apiVersion: 'v1', kind, metadata: { name, namespace: 'ns', creationTimestamp: LONG_AGO }, ...fields },
  }) as unknown as GraphNode

const event = (reason: string, message: string): WarningEvent => ({ reason, message, count: 3, last: ago(60) })

const waiting = (reason: string, message?: string, more: object = {}) => ({
  name: 'api',
  image: 'registry.test/nova:1',
  ready: false,
  restartCount: 0,
  state: { waiting: { reason, ...(message ? { message } : {}) } },
  ...more,
})

function failureOf(status: object, events: readonly WarningEvent[] = [], metadata: object = {}) {
  const pod = node('Pod', 'api-0', { status, spec: { nodeName: 'n1' } })
  const object = { ...pod.object, metadata: { ...pod.object?.metadata, ...metadata } }
  const failure = podFailure({ ...pod, object } as GraphNode, events, NOW)
  return failure && `${failure.kind}: ${failure.message}`
}

const pending = (container: object) => ({ phase: 'Pending', containerStatuses: [container] })

describe('a Pod', () => {
  it('that cannot pull its image names the image and the answer of the registry', () => {
    const long = 'Back-off pulling image "registry.test/nova:2": ErrImagePull: 401 Unauthorized'
    expect(failureOf(pending(waiting('ImagePullBackOff', long)))).toBe(
      'image: container api cannot pull image registry.test/nova:2: 401 Unauthorized',
    )
    const short = waiting('ImagePullBackOff', 'Back-off pulling image "registry.test/nova:2"')
    expect(failureOf(pending(short), [event('Failed', 'Failed to pull image "registry.test/nova:2": not found')])).toBe(
      'image: container api cannot pull image registry.test/nova:2: not found',
    )
    expect(failureOf(pending(waiting('ErrImagePull')))).toBe(
      'image: container api cannot pull image registry.test/nova:1: ErrImagePull',
    )
  })

  it('that keeps exiting names the exit code or the memory limit', () => {
    const killed = { restartCount: 9, lastState: { terminated: { reason: 'OOMKilled', exitCode: 137 } } }
    expect(failureOf({ phase: 'Running', containerStatuses: [waiting('CrashLoopBackOff', 'back-off', killed)] })).toBe(
      'crash: container api exceeds its memory limit: OOMKilled (exit code 137), 9 restarts',
    )
    const exited = { restartCount: 1, lastState: { terminated: { reason: 'Error', exitCode: 2 } } }
    expect(failureOf({ phase: 'Running', containerStatuses: [waiting('CrashLoopBackOff', 'back-off', exited)] })).toBe(
      'crash: container api keeps exiting with exit code 2, 1 restart',
    )
    // between two restarts
    const running = {
      ...waiting('x'),
      restartCount: 4,
      state: { running: {} },
      lastState: { terminated: { exitCode: 3 } },
    }
    expect(failureOf({ phase: 'Running', containerStatuses: [running] })).toBe(
      'crash: container api keeps exiting with exit code 3, 4 restarts',
    )
  })

  it('names an init container that fails or does not finish', () => {
    const init = {
      initContainerStatuses: [waiting('CrashLoopBackOff', 'back-off', { name: 'config', restartCount: 5 })],
    }
    const main = { containerStatuses: [waiting('PodInitializing')] }
    expect(failureOf({ phase: 'Pending', ...init, ...main })).toBe(
      'crash: init container config keeps exiting, 5 restarts',
    )
    const open = { initContainerStatuses: [{ name: 'wait-db', ready: false, state: { running: {} } }] }
    expect(failureOf({ phase: 'Pending', ...open, ...main })).toBe('not-ready: init container wait-db has not finished')
  })

  it('that lacks a Secret, a key or a volume names it', () => {
    expect(failureOf(pending(waiting('CreateContainerConfigError', 'secret "nova-db" not found')))).toBe(
      'config: container api cannot be created: secret "nova-db" not found',
    )
    const mount = 'MountVolume.SetUp failed for volume "tls" : secret "nova-tls" not found'
    expect(failureOf(pending(waiting('ContainerCreating')), [event('FailedMount', mount)])).toBe(`config: ${mount}`)
  })

  it('that no node accepts quotes the scheduler', () => {
    const message = '0/5 nodes are available: 5 Insufficient memory.'
    const conditions = [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }]
    expect(failureOf({ phase: 'Pending', conditions })).toBe(`unschedulable: ${message}`)
    expect(failureOf({ phase: 'Pending', conditions }, [], { creationTimestamp: ago(60) })).toBe(undefined)
  })

  it('that was evicted or hangs on a lost node names the node', () => {
    const message = 'The node was low on resource: ephemeral-storage.'
    expect(failureOf({ phase: 'Failed', reason: 'Evicted', message })).toBe(`evicted: Evicted from node n1: ${message}`)
    const deleted = { deletionTimestamp: ago(600) }
    expect(failureOf({ phase: 'Running' }, [], deleted)).toBe(
      'evicted: being deleted, but node n1 does not confirm that it has stopped',
    )
    expect(failureOf({ phase: 'Running' }, [], { deletionTimestamp: ago(30) })).toBe(undefined)
  })

  it('that is not ready quotes its probe; a ready one fails in no way', () => {
    const containerStatuses = [{ name: 'api', ready: false, state: { running: {} } }]
    const ready = (status: string, seconds = 3600) => [{ type: 'Ready', status, lastTransitionTime: ago(seconds) }]
    const probe = event('Unhealthy', 'Readiness probe failed: HTTP probe failed with statuscode: 503')
    const status = { phase: 'Running', containerStatuses, conditions: ready('False') }
    expect(failureOf(status, [probe])).toBe(`not-ready: container api is not ready: ${probe.message}`)
    expect(failureOf(status)).toBe('not-ready: container api runs but is not ready')
    expect(failureOf({ ...status, conditions: ready('False', 60) }, [probe])).toBe(undefined)
    expect(failureOf({ phase: 'Running', conditions: ready('True') })).toBe(undefined)
  })

  it('with odd data fails in no way, and nothing is thrown', () => {
    for (const status of [{}, { phase: 7 }, { phase: 'Pending', containerStatuses: 'x', conditions: [null] }])
      expect(() => failureOf(status)).not.toThrow()
  })
})

describe('a refusal', () => {
  const refusal = (text: string) => {
    const { message, next, service } = podRefusal(node('Deployment', 'api', {}), text)
    return { message, service, next: next.map(({ command }) => formatCommand(command).replace(/^.* -- /, '')) }
  }

  it.each([
    [
      'Error creating: pods "api-1-" is forbidden: exceeded quota: compute, requested: cpu=1, used: cpu=8, limited: cpu=8',
      'exceeded quota: compute, requested: cpu=1, used: cpu=8, limited: cpu=8',
      '-n ns describe resourcequota compute',
    ],
    [
      'create Pod db-0 in StatefulSet db failed error: pods "db-0" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true',
      'violates PodSecurity "restricted:latest": runAsNonRoot != true',
      'get namespace ns --show-labels',
    ],
    [
      'Error creating: pods "api-1-" is forbidden: error looking up service account ns/nova: serviceaccount "nova" not found',
      'error looking up service account ns/nova: serviceaccount "nova" not found',
      '-n ns get serviceaccounts',
    ],
    [
      'admission webhook "policy.test" denied the request: no latest tag',
      'admission webhook "policy.test" denied the request: no latest tag',
      'get validatingwebhookconfigurations,mutatingwebhookconfigurations',
    ],
  ])('%s', (text, message, command) => {
    expect(refusal(text)).toMatchObject({ message, service: undefined, next: [command] })
  })

  it('by a webhook that cannot be called names its Service', () => {
    const text =
      'Internal error occurred: failed calling webhook "p.test": Post "https://svc.policy.svc:443/v?timeout=10s": no endpoints available for service "svc"'
    expect(refusal(text)).toMatchObject({
      service: { namespace: 'policy', name: 'svc' },
      next: ['-n policy get endpointslices,pods -l kubernetes.io/service-name=svc', expect.any(String)],
    })
  })
})

const deployment = (name: string, ready: number, uid = name) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: ${name}, uid: ${uid} }\nspec: { replicas: 2 }\nstatus: { readyReplicas: ${ready}, updatedReplicas: 2 }`

describe('checks', () => {
  const failed = {
    d: [event('FailedCreate', 'Error creating: pods "x" is forbidden: exceeded quota: q, requested: cpu=1')],
  }

  it('a workload without Pods is refused by its newest event, a complete one is not', () => {
    expect(found(podRefused, deployment('d', 0), { events: failed })).toEqual(['F146 Deployment d'])
    expect(found(podRefused, deployment('d', 2), { events: failed })).toEqual([])
    const old = { d: failed.d.map((one) => ({ ...one, last: ago(3600) })) }
    expect(found(podRefused, deployment('d', 0), { events: old })).toEqual([])
  })

  const set =
    'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: { name: bus }\nspec: { replicas: 3 }\nstatus: { readyReplicas: 2 }'
  const claim = (phase: string) =>
    `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data-bus-2, uid: c }\nstatus: { phase: ${phase} }`
  const provisioning = { c: [event('ProvisioningFailed', 'storageclass "x" not found')] }

  it('a claim that may wait for its Pod is not found', () => {
    expect(found(volumeNotBound, `${set}\n---\n${claim('Pending')}`, { events: provisioning })).toEqual([
      'F147 PersistentVolumeClaim data-bus-2',
    ])
    expect(found(volumeNotBound, `${set}\n---\n${claim('Pending')}`)).toEqual([])
    expect(found(volumeNotBound, `${set}\n---\n${claim('Bound')}`, { events: provisioning })).toEqual([])
    expect(found(volumeNotBound, claim('Pending'), { events: provisioning })).toEqual([])
  })

  const pod = (ready: number) =>
    `${deployment('d', ready, 'd')}\n---\napiVersion: apps/v1\nkind: ReplicaSet\nmetadata: { name: d-1, uid: r, ownerReferences: [{ apiVersion: apps/v1, kind: Deployment, name: d, uid: d }] }\nspec: { replicas: 2 }\nstatus: { readyReplicas: ${ready} }\n---\napiVersion: v1\nkind: Pod\nmetadata: { name: d-1-a, ownerReferences: [{ apiVersion: apps/v1, kind: ReplicaSet, name: d-1, uid: r }] }\nstatus: { phase: Running, containerStatuses: [{ name: c, restartCount: 3, state: { waiting: { reason: CrashLoopBackOff } } }] }`

  it('a Pod of a workload that is complete without it is not found', () => {
    expect(found(containerCrashing, pod(1))).toEqual(['F141 Pod d-1-a'])
    expect(found(containerCrashing, pod(2))).toEqual([])
  })

  const namespace = (seconds: number) =>
    `apiVersion: v1\nkind: Namespace\nmetadata: { name: ns, namespace: null, deletionTimestamp: "${ago(seconds)}" }\nstatus: { phase: Terminating }`

  it('a namespace may take some minutes to go', () => {
    expect(found(namespaceTerminating, namespace(60))).toEqual([])
    expect(found(namespaceTerminating, namespace(600))).toEqual(['F149 Namespace ns'])
  })

  const pressed = (seconds: number) =>
    `apiVersion: v1\nkind: Node\nmetadata: { name: n, namespace: null }\nstatus: { conditions: [{ type: Ready, status: "True" }, { type: DiskPressure, status: "True", message: m, lastTransitionTime: "${ago(seconds)}" }] }`

  it('a node may free its disk by itself', () => {
    expect(found(nodeUnderPressure, pressed(60))).toEqual([])
    expect(found(nodeUnderPressure, pressed(600))).toEqual(['F148 Node n'])
  })
})
