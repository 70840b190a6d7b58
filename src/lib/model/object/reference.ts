// SPDX-License-Identifier: Apache-2.0

import type { LinkTarget, Ref } from '../graph/link.ts'
import { textAt } from './fields.ts'

/** The API group of an apiVersion: apps of apps/v1, the empty one of v1. */
export function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''
}

/**
 * What a reference of apiVersion, kind, name and perhaps namespace means; undefined when it names nothing. The fallback
 * is the namespace of a reference that has none of its own.
 */
export function refOf(value: unknown, where: LinkTarget, fallback?: string): Ref | undefined {
  const [apiVersion, kind, name] = [textAt(value, 'apiVersion'), textAt(value, 'kind'), textAt(value, 'name')]
  if (!apiVersion || !kind || !name) return undefined
  return { where, group: groupOf(apiVersion), kind, name, ...inNamespace(textAt(value, 'namespace') ?? fallback) }
}

/** The namespace of a reference, as a part of it; nothing when there is none. */
export function inNamespace(namespace: string | undefined): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace }
}
