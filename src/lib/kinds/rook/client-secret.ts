// SPDX-License-Identifier: Apache-2.0
import { flagAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** The name Ceph knows a client by, without "client.": what userID must say. */
export function cephUser(client: KubeObject): string {
  return textAt(client, 'spec.name') ?? client.metadata.name
}

export interface NamedBy {
  readonly name: string
  /** The field that says so. */
  readonly path: string
}

/** The Secret with a client's key: where its status says, where it was asked for, or under the name Rook has always used. */
export function cephClientSecret(client: KubeObject): NamedBy {
  for (const path of ['status.info.secretName', 'spec.secretName']) {
    const name = textAt(client, path)
    if (name !== undefined) return { name, path }
  }
  return { name: `rook-ceph-client-${cephUser(client)}`, path: 'metadata.name (by name)' }
}

/** Rook was asked not to keep a Secret for this client. */
export const isSecretRemoved = (client: KubeObject) => flagAt(client, 'spec.removeSecret') === true

/** The pools that the client's capabilities name. */
export function capsPools(client: KubeObject): readonly string[] {
  const names = [...(textAt(client, 'spec.caps.osd') ?? '').matchAll(/\bpool=([^\s,]+)/g)].map(([, name = '']) => name)
  return [...new Set(names)]
}

/** Whether the client may use a pool: one of its grants names it, or names no pool at all. */
export function capsCover(client: KubeObject, pool: string): boolean {
  const grants = (textAt(client, 'spec.caps.osd') ?? '').split(',').map((grant) => grant.trim())
  return grants.some((grant) => {
    if (!/^(allow\b|profile rbd)/.test(grant)) return false
    const named = /\bpool[= ]([^\s,]+)/.exec(grant)?.[1]
    return named === undefined ? !/\btag\b|namespace=/.test(grant) : named === pool
  })
}

/** The client that may do everything: its key is copied only for those who name it. */
export function isCephAdmin(client: KubeObject): boolean {
  return cephUser(client) === 'admin' || textAt(client, 'spec.caps.mon') === 'allow *'
}
