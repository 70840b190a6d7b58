// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { KORC, KORC_FIELDS, korcHealth, korcLinks } from './health-and-links.ts'

/** K-ORC kinds that are not part of a control plane, with their plurals: networks, servers and the like. */
const PLURALS: Readonly<Record<string, string>> = {
  AddressScope: 'addressscopes',
  Flavor: 'flavors',
  FloatingIP: 'floatingips',
  Image: 'images',
  KeyPair: 'keypairs',
  Network: 'networks',
  Port: 'ports',
  Router: 'routers',
  RouterInterface: 'routerinterfaces',
  SecurityGroup: 'securitygroups',
  Server: 'servers',
  ServerGroup: 'servergroups',
  ShareNetwork: 'sharenetworks',
  Subnet: 'subnets',
  Trunk: 'trunks',
  Volume: 'volumes',
  VolumeType: 'volumetypes',
}

/** Read only by commands that request them: there may be very many, and none affects a control plane's health. */
export const OTHER_KORC: readonly KindSpec[] = Object.entries(PLURALS).map(([kind, plural]) => ({
  group: KORC,
  kind,
  plural,
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: KORC_FIELDS,
  onDemand: true,
  links: korcLinks,
  health: korcHealth,
}))
