// SPDX-License-Identifier: Apache-2.0

import { clusterUid } from '../cluster/access/identity.ts'
import type { ClusterConfig } from '../cluster/config.ts'
import { ClusterError } from '../cluster/failure.ts'
import type { ClusterClient, Served } from '../cluster/types.ts'
import type { Failure } from '../model/landscape/fault.ts'
import type { Role } from '../model/landscape/role.ts'
import { C5c3Error } from '../model/report/errors.ts'
import type { Candidate } from './candidate.ts'

/** A candidate with its identity and API, or the reason why it could not be opened. */
export interface OpenedCandidate {
  readonly candidate: Candidate
  readonly client?: ClusterClient
  readonly uid?: string
  readonly served?: Served
  readonly version?: string
  readonly failure?: Failure
  /** Of a candidate that could not be opened: what the management cluster says about it. */
  readonly likelyRole?: Role
}

/** mayAsk: a credential plugin may prompt on the terminal. */
export type OpenCluster = (config: ClusterConfig, options: { readonly mayAsk: boolean }) => ClusterClient

/** Reads identity, version and API in parallel. Cluster failures do not throw. */
export async function openCandidate(candidate: Candidate, open: OpenCluster): Promise<OpenedCandidate> {
  if (!candidate.config) {
    return { candidate, failure: { fault: 'internal', message: candidate.refused ?? 'cannot be opened' } }
  }
  const client = tryOpen(candidate, candidate.config, open)
  if ('failure' in client) return client
  const [served, version, uid] = await Promise.allSettled([client.served(), client.serverVersion(), clusterUid(client)])
  if (served.status === 'rejected') {
    client.close()
    return { candidate, failure: failureOf(served.reason) }
  }
  return {
    candidate,
    client,
    served: served.value,
    ...(version.status === 'fulfilled' ? { version: version.value } : {}),
    ...(uid.status === 'fulfilled' ? { uid: uid.value } : {}),
  }
}

/** A configuration that must not be used (plain http) fails this cluster, not the command. */
function tryOpen(
  candidate: Candidate,
  config: ClusterConfig,
  open: OpenCluster,
): ClusterClient | (OpenedCandidate & { failure: Failure }) {
  try {
    // A context that the user did not name must not open a browser window.
    return open(config, { mayAsk: candidate.certain })
  } catch (error) {
    if (!(error instanceof C5c3Error)) throw error
    return { candidate, failure: { fault: 'internal', message: error.message } }
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof ClusterError) return error.failure
  throw error
}

/** A ProviderConfig's cluster that could not be opened: its role is not known. */
export const isUnidentified = ({ client, candidate }: OpenedCandidate): boolean =>
  !client && candidate.roles.length === 0 && candidate.origin.type === 'ProviderConfig'
