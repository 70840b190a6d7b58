// SPDX-License-Identifier: Apache-2.0
import type { Link, LinkTarget } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

interface GatewayReference {
  readonly path: string
  /** A parentRef: name, and namespace if it is another one. */
  readonly reference: unknown
  readonly where?: LinkTarget
}

/** The Gateway through which users reach the object. */
export function gatewayLink(
  object: KubeObject,
  { path, reference, where = 'here' }: GatewayReference,
): readonly Link[] {
  const name = textAt(reference, 'name')
  if (!name) return []
  const namespace = textAt(reference, 'namespace') ?? object.metadata.namespace
  const to = { where, group: 'gateway.networking.k8s.io', kind: 'Gateway', name, ...inNamespace(namespace) } as const
  // If it does not exist, the route is not accepted: the condition HTTPRouteReady of the service reports it.
  return [{ rel: 'depends-on', to, path, optional: true }]
}
