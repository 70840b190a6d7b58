// SPDX-License-Identifier: Apache-2.0
import type { Fleet, Member } from './member.ts'

/** The members of a fleet as profile entries, ready for YAML: the best way in, pinned to the identity seen now. */
export function profileEntries(fleet: Fleet): Record<string, unknown>[] {
  return fleet.members.filter((member) => member.cluster.roles.length > 0).map(entryOf)
}

function entryOf(member: Member): Record<string, unknown> {
  const [origin] = member.origins
  const roles = member.cluster.roles.map(({ role, name }) => (role === name ? role : `${role}=${name}`))
  const remote =
    origin?.type === 'ProviderConfig' ||
    origin?.type === 'Flux' ||
    origin?.type === 'registration' ||
    origin?.type === 'garden'
  return {
    roles,
    ...(remote ? { from: origin.text } : { kubeconfig: member.config?.source, context: member.config?.context }),
    ...(member.uid ? { uid: member.uid } : {}),
  }
}

/** The config file with one profile set and made current; comments and the other profiles stay as they are. */
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

/** The config file with another current profile. */
export async function withCurrent(text: string, name: string): Promise<string> {
  const { parseDocument } = await import('yaml')
  const document = parseDocument(text)
  document.set('current', name)
  return document.toString({ lineWidth: 0 })
}
