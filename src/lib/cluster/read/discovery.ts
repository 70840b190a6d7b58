// SPDX-License-Identifier: Apache-2.0
import type { Failure } from '../../model/landscape/fault.ts'
import { ClusterError } from '../failure.ts'
import type { ApiRequest } from '../transport/types.ts'
import type { Served, ServedResource } from '../types.ts'
import { type ApiGroup, readAggregated } from './discovery-aggregated.ts'
import { readPlain } from './discovery-plain.ts'
import { readResponse, requestError, type Send, sendRequest } from './response.ts'

/** Two requests with aggregated discovery, otherwise one per group and version. */
export async function discover(send: Send): Promise<Served> {
  const roots = await Promise.all(['/api', '/apis'].map((path) => readRoot(send, path)))
  return servedOf(roots.flat())
}

export function servedOf(groups: readonly ApiGroup[]): Served {
  const resources = groups.flatMap((group) => group.resources)
  const index = Map.groupBy(resources, ({ group, plural }) => `${group}/${plural}`)
  const failedGroups = new Map<string, Failure>(
    groups.flatMap(({ name, failure }) => (failure === undefined ? [] : [[name, failure] as const])),
  )
  const none: readonly ServedResource[] = []
  return { resources, failedGroups, versionsOf: (group, plural) => index.get(`${group}/${plural}`) ?? none }
}

const ACCEPT = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  'application/json',
].join(',')

async function readRoot(send: Send, path: string): Promise<readonly ApiGroup[]> {
  const request: ApiRequest = { method: 'GET', path, headers: { accept: ACCEPT }, about: { verb: `discover ${path}` } }
  const body = await sendRequest(send, request, (answer) => readResponse(answer, request, (read) => read)).catch(
    failDiscovery,
  )
  if (body['kind'] === 'APIGroupDiscoveryList') return readAggregated(body, request)
  if (body['kind'] === 'APIVersions' || body['kind'] === 'APIGroupList') return readPlain(body, request, send)
  throw requestError(request, 'malformed', 'the answer lists no API groups')
}

/** Every API server serves discovery. A 404 here says nothing about kinds, so "not installed" would be a guess. */
function failDiscovery(error: unknown): never {
  if (!(error instanceof ClusterError) || error.failure.fault !== 'notinstalled') throw error
  const message = 'the server answers 404 to API discovery'
  throw new ClusterError({ ...error.failure, fault: 'server', message }, { cause: error })
}
