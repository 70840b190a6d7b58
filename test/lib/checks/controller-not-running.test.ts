// SPDX-License-Identifier: Apache-2.0
// A stopped controller with objects is found; a rollout, a leftover, a helper and an idle controller are not.
import { describe, expect, it } from 'vitest'
import { controllerNotRunning } from '../../../src/lib/checks/control-plane/controller-not-running.ts'
import { ago } from '../graph/small.ts'
import { found } from './found.ts'

interface Workload {
  readonly name: string
  readonly kind?: string
  readonly labels?: string
  readonly image?: string
  readonly replicas?: number
  readonly ready?: number
  /** Since when Available is False. */
  readonly unavailable?: string
  readonly meta?: string
}

const workload = ({ name, kind = 'Deployment', labels = '', image, replicas = 1, ready, ...more }: Workload) => `
apiVersion: apps/v1
kind: ${kind}
metadata: { name: ${name}, labels: { ${labels} }${more.meta ?? ''} }
spec: { replicas: ${replicas}, template: { spec: { containers: [${image ? `{ name: manager, image: "${image}" }` : ''}] } } }
status: { ${ready === undefined ? '' : `readyReplicas: ${ready}, `}conditions: [${more.unavailable ? `{ type: Available, status: "False", reason: MinimumReplicasUnavailable, lastTransitionTime: "${more.unavailable}" }` : ''}] }`

const object = (apiVersion: string, kind: string, name = 'one') =>
  `\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: ${name} }`

const run = (...documents: readonly string[]) => found(controllerNotRunning, documents.join('\n---'))

const DATABASE = object('k8s.mariadb.com/v1alpha1', 'MariaDB')
const CRASHING = { name: 'mariadb-operator', unavailable: ago(40 * 60) }

describe('a controller that does not run', () => {
  it.each([
    ['crossplane', 'c5c3.io/v1alpha1', 'OpenStackCluster'],
    ['provider-kubernetes-8f1c', 'kubernetes.crossplane.io/v1alpha2', 'Object'],
    ['kustomize-controller', 'kustomize.toolkit.fluxcd.io/v1', 'Kustomization'],
    ['helm-controller', 'helm.toolkit.fluxcd.io/v2', 'HelmRelease'],
    ['source-controller', 'source.toolkit.fluxcd.io/v1', 'GitRepository'],
    ['external-secrets', 'external-secrets.io/v1', 'ExternalSecret'],
    ['c5c3-operator-controller-manager', 'c5c3.io/v1alpha1', 'ControlPlane'],
    ['nova-operator', 'nova.openstack.c5c3.io/v1alpha1', 'Nova'],
    ['orc-controller-manager', 'openstack.k-orc.cloud/v1alpha1', 'Domain'],
    ['openstack-hypervisor-operator', 'kvm.cloud.sap/v1', 'Hypervisor'],
    ['rook-ceph-operator', 'ceph.rook.io/v1', 'CephClient'],
    ['cert-manager', 'cert-manager.io/v1', 'Certificate'],
  ])('%s at zero with objects is found', (name, apiVersion, kind) => {
    expect(run(workload({ name, replicas: 0 }), object(apiVersion, kind))).toEqual([` Deployment ${name}`])
    expect(run(workload({ name, ready: 1 }), object(apiVersion, kind))).toEqual([])
    expect(run(workload({ name, replicas: 0 }))).toEqual([])
  })

  it('is recognised by its image or a label, whatever its name is', () => {
    const image = 'registry.example/mirror/mariadb-operator/mariadb-operator:26.3.0'
    expect(run(workload({ name: 'prod-db', replicas: 0, image }), DATABASE)).toEqual([' Deployment prod-db'])
    const labels = 'app.kubernetes.io/name: mariadb-operator'
    expect(run(workload({ name: 'prod-db', replicas: 0, labels }), DATABASE)).toEqual([' Deployment prod-db'])
    expect(run(workload({ ...CRASHING, kind: 'StatefulSet' }), DATABASE)).toEqual([' StatefulSet mariadb-operator'])
  })

  it('may restart, roll out or be new for five minutes', () => {
    expect(run(workload(CRASHING), DATABASE)).toEqual([' Deployment mariadb-operator'])
    expect(run(workload({ ...CRASHING, unavailable: ago(4 * 60) }), DATABASE)).toEqual([])
    const created = `, creationTimestamp: "${ago(60)}"`
    expect(run(workload({ name: 'mariadb-operator', meta: created }), DATABASE)).toEqual([])
    const scaled = (seconds: number) =>
      `, managedFields: [{ manager: kubectl, operation: Update, time: "${ago(seconds)}" }]`
    expect(run(workload({ name: 'mariadb-operator', replicas: 0, meta: scaled(60) }), DATABASE)).toEqual([])
    expect(run(workload({ name: 'mariadb-operator', replicas: 0, meta: scaled(600) }), DATABASE)).toEqual([
      ' Deployment mariadb-operator',
    ])
  })

  it('is not a helper that shares its image', () => {
    const image = 'ghcr.io/mariadb-operator/mariadb-operator:26.3.0'
    expect(run(workload({ name: 'mariadb-operator-webhook', replicas: 0, image }), DATABASE)).toEqual([])
    const tools = workload({ name: 'rook-ceph-tools', replicas: 0, image: 'docker.io/rook/ceph:v1.18.2' })
    expect(run(tools, object('ceph.rook.io/v1', 'CephCluster'))).toEqual([])
  })

  it('is replaced by another workload of the same controller', () => {
    const [old, labels] = [workload({ name: 'mariadb-operator', replicas: 0 }), 'app: mariadb-operator']
    expect(run(old, workload({ name: 'db-2', labels, ready: 1 }), DATABASE)).toEqual([])
    const failing = workload({ name: 'db-2', labels, unavailable: ago(3600) })
    expect(run(old, failing, DATABASE)).toEqual([' Deployment db-2'])
  })

  it('is only that of its own Function', () => {
    const labels = 'pkg.crossplane.io/function: function-patch'
    const [patch, other] = ['function-patch', 'function-ready'].map((name) =>
      object('pkg.crossplane.io/v1', 'Function', name),
    )
    const stopped = workload({ name: 'function-patch-1a2b', replicas: 0, labels })
    expect(run(stopped, other ?? '')).toEqual([])
    expect(run(stopped, patch ?? '')).toEqual([' Deployment function-patch-1a2b'])
  })
})
