// SPDX-License-Identifier: Apache-2.0
// Owner references, derived names and conditions in one graph, and the root cause that results.
import { describe, expect, it } from 'vitest'
import { assess } from '../../../src/lib/assess/assess.ts'
import { rootCausePath } from '../../../src/lib/assess/root-cause-path.ts'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import { KINDS } from '../../../src/lib/kinds/index.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import { snapshotOf } from './recorded.ts'
import { conditions, made, NOW } from './told.ts'

const CP = `
metadata: { name: cp }
spec:
  korc: { adminCredential: {} }
  services: { keystone: {}, glance: {} }
`

const owned = (kind: string, yaml: string) =>
  made(
    kind,
    `${yaml}\nmetadata: { name: cp-${kind.split('.')[0]?.toLowerCase()}, namespace: ns, ownerReferences: [{ apiVersion: c5c3.io/v1alpha1, kind: ControlPlane, name: cp, uid: u }] }`,
  )

function graphOf(here: readonly KubeObject[], there: readonly KubeObject[] = []) {
  const cluster = (name: string, objects: readonly KubeObject[]) => ({
    label: name,
    roles: [{ role: 'control-plane', name } as const],
    objects,
  })
  return buildGraph(snapshotOf([cluster('one', here), cluster('two', there)], NOW), KINDS)
}

function cause(...objects: readonly KubeObject[]): string | undefined {
  const graph = graphOf(objects)
  const root = graph.of('ControlPlane.c5c3.io')[0]
  return root && rootCausePath(assess(graph, { now: NOW }), root.id)?.at(-1)?.id
}

describe('edges', () => {
  it('an owner reference has precedence over a derived name, and the link keeps the name', () => {
    const graph = graphOf([
      made('ControlPlane.c5c3.io', `${CP}${conditions('KeystoneReady=False/WaitingForKeystone')}`),
      owned('Keystone.keystone.openstack.c5c3.io', ''),
    ])
    const [root] = graph.of('ControlPlane.c5c3.io')
    expect(root && graph.out(root.id)).toMatchObject([{ rel: 'owns', path: 'metadata.ownerReferences', named: true }])
  })

  it('children in a target cluster belong to their owner in another cluster, by their labels', () => {
    const child = made(
      'Certificate.cert-manager.io',
      `
      metadata: { labels: { openstack.c5c3.io/owner-kind: Keystone, openstack.c5c3.io/owner-name: k, openstack.c5c3.io/owner-namespace: ns } }`,
    )
    const graph = graphOf([made('Keystone.keystone.openstack.c5c3.io', 'metadata: { name: k }')], [child])
    const [keystone] = graph.of('Keystone.keystone.openstack.c5c3.io')
    expect(keystone && graph.out(keystone.id).map(({ to }) => to)).toEqual(['two:Certificate.cert-manager.io:ns/x'])
  })

  it('labels name a ControlPlane in another namespace', () => {
    const child = made(
      'Glance.glance.openstack.c5c3.io',
      `
      metadata: { namespace: images, labels: { c5c3.io/controlplane-name: cp, c5c3.io/controlplane-namespace: ns } }`,
    )
    const graph = graphOf([made('ControlPlane.c5c3.io', 'metadata: { name: cp }'), child])
    const [root] = graph.of('ControlPlane.c5c3.io')
    expect(root && graph.out(root.id)).toMatchObject([
      { rel: 'owns', path: 'metadata.labels[c5c3.io/controlplane-name]' },
    ])
  })

  it('references of a cached copy into an unknown cluster are unseen, not missing', () => {
    const copy = made('ControlPlane.c5c3.io', `${CP}  infrastructure: { database: { clusterRef: { name: db } } }`)
    const holder = {
      ...made('Object.kubernetes.crossplane.io'),
      spec: { providerConfigRef: { name: 'far' }, forProvider: { manifest: copy } },
      status: { atProvider: { manifest: copy }, conditions: [{ type: 'Synced', status: 'True' }] },
    }
    const graph = graphOf([holder])
    const database = [...graph.nodes.values()].find(({ kind }) => kind === 'MariaDB')
    expect(database).toMatchObject({ source: 'unseen', cluster: { label: 'ProviderConfig far' } })
  })

  it('labels that are no strings are ignored', () => {
    const malformed = {
      ...made('Certificate.cert-manager.io'),
      metadata: { name: 'x', namespace: 'ns', labels: { 'openstack.c5c3.io/owner-kind': 7 } },
    }
    expect(graphOf([malformed as unknown as KubeObject]).nodes.size).toBe(1)
  })
})

describe('the root cause', () => {
  const failing = (kind: string) => owned(kind, conditions('Ready=False/Broken'))

  it('is the object named by the own condition, even if others are worse', () => {
    const waiting = made('ControlPlane.c5c3.io', `${CP}${conditions('KeystoneReady=False/WaitingForKeystone')}`)
    const keystone = owned('Keystone.keystone.openstack.c5c3.io', '')
    expect(cause(waiting, keystone, failing('Certificate.cert-manager.io'))).toBe(
      'one:Keystone.keystone.openstack.c5c3.io:ns/cp-keystone',
    )
  })

  it('is the worst dependency if the condition names none', () => {
    const waiting = made('ControlPlane.c5c3.io', `${CP}${conditions('CatalogReady=False/WaitingForCatalog')}`)
    expect(cause(waiting, owned('Keystone.keystone.openstack.c5c3.io', ''), failing('MariaDB.k8s.mariadb.com'))).toBe(
      'one:MariaDB.k8s.mariadb.com:ns/cp-mariadb',
    )
  })

  it('is the object itself if its condition says so', () => {
    const error = made('ControlPlane.c5c3.io', `${CP}${conditions('GlanceReady=False/GlanceProjectionRejected')}`)
    expect(cause(error, failing('MariaDB.k8s.mariadb.com'))).toBe('one:ControlPlane.c5c3.io:ns/cp')
  })

  it('is the object without a status, for an object in progress', () => {
    const waiting = made('ControlPlane.c5c3.io', `${CP}${conditions('CatalogReady=False/WaitingForCatalog')}`)
    expect(cause(waiting, owned('PushSecret.external-secrets.io', ''))).toBe(
      'one:PushSecret.external-secrets.io:ns/cp-pushsecret',
    )
  })
})
