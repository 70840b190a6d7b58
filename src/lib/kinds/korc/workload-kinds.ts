// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { KORC, KORC_FIELDS, korcHealth, korcLinks } from './health-and-links.ts'

/** Kinds of K-ORC that no control plane is made of, with their plurals: networks, servers and such of its users. */
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

/** Read only by commands that ask for them: there may be very many, and none of them tells how a control plane is. */
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
