// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { KORC, KORC_FIELDS, korcHealth, korcLinks } from './health-and-links.ts'

/** Has no id: it only connects other objects. */
export const korcRoleAssignment: KindSpec = {
  group: KORC,
  kind: 'RoleAssignment',
  plural: 'roleassignments',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: KORC_FIELDS,
  links: korcLinks,
  health: korcHealth,
}
