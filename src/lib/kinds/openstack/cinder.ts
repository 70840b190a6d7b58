// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { listAt } from '../../model/object/fields.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import { rbdOf } from '../rook/rbd-links.ts'
import { SEED_SERVICE_FIELDS, SERVICE_FIELDS, SERVICE_PARTS, serviceLinks } from './links.ts'

const ORDER: readonly string[] = ['DatabaseReady', 'MessagingReady', 'CephConnected']

const NEEDS = { database: true, messaging: true, korc: true, services: ['keystone'] }

const UNRELEASED_FIELDS = [...SEED_SERVICE_FIELDS, 'spec.backends', 'spec.api', 'spec.scheduler']

/** Known only from the specification: no released operator serves it yet. */
export const cinder: KindSpec = {
  group: 'cinder.openstack.c5c3.io',
  kind: 'Cinder',
  plural: 'cinders',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [...SERVICE_FIELDS, ...UNRELEASED_FIELDS],
  links: (object) => [
    ...serviceLinks(object, ORDER, NEEDS),
    ...listAt(object, 'spec.backends').flatMap(({ rbd }) => rbdOf(object, rbd, 'spec.backends.rbd')),
  ],
  health: (object) => orderedHealth(object, ORDER),
  parts: SERVICE_PARTS,
  seedOnly: UNRELEASED_FIELDS,
}
