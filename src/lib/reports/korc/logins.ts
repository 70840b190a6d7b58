// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { factsOf } from '../../model/secret/secret-facts.ts'

/** One entry of a clouds.yaml that K-ORC logs in with; exposes only the host of Keystone. */
export interface CloudLogin {
  readonly cluster: string
  readonly namespace: string
  readonly secret: string
  readonly cloud: string
  readonly state: 'present' | 'missing' | 'no clouds.yaml' | 'no such cloud' | 'not readable' | 'not read'
  readonly message: string
  /** host:port of Keystone. */
  readonly host?: string
  /** Number of K-ORC objects that use it. */
  readonly objects: number
}

/** Every login that a K-ORC object uses, and whether it exists. */
export function cloudLogins({ graph }: Assessment, nodes: readonly GraphNode[]): readonly CloudLogin[] {
  const uses = nodes.flatMap((node) => {
    const secret = textAt(node.object, 'spec.cloudCredentialsRef.secretName')
    const cloud = textAt(node.object, 'spec.cloudCredentialsRef.cloudName')
    return secret && cloud && node.namespace ? [{ node, secret, cloud, namespace: node.namespace }] : []
  })
  const groups = Map.groupBy(uses, ({ node, ...one }) =>
    [node.cluster.label, one.namespace, one.secret, one.cloud].join(' '),
  )
  return [...groups.values()].flatMap((group): CloudLogin[] => {
    const [first] = group
    if (!first) return []
    const { node, secret, cloud, namespace } = first
    const secretNode = graph
      .out(node.id)
      .map(({ to }) => graph.nodes.get(to))
      .find((one) => one?.kind === 'Secret' && one.name === secret)
    const login = { cluster: node.cluster.label, namespace, secret, cloud, objects: group.length }
    return [{ ...login, ...loginState(secretNode, cloud) }]
  })
}

function loginState(secret: GraphNode | undefined, cloud: string): Pick<CloudLogin, 'state' | 'message' | 'host'> {
  if (!secret || secret.source === 'unseen')
    return { state: 'not read', message: secret?.hidden?.message ?? 'the Secret was not read' }
  if (!secret.object) return { state: 'missing', message: 'the Secret does not exist' }
  const facts = factsOf(secret.object, 'clouds.yaml')
  if (!facts || facts.empty) return { state: 'no clouds.yaml', message: 'the Secret has no key clouds.yaml' }
  if (facts.unread) return { state: 'not read', message: 'clouds.yaml is too large to look into' }
  if (facts.malformed || !facts.clouds) return { state: 'not readable', message: 'clouds.yaml cannot be read as such' }
  const entry = Object.hasOwn(facts.clouds, cloud) ? facts.clouds[cloud] : undefined
  const names = Object.keys(facts.clouds).join(', ') || 'none'
  if (!entry) return { state: 'no such cloud', message: `clouds.yaml has no cloud ${cloud}; it has ${names}` }
  return { state: 'present', message: 'present', ...(entry.authHost ? { host: entry.authHost } : {}) }
}
