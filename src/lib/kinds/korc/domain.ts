// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/kind.ts'
import { KORC, KORC_FIELDS, korcHealth, korcLinks } from '../../model/korc.ts'

export const korcDomain: KindSpec = {
  group: KORC,
  kind: 'Domain',
  plural: 'domains',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: KORC_FIELDS,
  links: korcLinks,
  health: korcHealth,
}
