// SPDX-License-Identifier: Apache-2.0
import type { CheckContext } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { listAt, textAt } from '../../model/object/fields.ts'

/** Kinds, besides services, that a service may declare as a dependency. */
export const DEPENDABLE_KINDS: readonly string[] = [
  'MariaDB.k8s.mariadb.com',
  'RabbitmqCluster.rabbitmq.com',
  'Memcached.memcached.c5c3.io',
  'Valkey.cache.cs.sap.com',
  'OVNCluster.ovn.c5c3.io',
]

export interface Dependency {
  readonly to: GraphNode
  /** spec.dependsOn[0] */
  readonly path: string
}

/** The dependencies a service declares; two specifications name the field differently. */
export function declaredDependencies(context: CheckContext, service: GraphNode): readonly Dependency[] {
  // The graph has no link from an object to itself.
  const targets = [service, ...context.out(service)]
  return ['spec.dependsOn', 'spec.dependencies'].flatMap((list) =>
    listAt(service.object, list).flatMap((entry, i) => {
      const [kind, name] = [textAt(entry, 'kind'), textAt(entry, 'name')]
      const to = targets.find((node) => node.kind === kind && node.name === name)
      return to ? [{ to, path: `${list}[${i}]` }] : []
    }),
  )
}
