// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { KORC, KORC_FIELDS, korcHealth, korcLinks } from './health-and-links.ts'

/** A catalog entry; not a Kubernetes Service. */
export const korcService: KindSpec = {
  group: KORC,
  kind: 'Service',
  plural: 'services',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [...KORC_FIELDS, 'status.resource.type'],
  links: korcLinks,
  health: korcHealth,
}
