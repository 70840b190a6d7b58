// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link, LinkTarget, Ref } from '../../model/graph/link.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { entriesAt, fieldAt, listAt, textAt, textsAt } from '../../model/object/fields.ts'
import { groupOf, inNamespace, refOf } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { crossplaneHealth } from './health-and-links.ts'

export const object: KindSpec = {
  group: 'kubernetes.crossplane.io',
  kind: 'Object',
  plural: 'objects',
  versions: ['v1alpha2', 'v1alpha1'],
  namespaced: false,
  roles: ['management'],
  keep: [
    'spec.providerConfigRef',
    'spec.readiness.policy',
    'spec.managementPolicies',
    'spec.managementPolicy',
    'spec.deletionPolicy',
    'spec.references',
    // Without data: the desired values of a Secret must not be kept.
    'spec.forProvider.manifest.apiVersion',
    'spec.forProvider.manifest.kind',
    'spec.forProvider.manifest.metadata.name',
    'spec.forProvider.manifest.metadata.namespace',
    'spec.forProvider.manifest.spec',
    'status.atProvider.manifest.apiVersion',
    'status.atProvider.manifest.kind',
    'status.atProvider.manifest.metadata.name',
    'status.atProvider.manifest.metadata.namespace',
    'status.atProvider.manifest.metadata.uid',
    'status.atProvider.manifest.metadata.generation',
    'status.atProvider.manifest.metadata.creationTimestamp',
    'status.atProvider.manifest.metadata.deletionTimestamp',
    'status.atProvider.manifest.metadata.finalizers',
    'status.atProvider.manifest.metadata.labels',
    'status.atProvider.manifest.metadata.ownerReferences',
    'status.atProvider.manifest.type',
    'status.atProvider.manifest.data',
    'status.atProvider.manifest.spec',
    'status.atProvider.manifest.status',
    'status.conditions',
    'status.observedGeneration',
  ],
  holdsCopies: true,
  links: (object) => {
    const name = textAt(object, 'spec.providerConfigRef.name') ?? 'default'
    const to: Ref = { where: 'here', group: 'kubernetes.crossplane.io', kind: 'ProviderConfig', name }
    return objectLinks(object, to, { providerConfig: name })
  },
  health: crossplaneHealth,
}

/** Links from an Object to the remote object it applies, its ProviderConfig and the objects it depends on. */
export function objectLinks(object: KubeObject, config: Ref, where: LinkTarget): readonly Link[] {
  return [
    { rel: 'depends-on', to: config, path: 'spec.providerConfigRef.name' },
    ...referenceLinks(object),
    ...remoteLink(object, where),
  ]
}

function remoteLink(object: KubeObject, where: LinkTarget): Link[] {
  const path = 'spec.forProvider.manifest'
  const manifest = fieldAt(object, path)
  const [kind, name] = [textAt(manifest, 'kind'), textAt(manifest, 'metadata.name')]
  if (!kind || !name) return []
  const group = groupOf(textAt(manifest, 'apiVersion') ?? '')
  const copy = fieldAt(object, 'status.atProvider.manifest')
  const stale = conditionsOf(object).get('Synced')?.status !== 'True'
  return [
    {
      rel: isObserved(object) ? 'consumes' : 'creates',
      to: { where, group, kind, name, ...inNamespace(textAt(manifest, 'metadata.namespace')) },
      path,
      ...(copy === undefined ? {} : { observed: { copy, stale } }),
      ...(object.metadata.deletionTimestamp ? { optional: true } : {}),
    },
  ]
}

function isObserved(object: KubeObject): boolean {
  const policies = textsAt(object, 'spec.managementPolicies')
  return textAt(object, 'spec.managementPolicy') === 'Observe' || (policies.length === 1 && policies[0] === 'Observe')
}

/** Sources of patches and dependencies are Objects in the same cluster. */
function referenceLinks(object: KubeObject): Link[] {
  return listAt(object, 'spec.references').flatMap((reference, i) =>
    ['dependsOn', 'patchesFrom'].flatMap((field): Link[] => {
      const named = Object.fromEntries(entriesAt(reference, field))
      const to = refOf({ apiVersion: object.apiVersion, kind: 'Object', ...named }, 'here')
      return to ? [{ rel: 'depends-on', to, path: `spec.references[${i}].${field}` }] : []
    }),
  )
}
