// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import type { Failure } from '../../model/landscape/fault.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { ClusterError } from '../failure.ts'
import { inParallel } from '../parallel.ts'
import type { ClusterClient } from '../types.ts'

/** Keeps managedFields, because writes must respect the owners of fields. */
const WRITTEN_SECRET: KindSpec = {
  group: '',
  kind: 'Secret',
  plural: 'secrets',
  versions: ['v1'],
  namespaced: true,
  roles: [],
  keep: ['type', 'data', 'immutable', 'metadata.managedFields'],
}

/** An existing, missing or unreadable Secret. */
export type ReadSecret = { readonly object: KubeObject } | { readonly missing: true } | { readonly failure: Failure }

type Reader = Pick<ClusterClient, 'get' | 'list'>

/** Maximum number of Secrets read by name where a namespace cannot be listed. */
const MOST_NAMES = 50
const PARALLEL_REQUESTS = 8

/** Results by "namespace/name"; lists a namespace when several Secrets are needed. Throws only when cancelled. */
export async function readSecrets(
  client: Reader,
  places: readonly { readonly namespace: string; readonly name: string }[],
): Promise<ReadonlyMap<string, ReadSecret>> {
  const byNamespace = [...Map.groupBy(places, ({ namespace }) => namespace)]
  const parts = await inParallel(byNamespace, PARALLEL_REQUESTS, async ([namespace, all]) => {
    const names = [...new Set(all.map(({ name }) => name))]
    const read = names.length > 1 ? await listSecrets(client, namespace, names) : undefined
    return read ?? (await readByName(client, namespace, names))
  })
  return new Map(parts.flat())
}

type Entry = readonly [string, ReadSecret]

/** Undefined when the list is forbidden. */
async function listSecrets(
  client: Reader,
  namespace: string,
  names: readonly string[],
): Promise<readonly Entry[] | undefined> {
  try {
    const { items, failures } = await client.list(WRITTEN_SECRET, { namespace })
    const [failure] = failures
    const objects = new Map(items.map((object) => [object.metadata.name, object]))
    return names.map((name): Entry => {
      const object = objects.get(name)
      return [`${namespace}/${name}`, object ? { object } : failure ? { failure } : { missing: true }]
    })
  } catch (error) {
    const failure = failureOf(error)
    if (failure.fault === 'forbidden') return undefined
    return names.map((name): Entry => [`${namespace}/${name}`, { failure }])
  }
}

async function readByName(client: Reader, namespace: string, names: readonly string[]): Promise<readonly Entry[]> {
  return inParallel(names, PARALLEL_REQUESTS, async (name, i): Promise<Entry> => {
    const key = `${namespace}/${name}`
    if (i >= MOST_NAMES) {
      const message = `may not be listed, and more than ${MOST_NAMES} are not asked for one by one`
      return [key, { failure: { fault: 'forbidden', verb: 'list', resource: 'secrets', namespace, message } }]
    }
    return [key, await readSecret(client, namespace, name)]
  })
}

export async function readSecret(
  client: Pick<ClusterClient, 'get'>,
  namespace: string,
  name: string,
): Promise<ReadSecret> {
  try {
    return { object: await client.get(WRITTEN_SECRET, name, namespace) }
  } catch (error) {
    const failure = failureOf(error)
    return failure.fault === 'notfound' ? { missing: true } : { failure }
  }
}

export const unreadText = (failure: Failure) => describeFailure(failure)

function failureOf(error: unknown): Failure {
  if (!(error instanceof ClusterError) || error.failure.fault === 'cancelled') throw error
  return error.failure
}
