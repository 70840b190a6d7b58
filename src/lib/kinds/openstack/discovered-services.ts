// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import { resourceName } from '../../model/graph/kind.ts'
import { KINDS } from '../index.ts'
import { otherServiceKind, type ServedKind } from './service-by-conditions.ts'

const LISTED = new Set(KINDS.map(resourceName))

/** Kinds of service operators newer than this release: recognised by their group, assessed by their conditions. */
export function unlistedKinds(served: readonly ServedKind[]): readonly KindSpec[] {
  const unknown = served.filter((kind) => kind.group.endsWith('.openstack.c5c3.io') && !LISTED.has(resourceName(kind)))
  return [...new Map(unknown.map((kind) => [resourceName(kind), kind])).values()].map(otherServiceKind)
}
