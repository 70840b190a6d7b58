// SPDX-License-Identifier: Apache-2.0
import { flagAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** The name of a client in Ceph without "client.": the expected value of userID. */
export function cephUser(client: KubeObject): string {
  return textAt(client, 'spec.name') ?? client.metadata.name
}

export interface NamedBy {
  readonly name: string
  /** The field that contains the name. */
  readonly path: string
}

/** The Secret with a client's key: from its status, from its spec, or Rook's default name. */
export function cephClientSecret(client: KubeObject): NamedBy {
  for (const path of ['status.info.secretName', 'spec.secretName']) {
    const name = textAt(client, path)
    if (name !== undefined) return { name, path }
  }
  return { name: `rook-ceph-client-${cephUser(client)}`, path: 'metadata.name (by name)' }
}

/** The spec asks Rook not to keep a Secret for this client. */
export const isSecretRemoved = (client: KubeObject) => flagAt(client, 'spec.removeSecret') === true

export function capsPools(client: KubeObject): readonly string[] {
  const names = [...(textAt(client, 'spec.caps.osd') ?? '').matchAll(/\bpool=([^\s,]+)/g)].map(([, name = '']) => name)
  return [...new Set(names)]
}

/** Whether the client may use a pool: a grant names the pool, or no pool at all. */
export function capsCover(client: KubeObject, pool: string): boolean {
  const grants = (textAt(client, 'spec.caps.osd') ?? '').split(',').map((grant) => grant.trim())
  return grants.some((grant) => {
    if (!/^(allow\b|profile rbd)/.test(grant)) return false
    const named = /\bpool[= ]([^\s,]+)/.exec(grant)?.[1]
    return named === undefined ? !/\btag\b|namespace=/.test(grant) : named === pool
  })
}

/** A client with full access: its key is copied only for consumers that name it. */
export function isCephAdmin(client: KubeObject): boolean {
  return cephUser(client) === 'admin' || textAt(client, 'spec.caps.mon') === 'allow *'
}
