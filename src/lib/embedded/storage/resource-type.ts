// SPDX-License-Identifier: Apache-2.0
/** One resource as an API server offers it: its names, scope and subresources. Versions: the preferred one first. */
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
  /** Absent: all of STORED_VERBS. Reviews can only be created. */
  readonly verbs?: readonly string[]
  /** Part of Kubernetes itself: list items carry no kind, and strategic merge patches work. */
  readonly builtIn: boolean
}

export const STORED_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'] as const

/** plural.group, or the plural alone for the core group: how rules, RBAC and errors name a resource. */
export const resourceKey = (type: Pick<ResourceType, 'group' | 'plural'>) =>
  type.group === '' ? type.plural : `${type.plural}.${type.group}`

export const apiVersionOfType = (group: string, version: string) => (group === '' ? version : `${group}/${version}`)

/** The group of an apiVersion: '' for v1. */
export const groupOfType = (apiVersion: string) =>
  apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''

/** The version of an apiVersion. */
export const versionOf = (apiVersion: string) => apiVersion.slice(apiVersion.indexOf('/') + 1)
