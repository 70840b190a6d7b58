// SPDX-License-Identifier: Apache-2.0
import { trustAnchors } from '../cluster/access/trust-anchors.ts'
import type { Fleet, Member } from './member.ts'

/** The members of a fleet as profile entries: the best ranked origin, pinned to the current identity. */
export function profileEntries(fleet: Fleet): Promise<Record<string, unknown>[]> {
  return Promise.all(fleet.members.filter((member) => member.cluster.roles.length > 0).map(entryOf))
}

async function entryOf({ cluster, config, foundIn, uid }: Member): Promise<Record<string, unknown>> {
  const roles = cluster.roles.map(({ role, name }) => (role === name ? role : `${role}=${name}`))
  const anchors = config ? await trustAnchors(config) : []
  return {
    roles,
    ...(foundIn ? { from: foundIn.text } : { kubeconfig: config?.source, context: config?.context }),
    ...(uid ? { uid } : {}),
    ...(anchors.length > 0 ? { ca: anchors } : {}),
  }
}

/** Sets one profile in the config file and makes it current; keeps comments and other profiles. */
export async function withProfile(
  text: string,
  name: string,
  clusters: readonly Record<string, unknown>[],
): Promise<string> {
  const { parseDocument } = await import('yaml')
  const document = parseDocument(text)
  if (document.contents === null) document.contents = document.createNode({}) as never
  document.set('current', name)
  const node = document.createNode({ clusters })
  const list = (node as { get(key: string): { items: { flow?: boolean }[] } }).get('clusters')
  for (const item of list.items) item.flow = true
  document.setIn(['profiles', name], node)
  return document.toString({ lineWidth: 0 })
}

export async function withCurrent(text: string, name: string): Promise<string> {
  const { parseDocument } = await import('yaml')
  const document = parseDocument(text)
  document.set('current', name)
  return document.toString({ lineWidth: 0 })
}
