// SPDX-License-Identifier: Apache-2.0
import { type KindSpec, resourceName } from '../../model/graph/kind.ts'
import { ClusterError } from '../failure.ts'
import type { Served, ServedResource } from '../types.ts'

export interface VersionChoice {
  readonly resource: ServedResource
  /** False when the server only has versions this tool does not know. */
  readonly verified: boolean
}

/**
 * The version to read a kind in: the first we know that is served, else the one the server prefers, marked unverified.
 * Throws ClusterError: 'notinstalled' with what the group does have, or why its group could not be seen.
 */
export function chooseVersion(served: Served, kind: KindSpec): VersionChoice {
  const offered = served.versionsOf(kind.group, kind.plural).filter(({ kind: name }) => name === kind.kind)
  for (const version of kind.versions) {
    const resource = offered.find((candidate) => candidate.version === version)
    if (resource !== undefined) return { resource, verified: true }
  }
  const [preferred] = offered
  if (preferred !== undefined) return { resource: preferred, verified: false }
  throw new ClusterError(absence(served, kind))
}

function absence(served: Served, kind: KindSpec) {
  const about = { verb: 'list', resource: resourceName(kind) }
  const failed = served.failedGroups.get(kind.group)
  if (failed !== undefined) return { ...failed, ...about }
  return { ...about, fault: 'notinstalled' as const, message: whatIsThere(served, kind) }
}

/**
 * Runs a request about a resource that discovery listed. A 404 that says "no such resource" contradicts discovery: the
 * objects are then unknown, so it is a fault of the server and never "not installed".
 */
export async function expectServed<R>(work: () => R | Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ClusterError) || error.failure.fault !== 'notinstalled') throw error
    const message = 'discovery lists it, but the server answers 404 (listed, but not served)'
    throw new ClusterError({ ...error.failure, fault: 'server', message }, { cause: error })
  }
}

/** True for what expectServed() throws when a resource that discovery listed is not served. */
export function isNotServed(error: unknown): error is ClusterError {
  return error instanceof ClusterError && error.failure.fault === 'server' && error.failure.httpStatus === 404
}

/** "external-secrets.io has v1, v1beta1 not served": the difference is what helps. */
function whatIsThere(served: Served, { group, plural, versions }: KindSpec): string {
  const present = served.resources.filter((resource) => resource.group === group)
  if (present.length === 0) return `${group === '' ? 'the core API' : group} is not served`
  const has = [...new Set(present.map(({ version }) => version))]
  const missing = versions.filter((version) => !has.includes(version))
  const name = group === '' ? 'the core API' : group
  return `${name} has ${has.join(', ')}, ${missing.length > 0 ? missing.join(', ') : plural} not served`
}
