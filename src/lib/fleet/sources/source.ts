// SPDX-License-Identifier: Apache-2.0
import { ClusterError } from '../../cluster/failure.ts'
import type { ClusterClient } from '../../cluster/types.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { Candidate } from '../candidate.ts'

export interface DiscoveredClusters {
  readonly candidates: readonly Candidate[]
  /** Why the source could not be read. */
  readonly notes: readonly string[]
  /** Addresses that refer to the cluster that was read. */
  readonly here?: readonly string[]
}

/** Limit per source: more references are a mistake, and each costs a request. */
export const MOST = 50

export const NOTHING: DiscoveredClusters = { candidates: [], notes: [] }

export function joinFound(parts: readonly DiscoveredClusters[]): DiscoveredClusters {
  return {
    candidates: parts.flatMap((part) => part.candidates),
    notes: parts.flatMap((part) => part.notes),
    here: parts.flatMap((part) => part.here ?? []),
  }
}

/** All objects of a kind, or none with a note; no note if the kind is not installed. */
export async function listOrNote(
  client: ClusterClient,
  kind: KindSpec,
): Promise<{ items: readonly KubeObject[]; notes: string[] }> {
  try {
    const { items, failures } = await client.list(kind)
    return { items, notes: failures.map((failure) => failure.message) }
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    if (error.failure.fault === 'notinstalled') return { items: [], notes: [] }
    return { items: [], notes: [`clusters that ${kind.plural} know of were not looked for: ${error.failure.message}`] }
  }
}

export function textAtPath(value: unknown, ...path: string[]): string | undefined {
  const found = valueAtPath(value, ...path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

export function valueAtPath(value: unknown, ...path: string[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Record<string, unknown>)[key]
  }
  return current
}
