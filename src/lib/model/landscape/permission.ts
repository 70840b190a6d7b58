// SPDX-License-Identifier: Apache-2.0
import type { Role } from './role.ts'

/** Where in a cluster something is done: everywhere, in the namespaces that hold it, or in one that is known. */
export type PermissionScope = 'everywhere' | 'namespaces' | { readonly namespace: string }

/**
 * What an answer can do without, and why: identity tells clusters apart; scope is asked for by --region, --tenant and
 * --pool; discovery finds clusters that no profile names; named is a kind somebody names on the command line.
 */
export type PermissionPurpose = 'identity' | 'scope' | 'discovery' | 'named'

/** One thing that a command does with one resource in clusters of these roles. */
export interface Permission {
  readonly roles: readonly Role[]
  readonly group: string
  /** plural, or plural/subresource */
  readonly resource: string
  readonly verbs: readonly string[]
  /** Only these objects. */
  readonly names?: readonly string[]
  readonly where: PermissionScope
  /** Absent: without it the answer is incomplete, or the write refused. */
  readonly part?: PermissionPurpose
  /** What for, where people who grant it would ask. */
  readonly why?: string
}

/** What one command does in all clusters. */
export interface CommandPermissions {
  readonly needs: readonly Permission[]
  /** It changes something. */
  readonly writes?: boolean
  /** It also lists kinds of service operators that this release does not know. */
  readonly unlisted?: boolean
}

/** The resource of a need as messages call it: shoots/viewerkubeconfig.core.gardener.cloud, or secrets. */
export const neededResource = ({ group, resource }: Pick<Permission, 'group' | 'resource'>): string =>
  group === '' ? resource : `${resource}.${group}`
