// SPDX-License-Identifier: Apache-2.0
import { textAt } from '../model/object/fields.ts'
import { closestMatches } from '../model/text/closest-matches.ts'
import { safeLine } from '../model/text/sanitize.ts'

/** API groups of claims and pools by kind. */
export const GROUPS: ReadonlyMap<string, string> = new Map([
  ['OpenStackCluster', 'c5c3.io'],
  ['HypervisorCluster', 'crossplane.c5c3.io'],
  ['StorageCluster', 'crossplane.c5c3.io'],
  ['ControlPlaneCluster', 'crossplane.c5c3.io'],
])

/** A claim or pool, even with a typo in its group. The group matters: other projects have a StorageCluster, too. */
export function isClaimOrPool(value: unknown): boolean {
  const kind = textAt(value, 'kind') ?? ''
  const expected = GROUPS.get(kind)
  if (expected === undefined) return false
  const group = groupIn(value)
  return kind === 'OpenStackCluster' || group.includes('c5c3') || closestMatches(group, [expected]).length > 0
}

/** Empty for the core group. */
export function groupIn(value: unknown): string {
  const [group = '', version] = (textAt(value, 'apiVersion') ?? '').split('/')
  return version === undefined ? '' : group
}

/** Identifies an object across files and clusters. */
export const manifestKey = (value: unknown): string =>
  [textAt(value, 'kind'), groupIn(value), textAt(value, 'metadata.namespace'), textAt(value, 'metadata.name')].join(' ')

/** KIND NAMESPACE/NAME, sanitized. */
export function manifestTitle(value: unknown): string {
  const namespace = textAt(value, 'metadata.namespace')
  const name = textAt(value, 'metadata.name') ?? '(no name)'
  return safeLine(`${textAt(value, 'kind')} ${namespace ? `${namespace}/` : ''}${name}`, 200)
}
