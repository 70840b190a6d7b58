// SPDX-License-Identifier: Apache-2.0
import type { Link, Where } from './link.ts'
import type { KubeObject } from './resource.ts'

/**
 * Owners that CobaltCore writes into labels, because an owner reference cannot leave its namespace or its cluster:
 * the owner stands on what carries them.
 */
export function labelOwners(object: KubeObject): readonly Link[] {
  const labels: Labels | undefined = object.metadata.labels
  if (!labels) return []
  const kind = textOf(labels, 'openstack.c5c3.io/owner-kind')
  return [
    // Only children in a target cluster are marked like this: their owner is in another one.
    ...(kind ? owner(labels, 'openstack.c5c3.io/owner', groupOf(kind), kind, { role: 'control-plane' }) : []),
    ...owner(labels, 'c5c3.io/controlplane', 'c5c3.io', 'ControlPlane', 'here'),
    ...owner(labels, 'c5c3.io/keystoneservice', 'c5c3.io', 'KeystoneService', 'here'),
  ]
}

type Labels = Readonly<Record<string, unknown>>

function owner(labels: Labels, prefix: string, group: string, kind: string, where: Where): readonly Link[] {
  const [name, namespace] = [textOf(labels, `${prefix}-name`), textOf(labels, `${prefix}-namespace`)]
  if (!name || !namespace) return []
  const path = `metadata.labels[${prefix}-name]`
  return [{ rel: 'owns', reverse: true, optional: true, path, to: { where, group, kind, namespace, name } }]
}

/** Copies of objects may hold labels that are no text. */
const textOf = (labels: Labels, key: string) => (typeof labels[key] === 'string' ? labels[key] : undefined)

const groupOf = (kind: string) => (kind === 'ControlPlane' ? 'c5c3.io' : `${kind.toLowerCase()}.openstack.c5c3.io`)
