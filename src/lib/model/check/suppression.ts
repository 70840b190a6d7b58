// SPDX-License-Identifier: Apache-2.0
/** A finding somebody knows about and does not want to hear of. */
export interface Suppression {
  readonly check: string
  /** KIND/NAME or KIND/NAMESPACE/NAME; absent: whatever the check finds. */
  readonly object?: string
  /** The last day it holds, YYYY-MM-DD or RFC 3339. */
  readonly until?: string
  readonly reason?: string
  /** Where it was written: --suppress, or FILE:LINE. */
  readonly origin: string
}

/** What became of a suppression. */
export interface SuppressionResult extends Suppression {
  readonly state: 'used' | 'unused' | 'expired'
}

interface Found {
  readonly check: string
  readonly subject: { readonly kind: string; readonly namespace?: string; readonly name: string }
}

/** True when the suppression is about this finding, whatever the date. */
export function suppresses({ check, object }: Suppression, finding: Found): boolean {
  if (check !== finding.check) return false
  if (object === undefined) return true
  const { kind, namespace = '', name } = finding.subject
  const wanted = object.toLowerCase()
  return wanted === `${kind}/${name}`.toLowerCase() || wanted === `${kind}/${namespace}/${name}`.toLowerCase()
}

/** A day holds until it ends, everywhere on earth where UTC is told. */
export function isExpired({ until }: Suppression, now: number): boolean {
  if (until === undefined) return false
  const end = /^\d{4}-\d\d-\d\d$/.test(until) ? Date.parse(`${until}T23:59:59Z`) : Date.parse(until)
  return !(end >= now)
}
