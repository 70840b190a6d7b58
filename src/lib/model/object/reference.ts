// SPDX-License-Identifier: Apache-2.0

import type { LinkTarget, Ref } from '../graph/link.ts'
import { textAt } from './fields.ts'

/** The API group of an apiVersion: apps for apps/v1, empty for v1. */
export function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''
}

/** undefined if the reference is incomplete. The fallback is the namespace of references without one. */
export function refOf(value: unknown, where: LinkTarget, fallback?: string): Ref | undefined {
  const [apiVersion, kind, name] = [textAt(value, 'apiVersion'), textAt(value, 'kind'), textAt(value, 'name')]
  if (!apiVersion || !kind || !name) return undefined
  return { where, group: groupOf(apiVersion), kind, name, ...inNamespace(textAt(value, 'namespace') ?? fallback) }
}

export function inNamespace(namespace: string | undefined): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace }
}
