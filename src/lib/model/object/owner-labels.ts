// SPDX-License-Identifier: Apache-2.0
import type { Link, LinkTarget } from '../graph/link.ts'
import type { KubeObject } from './resource.ts'

/**
 * Links from owners to the children that name them in labels. CobaltCore uses labels because an owner reference cannot
 * cross namespaces or clusters.
 */
export function labelOwners(object: KubeObject): readonly Link[] {
  const labels: Labels | undefined = object.metadata.labels
  if (!labels) return []
  const links: Link[] = []
  const kind = textOf(labels, 'openstack.c5c3.io/owner-kind')
  // CobaltCore sets this label only on children in a target cluster; their owner is in a control-plane cluster.
  if (kind) add(links, labels, TARGET, groupOf(kind), kind, { role: 'control-plane' })
  add(links, labels, CONTROL_PLANE, 'c5c3.io', 'ControlPlane', 'here')
  add(links, labels, IMPORTED_FOR, 'c5c3.io', 'ControlPlane', 'here')
  add(links, labels, KEYSTONE_SERVICE, 'c5c3.io', 'KeystoneService', 'here')
  return links
}

type Labels = Readonly<Record<string, unknown>>

/** Built once: labelOwners() runs for every object, and concatenating the keys would dominate its cost. */
const keysOf = (prefix: string) => ({ name: `${prefix}-name`, namespace: `${prefix}-namespace` })

const TARGET = keysOf('openstack.c5c3.io/owner')
const CONTROL_PLANE = keysOf('c5c3.io/controlplane')
/** Our label on imported objects: with the operator's own labels the operator would treat them as its own. */
export const IMPORTED_FOR = keysOf('cli.c5c3.io/imported-for')
const KEYSTONE_SERVICE = keysOf('c5c3.io/keystoneservice')

function add(
  links: Link[],
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
  links.push({ rel: 'owns', reverse: true, optional: true, path, to: { where, group, kind, namespace, name } })
}

/** Observed copies may contain labels that are not strings. */
const textOf = (labels: Labels, key: string) => (typeof labels[key] === 'string' ? labels[key] : undefined)

const groupOf = (kind: string) => (kind === 'ControlPlane' ? 'c5c3.io' : `${kind.toLowerCase()}.openstack.c5c3.io`)
