// SPDX-License-Identifier: Apache-2.0
// Objects that Flux applied: found by inventory and labels, across clusters, without propagating problems.
import { describe, expect, it } from 'vitest'
import { assess } from '../../../src/lib/assess/assess.ts'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import { helmRelease } from '../../../src/lib/kinds/flux/helm-release.ts'
import { kustomization } from '../../../src/lib/kinds/flux/kustomization.ts'
import { KINDS } from '../../../src/lib/kinds/index.ts'
import type { NodeId } from '../../../src/lib/model/graph/graph.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import { NOW, type Small, snapshotOf, standsOn } from '../graph/small.ts'
import { links } from './sample.ts'

const READY = { conditions: [{ type: 'Ready', status: 'True', reason: 'ReconciliationSucceeded' }] }
const FAILED = { conditions: [{ type: 'Ready', status: 'False', reason: 'BuildFailed', message: 'no such file' }] }

const flux = (kind: string, name: string, more: Partial<KubeObject>): KubeObject => ({
  apiVersion: kind === 'Kustomization' ? 'kustomize.toolkit.fluxcd.io/v1' : 'helm.toolkit.fluxcd.io/v2',
  kind,
  metadata: { namespace: 'flux-system', name },
  ...more,
})

const applied = (ids: readonly unknown[], more: Partial<KubeObject> = {}, status: object = READY) =>
  flux('Kustomization', 'apps', {
    status: { ...status, inventory: { entries: ids.map((id) => ({ id, v: 'v1' })) } },
    ...more,
  })

const deployment = (at: string, ready: number, labels = {}): KubeObject => {
  const [namespace = '', name = ''] = at.split('/')
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace, name, labels },
    spec: { replicas: 1 },
    status: { readyReplicas: ready, availableReplicas: ready, replicas: 1, updatedReplicas: 1 },
  }
}

const USUAL = KINDS.filter(({ onDemand }) => !onDemand)
const graphOf = (clusters: Small['clusters'], more: Partial<Small> = {}) =>
  buildGraph(snapshotOf({ kinds: USUAL, clusters, ...more }), USUAL)

const ME = 'management:Kustomization.kustomize.toolkit.fluxcd.io:flux-system/apps' as NodeId
const DEPLOYMENT = 'management:Deployment.apps:ns/web' as NodeId
const REMOTE = { spec: { kubeConfig: { secretRef: { name: 'edge-kubeconfig' } } } }
const ADDRESSES = { 'Flux Secret flux-system/edge-kubeconfig': 'control-plane/edge' }

describe('the cluster that something is applied to', () => {
  const inventory = 'status: { inventory: { entries: [{ id: ns_web_apps_Deployment, v: v1 }] } }'
  const identity = `{ spec: { kubeConfig: { configMapRef: { name: edge } } }, ${inventory} }`

  it.each([kustomization, helmRelease])('is never the own one with workload identity: $kind', (kind) => {
    expect(links(kind, identity)).toContain('creates Deployment.apps ns/web @flux-config:ns/edge (none) (optional)')
    expect(links(kind, identity).filter((link) => link.startsWith('creates') && link.includes('@here'))).toEqual([])
    expect(links(kind, inventory)).toContain('creates Deployment.apps ns/web @here (none) (optional)')
  })

  it('of a release has an inventory, and labels where the controller is older', () => {
    expect(links(helmRelease, inventory).filter((link) => link.includes('helm.toolkit.fluxcd.io/name'))).toEqual([])
    expect(links(helmRelease, '').filter((link) => link.includes('helm.toolkit.fluxcd.io/name'))).toHaveLength(5)
  })
})

describe('the inventory', () => {
  it.each([
    [
      'an object of a group',
      'ns_web_apps_Deployment',
      { group: 'apps', kind: 'Deployment', namespace: 'ns', name: 'web' },
    ],
    ['one of the core group', 'ns_conf__ConfigMap', { group: '', kind: 'ConfigMap', namespace: 'ns', name: 'conf' }],
    ['one of no namespace', '_prod__Namespace', { group: '', kind: 'Namespace', name: 'prod' }],
    [
      'a role with a colon in its name',
      '_system__reader_rbac.authorization.k8s.io_ClusterRole',
      { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:reader' },
    ],
  ])('names %s', (_, id, expected) => {
    const inventoryLinks = kustomization.links?.(applied([id])).filter(({ weak }) => weak === 'none')
    expect(inventoryLinks?.map(({ to }) => to)).toEqual([{ where: 'here', ...expected }])
  })

  it.each([[7], [''], ['web'], ['a_b'], ['a_b_c'], ['___'], [null]])('%j names nothing', (id) => {
    expect(kustomization.links?.(applied([id]))).toEqual([])
  })

  it('links to applied objects here and in the cluster of its kubeconfig', () => {
    const ids = ['ns_web_apps_Deployment', 'ns_conf__ConfigMap', 'ns_gone_apps_Deployment']
    const web = { objects: [deployment('ns/web', 1)] }
    expect(standsOn(graphOf({ management: { objects: [applied(ids), ...web.objects] } }), ME)).toEqual([
      `live ${DEPLOYMENT}`,
    ])
    const away = graphOf(
      { management: { objects: [applied(ids, REMOTE)] }, 'control-plane/edge': web },
      { addresses: ADDRESSES },
    )
    expect(standsOn(away, ME)).toEqual(['live control-plane/edge:Deployment.apps:ns/web'])
  })

  it('has no links into an unreachable or unknown cluster', () => {
    const objects = [applied(['ns_web_apps_Deployment'], REMOTE)]
    const unreachable = graphOf(
      { management: { objects }, 'control-plane/edge': { dark: true } },
      { addresses: ADDRESSES },
    )
    expect(standsOn(unreachable, ME)).toEqual([])
    expect(standsOn(graphOf({ management: { objects } }), ME)).toEqual([])
  })

  it('propagates no problems in either direction', () => {
    const states = (status: object, ready: number) => {
      const objects = [applied(['ns_web_apps_Deployment'], {}, status), deployment('ns/web', ready)]
      const assessment = assess(graphOf({ management: { objects } }), { now: NOW })
      return [assessment.state(ME), assessment.state(DEPLOYMENT)]
    }
    expect(states(READY, 1)).toEqual(['healthy', 'healthy'])
    expect(states(READY, 0)).toEqual(['healthy', 'failed'])
    expect(states(FAILED, 1)).toEqual(['failed', 'healthy'])
  })

  it('does not weaken the links of health checks', () => {
    const checks = {
      spec: { healthChecks: [{ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'ns', name: 'web' }] },
    }
    const objects = [applied(['ns_web_apps_Deployment'], checks), deployment('ns/web', 0)]
    expect(assess(graphOf({ management: { objects } }), { now: NOW }).state(ME)).toBe('failed')
  })
})

describe('a release', () => {
  const labels = { 'helm.toolkit.fluxcd.io/name': 'web', 'helm.toolkit.fluxcd.io/namespace': 'flux-system' }
  const objects = [deployment('ns/web', 0, labels), deployment('ns/other', 1), deployment('elsewhere/web', 1, labels)]
  const RELEASE = 'management:HelmRelease.helm.toolkit.fluxcd.io:flux-system/web' as NodeId

  it('links to the objects with its labels in its namespace, without propagating their problems', () => {
    const release = flux('HelmRelease', 'web', { spec: { targetNamespace: 'ns' }, status: READY })
    const graph = graphOf({ management: { objects: [release, ...objects] } })
    expect(standsOn(graph, RELEASE)).toEqual([`live ${DEPLOYMENT}`])
    expect(assess(graph, { now: NOW }).state(RELEASE)).toBe('healthy')
  })
})

describe('a suspended Kustomization', () => {
  const source: KubeObject = {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: { namespace: 'flux-system', name: 'git' },
    status: FAILED,
  }
  it.each([
    [true, 'suspended'],
    [false, 'failed'],
  ] as const)('spec.suspend %s behind a failed source is %s', (suspend, state) => {
    const spec = { suspend, sourceRef: { kind: 'GitRepository', name: 'git' } }
    const graph = graphOf({ management: { objects: [source, applied([], { spec })] } })
    expect(assess(graph, { now: NOW }).state(ME)).toBe(state)
  })
})
