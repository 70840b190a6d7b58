// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { CLUSTER_FAULTS, type Failure } from '../../model/landscape/fault.ts'
import { toFailure } from '../failure.ts'
import { inParallel } from '../parallel.ts'
import type { ClusterClient, Listing } from '../types.ts'

export interface Answers {
  readonly read: readonly { readonly namespace: string; readonly listing: Listing }[]
  readonly failed: readonly { readonly namespace: string; readonly failure: Failure }[]
}

type Lister = Pick<ClusterClient, 'list'>

const PARALLEL_REQUESTS = 8

/** Lists the whole cluster; undefined when that is forbidden and the namespaces must be listed one by one. */
export async function listWhole(
  client: Lister,
  kind: KindSpec,
  signal: AbortSignal | undefined,
): Promise<Answers | undefined> {
  try {
    return { read: [{ namespace: '', listing: await client.list(kind, signal ? { signal } : {}) }], failed: [] }
  } catch (error) {
    const failure = toFailure(error)
    return failure.fault === 'forbidden' ? undefined : { read: [], failed: [{ namespace: '', failure }] }
  }
}

/** Stops sending requests when the cluster becomes unreachable. */
export async function listNamespaces(
  client: Lister,
  kind: KindSpec,
  namespaces: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Answers> {
  let connectionFailure: Failure | undefined
  const lists = await inParallel(namespaces, PARALLEL_REQUESTS, async (namespace) => {
    if (connectionFailure !== undefined) return { namespace, failure: { ...connectionFailure, namespace } }
    try {
      return { namespace, listing: await client.list(kind, { namespace, ...(signal ? { signal } : {}) }) }
    } catch (error) {
      const failure = toFailure(error)
      if (CLUSTER_FAULTS.has(failure.fault) && failure.fault !== 'timeout') connectionFailure = failure
      return { namespace, failure }
    }
  })
  return {
    read: lists.flatMap(({ namespace, listing }) => (listing ? [{ namespace, listing }] : [])),
    failed: lists.flatMap(({ namespace, failure }) => (failure ? [{ namespace, failure }] : [])),
  }
}
