// SPDX-License-Identifier: Apache-2.0
import { ClusterError } from '../../cluster/failure.ts'
import type { ClusterClient } from '../../cluster/types.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { Candidate } from '../candidate.ts'

/** What one place that knows clusters told us. */
export interface DiscoveredClusters {
  readonly candidates: readonly Candidate[]
  /** Why the place could not be asked, in words. */
  readonly notes: readonly string[]
  /** Addresses that lead back to the cluster that was asked. */
  readonly here?: readonly string[]
}

/** More references than this are a mistake, not a landscape; asking for each would be. */
export const MOST = 50

export const NOTHING: DiscoveredClusters = { candidates: [], notes: [] }

export function joinFound(parts: readonly DiscoveredClusters[]): DiscoveredClusters {
  return {
    candidates: parts.flatMap((part) => part.candidates),
    notes: parts.flatMap((part) => part.notes),
    here: parts.flatMap((part) => part.here ?? []),
  }
}

/** All objects of a kind, or none with a note. A kind that is not installed is no news. */
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

/** A value at a path of unknown data, if it is a text. */
export function textAtPath(value: unknown, ...path: string[]): string | undefined {
  const found = valueAtPath(value, ...path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

export function valueAtPath(value: unknown, ...path: string[]): unknown {
  let here = value
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined
    here = (here as Record<string, unknown>)[key]
  }
  return here
}
