// SPDX-License-Identifier: Apache-2.0
/** A resource of an API server. The first version is the preferred one. */
export interface ResourceType {
  readonly group: string
  readonly versions: readonly string[]
  readonly kind: string
  readonly plural: string
  readonly singular: string
  readonly namespaced: boolean
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly subresources: readonly string[]
  /** Default: STORED_VERBS. Reviews can only be created. */
  readonly verbs?: readonly string[]
  /** Part of Kubernetes: list items have no kind, and strategic merge patches work. */
  readonly builtIn: boolean
}

export const STORED_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'] as const

/** plural.group, or plural for the core group, as in RBAC rules and errors. */
export const resourceKey = (type: Pick<ResourceType, 'group' | 'plural'>) =>
  type.group === '' ? type.plural : `${type.plural}.${type.group}`

export const apiVersionOfType = (group: string, version: string) => (group === '' ? version : `${group}/${version}`)

/** '' for v1. */
export const groupOfType = (apiVersion: string) =>
  apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''

export const versionOf = (apiVersion: string) => apiVersion.slice(apiVersion.indexOf('/') + 1)
