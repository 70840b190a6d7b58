// SPDX-License-Identifier: Apache-2.0
/** A known finding that the user does not want to see. */
export interface Suppression {
  readonly check: string
  /** KIND/NAME or KIND/NAMESPACE/NAME; absent: every finding of the check. */
  readonly object?: string
  /** The last day it applies, YYYY-MM-DD or RFC 3339. */
  readonly until?: string
  readonly reason?: string
  /** Its source: --suppress, or FILE:LINE. */
  readonly origin: string
}

export interface SuppressionResult extends Suppression {
  readonly state: 'used' | 'unused' | 'expired'
}

interface SuppressibleFinding {
  readonly check: string
  readonly subject: { readonly kind: string; readonly namespace?: string; readonly name: string }
}

/** True if the suppression matches this finding, whatever the date. */
export function suppresses({ check, object }: Suppression, finding: SuppressibleFinding): boolean {
  if (check !== finding.check) return false
  if (object === undefined) return true
  const { kind, namespace = '', name } = finding.subject
  const pattern = object.toLowerCase()
  return pattern === `${kind}/${name}`.toLowerCase() || pattern === `${kind}/${namespace}/${name}`.toLowerCase()
}

/** A date includes the whole day in UTC. */
export function isExpired({ until }: Suppression, now: number): boolean {
  if (until === undefined) return false
  const end = /^\d{4}-\d\d-\d\d$/.test(until) ? Date.parse(`${until}T23:59:59Z`) : Date.parse(until)
  return !(end >= now)
}
