// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { KORC, KORC_FIELDS, korcHealth, korcLinks } from './health-and-links.ts'

/** A Keystone user; not a MariaDB user. */
export const korcUser: KindSpec = {
  group: KORC,
  kind: 'User',
  plural: 'users',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [...KORC_FIELDS, 'status.resource.passwordExpiresAt'],
  links: korcLinks,
  health: korcHealth,
}
