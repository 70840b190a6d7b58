// SPDX-License-Identifier: Apache-2.0
import type { Failure } from '../model/landscape/fault.ts'

/** A request that failed after all retries. Collectors turn it into a gap. The message is safe to print. */
export class ClusterError extends Error {
  readonly failure: Failure

  constructor(failure: Failure, options?: { cause?: unknown }) {
    super(failure.message, options)
    this.name = 'ClusterError'
    this.failure = failure
  }
}

/** An error that is not a ClusterError is a bug of this tool. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ClusterError) return error.failure
  return { fault: 'internal', message: 'a bug in this tool kept it from being read' }
}
