// SPDX-License-Identifier: Apache-2.0
import type { Link, LinkTarget } from '../graph/link.ts'
import type { KubeObject } from './resource.ts'

/**
 * Owners that CobaltCore writes into labels, because an owner reference cannot leave its namespace or its cluster:
 * the owner stands on what carries them.
 */
export function labelOwners(object: KubeObject): readonly Link[] {
  const labels: Labels | undefined = object.metadata.labels
  if (!labels) return []
  const found: Link[] = []
  const kind = textOf(labels, 'openstack.c5c3.io/owner-kind')
  // Only children in a target cluster are marked like this: their owner is in another one.
  if (kind) add(found, labels, TARGET, groupOf(kind), kind, { role: 'control-plane' })
  add(found, labels, PLANE, 'c5c3.io', 'ControlPlane', 'here')
  add(found, labels, IMPORTED_FOR, 'c5c3.io', 'ControlPlane', 'here')
  add(found, labels, KEYSTONE_SERVICE, 'c5c3.io', 'KeystoneService', 'here')
  return found
}

type Labels = Readonly<Record<string, unknown>>

/** Asked of every object: keys that are put together each time cost more than all the rest. */
const keysOf = (prefix: string) => ({ name: `${prefix}-name`, namespace: `${prefix}-namespace` })

const TARGET = keysOf('openstack.c5c3.io/owner')
const PLANE = keysOf('c5c3.io/controlplane')
/** Ours, on what was imported for a ControlPlane: its operator's own labels would make it the operator's. */
export const IMPORTED_FOR = keysOf('cli.c5c3.io/imported-for')
const KEYSTONE_SERVICE = keysOf('c5c3.io/keystoneservice')

function add(
  found: Link[],
  labels: Labels,
  keys: ReturnType<typeof keysOf>,
  group: string,
  kind: string,
  where: LinkTarget,
): void {
  const name = textOf(labels, keys.name)
  const namespace = name && textOf(labels, keys.namespace)
  if (!name || !namespace) return
  const path = `metadata.labels[${keys.name}]`
  found.push({ rel: 'owns', reverse: true, optional: true, path, to: { where, group, kind, namespace, name } })
}

/** Copies of objects may hold labels that are no text. */
const textOf = (labels: Labels, key: string) => (typeof labels[key] === 'string' ? labels[key] : undefined)

const groupOf = (kind: string) => (kind === 'ControlPlane' ? 'c5c3.io' : `${kind.toLowerCase()}.openstack.c5c3.io`)
