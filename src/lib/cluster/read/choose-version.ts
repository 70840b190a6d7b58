// SPDX-License-Identifier: Apache-2.0
import { type KindSpec, resourceName } from '../../model/graph/kind.ts'
import { ClusterError } from '../failure.ts'
import type { Served, ServedResource } from '../types.ts'

export interface VersionChoice {
  readonly resource: ServedResource
  /** False when the server only serves versions this tool does not know. */
  readonly verified: boolean
}

/**
 * Chooses the first known version that is served, else the server's preferred version, marked unverified. Throws
 * ClusterError: 'notinstalled' with the versions the group has, or the failure of the group's discovery.
 */
export function chooseVersion(served: Served, kind: KindSpec): VersionChoice {
  const offered = served.versionsOf(kind.group, kind.plural).filter(({ kind: name }) => name === kind.kind)
  for (const version of kind.versions) {
    const resource = offered.find((candidate) => candidate.version === version)
    if (resource !== undefined) return { resource, verified: true }
  }
  const [preferred] = offered
  if (preferred !== undefined) return { resource: preferred, verified: false }
  throw new ClusterError(absenceFailure(served, kind))
}

function absenceFailure(served: Served, kind: KindSpec) {
  const about = { verb: 'list', resource: resourceName(kind) }
  const failed = served.failedGroups.get(kind.group)
  if (failed !== undefined) return { ...failed, ...about }
  return { ...about, fault: 'notinstalled' as const, message: describeAbsence(served, kind) }
}

/**
 * Runs a request about a resource that discovery listed. A 404 "no such resource" contradicts discovery: the objects
 * are then unknown, so it is a fault of the server and never "not installed".
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

/** True for the error that expectServed() throws for a resource that is listed but not served. */
export function isNotServed(error: unknown): error is ClusterError {
  return error instanceof ClusterError && error.failure.fault === 'server' && error.failure.httpStatus === 404
}

/** "external-secrets.io has v1, v1beta1 not served": shows the difference between known and served versions. */
function describeAbsence(served: Served, { group, plural, versions }: KindSpec): string {
  const ofGroup = served.resources.filter((resource) => resource.group === group)
  if (ofGroup.length === 0) return `${group === '' ? 'the core API' : group} is not served`
  const servedVersions = [...new Set(ofGroup.map(({ version }) => version))]
  const missing = versions.filter((version) => !servedVersions.includes(version))
  const name = group === '' ? 'the core API' : group
  return `${name} has ${servedVersions.join(', ')}, ${missing.length > 0 ? missing.join(', ') : plural} not served`
}
