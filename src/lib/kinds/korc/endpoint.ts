// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { KORC, KORC_FIELDS, korcHealth, korcLinks } from './health-and-links.ts'

export const korcEndpoint: KindSpec = {
  group: KORC,
  kind: 'Endpoint',
  plural: 'endpoints',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [...KORC_FIELDS, 'status.resource.url'],
  links: korcLinks,
  health: korcHealth,
}
