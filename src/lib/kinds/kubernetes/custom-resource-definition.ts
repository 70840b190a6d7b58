// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { readyHealth } from '../../model/object/conditions.ts'

/** Few fields are kept, but the server sends whole schemas: read only by commands that need it. */
export const customResourceDefinition: KindSpec = {
  group: 'apiextensions.k8s.io',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  versions: ['v1'],
  namespaced: false,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  onDemand: true,
  keep: [
    'spec.group',
    'spec.scope',
    'spec.names.kind',
    'spec.names.plural',
    'spec.versions.name',
    'spec.versions.served',
    'spec.versions.storage',
    'status.conditions',
    'status.storedVersions',
  ],
  health: (object) => readyHealth(object, 'Established'),
}
