// SPDX-License-Identifier: Apache-2.0
import type { Role } from './role.ts'

/** Where in a cluster the verbs are needed: everywhere, in the namespaces of the objects, or in one namespace. */
type PermissionScope = 'everywhere' | 'namespaces' | { readonly namespace: string }

/**
 * Why an answer can do without a permission: identity distinguishes clusters; scope serves --region, --tenant and
 * --pool; discovery finds clusters that no profile names; named is a kind given on the command line; evidence explains
 * what is unhealthy, and is read only around it.
 */
export type PermissionPurpose = 'identity' | 'scope' | 'discovery' | 'named' | 'evidence'

/** The verbs a command uses on one resource in clusters of these roles. */
export interface Permission {
  readonly roles: readonly Role[]
  readonly group: string
  /** plural, or plural/subresource */
  readonly resource: string
  readonly verbs: readonly string[]
  readonly names?: readonly string[]
  readonly where: PermissionScope
  /** Absent: without the permission the answer is incomplete, or the write is refused. */
  readonly part?: PermissionPurpose
  /** The purpose, where an administrator who grants it would ask. */
  readonly why?: string
}

export interface CommandPermissions {
  readonly needs: readonly Permission[]
  readonly writes?: boolean
  /** The command also lists kinds of service operators that this release does not know. */
  readonly unlisted?: boolean
}

/** The resource as messages show it: shoots/viewerkubeconfig.core.gardener.cloud, or secrets. */
export const neededResource = ({ group, resource }: Pick<Permission, 'group' | 'resource'>): string =>
  group === '' ? resource : `${resource}.${group}`
