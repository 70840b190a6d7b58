// SPDX-License-Identifier: Apache-2.0
// A provider-kubernetes Object that carries the target Secret exposes its data in the management cluster. The user may
// list Objects there, but not read the kubeconfigs that identify their target clusters.
import { describe, expect, test } from 'vitest'
import { renderKubeconfig } from '../../../src/lib/embedded/scenario/kubeconfig.ts'
import { VIEWER_RULES } from '../../../src/lib/embedded/start.ts'
import { connect, type Json } from '../../contract/api.ts'
import { type Landscape, startLandscape } from '../../harness/landscape.ts'
import { runCli } from '../../harness/run-cli.ts'
import { tempFolder } from '../../harness/temp-folder.ts'
import { base64, cephxKey, namespace } from '../../writes/world.ts'

const CROSSPLANE = 'kubernetes.crossplane.io'
const TARGET = { name: 'ceph-client-nova', namespace: 'openstack' }
const SECRET = `/api/v1/namespaces/${TARGET.namespace}/secrets/${TARGET.name}`

const at = (name: string, where?: string) => ({ name, ...(where ? { namespace: where } : {}), uid: `uid-${name}` })

const observe = (name: string, providerConfig: string, manifest: object, observed?: object) => ({
  apiVersion: `${CROSSPLANE}/v1alpha2`,
  kind: 'Object',
  metadata: at(name),
  spec: { providerConfigRef: { name: providerConfig }, forProvider: { manifest } },
  ...(observed ? { status: { atProvider: { manifest: observed } } } : {}),
})

const secretManifest = { apiVersion: 'v1', kind: 'Secret', metadata: TARGET }
const planeManifest = (uid?: string) => ({
  apiVersion: 'c5c3.io/v1alpha1',
  kind: 'ControlPlane',
  metadata: { name: 'plane', namespace: TARGET.namespace, ...(uid ? { uid } : {}) },
})

const providerConfig = (name: string) => ({
  apiVersion: `${CROSSPLANE}/v1alpha1`,
  kind: 'ProviderConfig',
  metadata: at(name),
  spec: { credentials: { source: 'Secret', secretRef: { namespace: 'crossplane-system', name, key: 'kubeconfig' } } },
})

const client = {
  apiVersion: 'ceph.rook.io/v1',
  kind: 'CephClient',
  metadata: at('nova', 'rook-ceph'),
  spec: { caps: { mon: 'profile rbd', osd: 'profile rbd pool=vms' } },
  status: { phase: 'Ready', info: { secretName: 'rook-ceph-client-nova' } },
}
const cephCluster = { apiVersion: 'ceph.rook.io/v1', kind: 'CephCluster', metadata: at('rook-ceph', 'rook-ceph') }
const clientSecret = {
  apiVersion: 'v1',
  kind: 'Secret',
  type: 'kubernetes.io/rook',
  metadata: {
    ...at('rook-ceph-client-nova', 'rook-ceph'),
    ownerReferences: [
      { apiVersion: 'ceph.rook.io/v1', kind: 'CephClient', name: 'nova', uid: 'uid-nova', controller: true },
    ],
  },
  data: { userID: base64('nova'), userKey: base64(cephxKey()) },
}
const cinder = {
  apiVersion: 'cinder.openstack.c5c3.io/v1alpha1',
  kind: 'Cinder',
  metadata: at('cinder', TARGET.namespace),
  spec: {
    backends: [
      {
        name: 'rbd',
        rbd: {
          pool: 'vms',
          cephSecretRef: { name: TARGET.name },
          cephClientRef: { name: 'nova', namespace: 'rook-ceph' },
        },
      },
    ],
  },
}

const file = (objects: readonly object[]) => objects.map((each) => JSON.stringify(each)).join('\n---\n')
const kubeSystem = (uid: string) => ({ ...namespace('kube-system'), metadata: { name: 'kube-system', uid } })

/** Four clusters; the Objects in the management cluster differ between tests. */
function fleetFolder(objects: readonly object[]): string {
  const plane = (name: string) => ({ ...planeManifest(`uid-plane-${name}`), spec: {} })
  return tempFolder({
    'fleet.yaml': JSON.stringify({ now: '2026-11-16T12:00:00Z' }),
    'management.yaml': file([
      kubeSystem('uid-management'),
      { apiVersion: 'c5c3.io/v1alpha1', kind: 'OpenStackCluster', metadata: at('one', 'tenants') },
      providerConfig('provider-a'),
      ...objects,
    ]),
    'control-plane.eu.yaml': file([kubeSystem('uid-eu'), namespace(TARGET.namespace), plane('eu'), cinder]),
    'control-plane.us.yaml': file([kubeSystem('uid-us'), namespace(TARGET.namespace), plane('us')]),
    'storage.st-pool-a.yaml': file([kubeSystem('uid-st'), cephCluster, client, clientSecret]),
  })
}

describe('an Object that carries the target Secret, with an unreadable kubeconfig', () => {
  let landscape: Landscape
  const run = async (objects: readonly object[], argv: readonly string[]) => {
    landscape = await startLandscape(fleetFolder(objects))
    const logins = landscape.clusters.map((cluster) => ({
      context: cluster.key,
      url: cluster.url,
      ca: cluster.ca,
      token: cluster.key === 'management' ? cluster.addUser('viewer', VIEWER_RULES) : cluster.token,
    }))
    const home = tempFolder({ '.kube/config': renderKubeconfig(logins) })
    const { code, stdout, stderr } = await runCli([...argv, '-o', 'json'], { home, now: landscape.now })
    if (process.env['DBG']) console.log(stdout, stderr, (await runCli(['contexts'], { home })).stdout)
    return { code, stderr, report: JSON.parse(stdout) }
  }
  const sync = ['ceph-secrets', 'sync', '--all', '--yes', '--no-wait']
  const written = async () => {
    const eu = landscape.clusters.find(({ key }) => key === 'control-plane.eu')
    return eu ? (await connect(eu).get(SECRET)).status === 200 : undefined
  }
  const reasons = ({ results }: Json): string =>
    results.flatMap((result: Json) => result.reasons.map(({ text }: Json) => text)).join('; ')
  const carrier = observe('carrier', 'provider-a', secretManifest)

  test('is refused while the cluster of its ProviderConfig is unknown', async () => {
    const { code, report } = await run([carrier], sync)
    expect(await written()).toBe(false)
    expect(code).toBe(4)
    expect(reasons(report)).toContain('Object carrier')
    expect(reasons(report)).toContain('ProviderConfig provider-a')
  })

  test('is refused if the UID of an observed object links its ProviderConfig to the target cluster', async () => {
    const tie = observe('plane', 'provider-a', planeManifest(), planeManifest('uid-plane-eu'))
    const { code, report } = await run([carrier, tie], sync)
    expect(await written()).toBe(false)
    expect(code).toBe(4)
    expect(reasons(report)).toContain('Object carrier would show the key in its status, in the management cluster')
  })

  test('is ignored if the UID links its ProviderConfig to another cluster', async () => {
    const tie = observe('plane', 'provider-a', planeManifest(), planeManifest('uid-plane-us'))
    const { report } = await run([carrier, tie], sync)
    expect(reasons(report)).toBe('')
    expect(await written()).toBe(true)
  })

  test('is refused if UIDs link one ProviderConfig to two clusters', async () => {
    const ties = ['eu', 'us'].map((name) =>
      observe(name, 'provider-a', planeManifest(), planeManifest(`uid-plane-${name}`)),
    )
    await run([carrier, ...ties], sync)
    expect(await written()).toBe(false)
  })

  test('makes the owner of the copy unknown, not absent', async () => {
    const keepers = async (objects: readonly object[]) =>
      (await run(objects, ['ceph-secrets'])).report.clients.flatMap(({ copies }: Json) =>
        copies.map(({ keeper }: Json) => keeper.by),
      )
    expect(await keepers([carrier])).toEqual(['unknown'])
    expect(await keepers([])).toEqual(['nobody'])
  })
})
