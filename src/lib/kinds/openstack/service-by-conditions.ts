// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { SEED_SERVICE_FIELDS, SERVICE_FIELDS, SERVICE_PARTS, serviceLinks } from './links.ts'

/** A kind as an API server's discovery tells it. */
export interface ServedKind {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly version: string
  readonly namespaced: boolean
}

/** The kind of a service operator we do not know: judged by its conditions and linked as services usually are. */
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

/** Conditions that speak of being ready, in the order the controller wrote them; others may mean well or ill. */
const orderOf = (object: KubeObject) =>
  [...conditionsOf(object).keys()].filter((type) => type !== 'Ready' && /(Ready|Available|Connected)$/.test(type))
