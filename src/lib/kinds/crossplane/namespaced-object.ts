// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Ref } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import { inNamespace } from '../../model/object/reference.ts'
import { providerConfigOf } from './health-and-links.ts'
import { object, objectLinks } from './object.ts'

const GROUP = 'kubernetes.m.crossplane.io'

/** The Object of Crossplane v2: namespaced, with a config of its namespace or, by default, a cluster-scoped one. */
export const namespacedObject: KindSpec = {
  ...object,
  group: GROUP,
  versions: ['v1alpha1'],
  namespaced: true,
  keep: object.keep.filter((path) => !['spec.managementPolicy', 'spec.deletionPolicy'].includes(path)),
  links: (object) => {
    const name = textAt(object, 'spec.providerConfigRef.name') ?? 'default'
    const { namespace } = object.metadata
    if (textAt(object, 'spec.providerConfigRef.kind') !== 'ProviderConfig') {
      const to: Ref = { where: 'here', group: GROUP, kind: 'ClusterProviderConfig', name }
      return objectLinks(object, to, { providerConfig: providerConfigOf(object) })
    }
    const to: Ref = { where: 'here', group: GROUP, kind: 'ProviderConfig', name, ...inNamespace(namespace) }
    return objectLinks(object, to, { providerConfig: providerConfigOf(object) })
  },
}
