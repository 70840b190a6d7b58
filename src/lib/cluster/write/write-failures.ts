// SPDX-License-Identifier: Apache-2.0
// Explanations of failed writes; none contains a value.
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import { CLUSTER_FAULTS, type Failure } from '../../model/landscape/fault.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { Reason, Seen } from '../../model/plan/plan.ts'
import { ClusterError } from '../failure.ts'

/** True when it is unknown whether the write took effect: no answer, or an unreadable one. */
export function isLost(error: ClusterError): boolean {
  const { fault, httpStatus, reason } = error.failure
  if (fault === 'unauthorized' || fault === 'tls' || fault === 'redirect') return false
  if (CLUSTER_FAULTS.has(fault) || ['truncated', 'malformed', 'encoding', 'toolarge', 'cancelled'].includes(fault))
    return true
  // A gateway timeout; API servers send 500 with a reason, or for a schema error.
  return fault === 'server' && (httpStatus === 502 || httpStatus === 504 || reason === 'Timeout')
}

/** The object is not the expected one: 409, or 422 for another UID. */
export function isStale(error: unknown): boolean {
  if (!(error instanceof ClusterError)) return false
  const { fault, httpStatus, causes = [] } = error.failure
  return fault === 'conflict' || (httpStatus === 422 && causes.some(({ field }) => field === 'metadata.uid'))
}

export function conflictReason(failure: Failure, now: KubeObject | undefined, seen: Seen | undefined): Reason {
  const conflicts = (failure.causes ?? []).filter(({ reason }) => reason === 'FieldManagerConflict')
  if (conflicts.length > 0)
    return {
      text: conflicts
        .map(({ message, field }) => `${(field ?? '').replace(/^\./, '')}: ${message ?? 'conflict'}`)
        .join('; '),
      hint: 'change it where its owner gets it from',
    }
  if (seen && now === undefined)
    return { text: 'it changed or was deleted since it was read', hint: 'run the command again' }
  if (seen && now?.metadata.uid !== seen.uid)
    return { text: 'it was deleted and made anew since it was read', hint: 'run the command again' }
  return {
    text: seen ? 'it changed since it was read' : 'somebody else made it since it was read',
    hint: 'run the command again',
  }
}

export function failureReason(failure: Failure): Reason {
  const text = describeFailure(failure)
  return failure.hint ? { text, hint: failure.hint } : { text }
}
