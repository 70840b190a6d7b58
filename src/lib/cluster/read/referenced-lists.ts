// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { CLUSTER_FAULTS, type Failure } from '../../model/landscape/fault.ts'
import { toFailure } from '../failure.ts'
import { inParallel } from '../parallel.ts'
import type { ClusterClient, Listing } from '../types.ts'

/** Lists of several namespaces, each apart from the others. */
export interface Answers {
  readonly read: readonly { readonly namespace: string; readonly listing: Listing }[]
  readonly failed: readonly { readonly namespace: string; readonly failure: Failure }[]
}

type Lister = Pick<ClusterClient, 'list'>

const AT_ONCE = 8

/** One list of the whole cluster; undefined when that is forbidden and namespaces must be asked for one by one. */
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

/** A list of each namespace. Once the cluster turns out to be gone, nothing more is asked of it. */
export async function listNamespaces(
  client: Lister,
  kind: KindSpec,
  namespaces: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Answers> {
  let gone: Failure | undefined
  const answers = await inParallel(namespaces, AT_ONCE, async (namespace) => {
    if (gone !== undefined) return { namespace, failure: { ...gone, namespace } }
    try {
      return { namespace, listing: await client.list(kind, { namespace, ...(signal ? { signal } : {}) }) }
    } catch (error) {
      const failure = toFailure(error)
      if (CLUSTER_FAULTS.has(failure.fault) && failure.fault !== 'timeout') gone = failure
      return { namespace, failure }
    }
  })
  return {
    read: answers.flatMap(({ namespace, listing }) => (listing ? [{ namespace, listing }] : [])),
    failed: answers.flatMap(({ namespace, failure }) => (failure ? [{ namespace, failure }] : [])),
  }
}
