// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { SEED_SERVICE_FIELDS, SERVICE_FIELDS, SERVICE_PARTS, serviceLinks } from './links.ts'

/** A kind from API discovery. */
export interface ServedKind {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly version: string
  readonly namespaced: boolean
}

/** The kind of an unknown service operator: assessed by its conditions and linked like other services. */
export function otherServiceKind({ group, kind, plural, version, namespaced }: ServedKind): KindSpec {
  return {
    group,
    kind,
    plural,
    versions: [version],
    namespaced,
    roles: ['control-plane'],
    keep: [...SERVICE_FIELDS, ...SEED_SERVICE_FIELDS],
    links: (object) => serviceLinks(object, orderOf(object), {}),
    health: (object) => orderedHealth(object, orderOf(object)),
    parts: SERVICE_PARTS,
  }
}

/** Readiness conditions, in the order the controller wrote them; for other types True may be good or bad. */
const orderOf = (object: KubeObject) =>
  [...conditionsOf(object).keys()].filter((type) => type !== 'Ready' && /(Ready|Available|Connected)$/.test(type))
