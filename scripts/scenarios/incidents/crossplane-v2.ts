// SPDX-License-Identifier: Apache-2.0
// The tenants use Crossplane v2: no claims, composite resources in the namespaces of the tenants with their Crossplane
// fields under spec.crossplane, Objects of the namespaced group. The pools are still claims as in v1.

import { healthy } from '../healthy.ts'
import { addressOf, Incident } from '../incident.ts'
import { type Obj, objectsOf } from '../kube.ts'
import { at } from '../management/crossplane-events.ts'

const MANAGEMENT = 'management'
const GROUP = 'kubernetes.m.crossplane.io'
const make = objectsOf(MANAGEMENT)

export function crossplaneV2(): Incident {
  const incident = new Incident(healthy())
  const tenants = incident.all(MANAGEMENT).filter(({ kind }) => kind === 'OpenStackCluster')

  incident.chapter('the API: one kind in a namespace, no claim beside it')
  definition(incident)
  incident.chapter('access to the other clusters for Objects in any namespace')
  for (const config of incident.all(MANAGEMENT).filter(({ kind }) => kind === 'ProviderConfig')) {
    const id = { name: config.metadata.name, age: '3d', generation: 1, finalizers: ['in-use.crossplane.io'] }
    incident.add(
      MANAGEMENT,
      make(`${GROUP}/v1alpha1`, 'ClusterProviderConfig', id, { spec: config['spec'], status: { users: 1 } }),
    )
  }
  for (const tenant of tenants) moved(incident, tenant)
  return incident
}

function definition(incident: Incident): void {
  const old = incident.get(MANAGEMENT, 'CompositeResourceDefinition xopenstackclusters.c5c3.io')
  incident.remove(MANAGEMENT, addressOf(old))
  const name = 'openstackclusters.c5c3.io'
  const o = make('apiextensions.crossplane.io/v2', 'CompositeResourceDefinition', { name, age: '3d', generation: 1 })
  const spec = {
    scope: 'Namespaced',
    group: 'c5c3.io',
    names: { kind: 'OpenStackCluster', plural: 'openstackclusters' },
    versions: at(old, 'spec.versions'),
  }
  const time = o.metadata.creationTimestamp
  const conditions = [
    {
      type: 'Established',
      status: 'True',
      reason: 'WatchingCompositeResource',
      lastTransitionTime: time,
      observedGeneration: 1,
    },
  ]
  incident.add(MANAGEMENT, { ...o, spec, status: { conditions } })
  const compositeTypeRef = { apiVersion: 'c5c3.io/v1alpha1', kind: 'OpenStackCluster' }
  for (const recipe of incident.all(MANAGEMENT))
    if (at(recipe, 'spec.compositeTypeRef.kind') === 'XOpenStackCluster')
      incident.change(MANAGEMENT, addressOf(recipe), { spec: { compositeTypeRef } })
}

/** The former claim is the composite resource now; its Objects are in the same namespace. */
function moved(incident: Incident, tenant: Obj): void {
  const { namespace = '', name } = tenant.metadata
  const xr = incident.get(MANAGEMENT, `XOpenStackCluster ${at(tenant, 'spec.resourceRef.name')}`)
  const old = incident
    .all(MANAGEMENT)
    .filter((o) => o.kind === 'Object' && o.metadata.labels?.['crossplane.io/composite'] === xr.metadata.name)
  incident.chapter(`tenant ${name}`)
  incident.change(MANAGEMENT, addressOf(tenant), {
    metadata: { finalizers: ['composite.apiextensions.crossplane.io'], labels: { 'crossplane.io/composite': name } },
    spec: {
      resourceRef: null,
      compositionRef: null,
      compositionRevisionRef: null,
      compositeDeletePolicy: null,
      crossplane: {
        compositionRef: at(xr, 'spec.compositionRef'),
        compositionRevisionRef: at(xr, 'spec.compositionRevisionRef'),
        compositionUpdatePolicy: 'Automatic',
        resourceRefs: old.map((o) => ({ apiVersion: `${GROUP}/v1alpha1`, kind: 'Object', name: o.metadata.name })),
      },
    },
  })
  incident.add(MANAGEMENT, ...old.map((o) => namespaced(o, tenant, namespace)))
  for (const o of [xr, ...old]) incident.remove(MANAGEMENT, addressOf(o))
}

function namespaced(o: Obj, owner: Obj, namespace: string): Obj {
  const { name, annotations } = o.metadata
  const object = make(`${GROUP}/v1alpha1`, 'Object', {
    name,
    namespace,
    age: '3d',
    born: o.metadata.creationTimestamp,
    generation: 2,
    owner,
    labels: { 'crossplane.io/composite': owner.metadata.name },
    ...(annotations && { annotations }),
    finalizers: ['finalizer.managedresource.crossplane.io'],
  })
  const { deletionPolicy: _, ...spec } = o['spec'] as Record<string, unknown>
  const providerConfigRef = { kind: 'ClusterProviderConfig', name: at(o, 'spec.providerConfigRef.name') }
  return { ...object, spec: { ...spec, providerConfigRef }, status: o['status'] }
}
