// SPDX-License-Identifier: Apache-2.0
// Crossplane's objects for a claim: composite resource, Objects, and the observed copies of remote objects.

import { after, type Condition, conditions, type Obj, objectsOf, startOf, suffix, withBody } from '../kube.ts'
import { revisionOf } from './compositions.ts'

const make = objectsOf('management')

export interface Composed {
  readonly template: string
  readonly providerConfig: string
  readonly remote: Obj
  readonly policy: { readonly policy: string; readonly celQuery?: string }
  readonly observeOnly?: boolean
  /** The desired spec, if the remote side adds to it. */
  readonly spec?: Record<string, unknown>
}

export interface Claim {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly namespace: string
  readonly xr: string
  readonly composition: string
  readonly age: string
  readonly spec: Record<string, unknown>
  readonly status: Record<string, unknown>
  readonly composed: readonly Composed[]
}

/** Seconds from a claim until everything is ready. */
const READY_AFTER = 1100

export const BY_PHASE = { policy: 'DeriveFromCelQuery', celQuery: 'object.status.phase == "Ready"' }
export const BY_CONDITION = { policy: 'DeriveFromObject' }
export const BY_EXISTENCE = { policy: 'SuccessfulCreate' }
export const BY_SHOOT = {
  policy: 'DeriveFromCelQuery',
  celQuery: 'object.status.lastOperation.state == "Succeeded" && object.status.conditions.all(c, c.status == "True")',
}

/** Claim, XR and Objects with references as Crossplane creates them. */
export function render(c: Claim): Obj[] {
  const machinery = {
    compositionRef: { name: c.composition },
    compositionRevisionRef: { name: revisionOf(c.composition) },
  }
  const claim = make(c.apiVersion, c.kind, {
    name: c.name,
    namespace: c.namespace,
    age: c.age,
    born: startOf(c.age),
    generation: 3,
    finalizers: ['finalizer.apiextensions.crossplane.io'],
  })
  const marks = {
    'crossplane.io/claim-name': c.name,
    'crossplane.io/claim-namespace': c.namespace,
    'crossplane.io/composite': c.xr,
  }
  const xr = make(c.apiVersion, `X${c.kind}`, {
    name: c.xr,
    generateName: `${c.name}-`,
    age: c.age,
    born: after(startOf(c.age), 1),
    generation: 3,
    labels: marks,
    finalizers: ['composite.apiextensions.crossplane.io'],
  })
  const objects = c.composed.map((composed) => composedObject(c, xr, marks, composed))
  const ref = (o: Obj) => ({ apiVersion: o.apiVersion, kind: o.kind, name: o.metadata.name })
  return [
    withBody(claim, {
      spec: { ...c.spec, ...machinery, compositeDeletePolicy: 'Background', resourceRef: ref(xr) },
      status: { ...c.status, conditions: ready(claim) },
    }),
    withBody(xr, {
      spec: {
        ...c.spec,
        ...machinery,
        compositionUpdatePolicy: 'Automatic',
        claimRef: { apiVersion: c.apiVersion, kind: c.kind, name: c.name, namespace: c.namespace },
        resourceRefs: objects.map(ref),
      },
      status: { ...c.status, conditions: ready(xr) },
    }),
    ...objects,
  ]
}

/** Synced at once, Ready when the last service was ready. */
function ready(o: Obj): Condition[] {
  return conditions(
    o,
    [
      { type: 'Synced', reason: 'ReconcileSuccess' },
      { type: 'Ready', reason: 'Available' },
    ],
    READY_AFTER,
    false,
  )
}

function composedObject(c: Claim, xr: Obj, labels: Record<string, string>, composed: Composed): Obj {
  const name = `${c.xr}-${suffix(`${c.xr}/${composed.template}`)}`
  const born = after(xr.metadata.creationTimestamp, 1)
  const o = make('kubernetes.crossplane.io/v1alpha2', 'Object', {
    name,
    generateName: `${c.xr}-`,
    age: c.age,
    born,
    generation: 2,
    labels,
    annotations: {
      'crossplane.io/composition-resource-name': composed.template,
      'crossplane.io/external-name': name,
      ...(!composed.observeOnly && {
        'crossplane.io/external-create-pending': born,
        'crossplane.io/external-create-succeeded': after(born, 1),
      }),
    },
    owner: xr,
    finalizers: ['finalizer.managedresource.crossplane.io'],
  })
  return withBody(o, {
    spec: {
      deletionPolicy: 'Delete',
      managementPolicies: [composed.observeOnly ? 'Observe' : '*'],
      providerConfigRef: { name: composed.providerConfig },
      readiness: composed.policy,
      watch: false,
      forProvider: { manifest: desired(composed) },
    },
    status: {
      atProvider: { manifest: composed.remote },
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'Available',
          lastTransitionTime: after(born, composed.policy === BY_EXISTENCE ? 2 : READY_AFTER),
        },
        ...conditions(o, [{ type: 'Synced', reason: 'ReconcileSuccess' }], 0),
      ],
    },
  })
}

/** The manifest in the Composition: identity and spec, never status. */
function desired({ remote, spec, observeOnly }: Composed): Record<string, unknown> {
  const { apiVersion, kind } = remote
  const { name, namespace: ns, labels } = remote.metadata
  const ownLabels = kind === 'Namespace' &&
    labels && { 'c5c3.io/openstack-cluster': labels['c5c3.io/openstack-cluster'] }
  const metadata = { name, ...(ns && { namespace: ns }), ...(ownLabels && { labels: ownLabels }) }
  if (observeOnly || kind === 'Namespace') return { apiVersion, kind, metadata }
  return { apiVersion, kind, metadata, spec: spec ?? remote['spec'] }
}
