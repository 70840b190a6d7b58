// SPDX-License-Identifier: Apache-2.0
// Kubernetes has no field for the polarity of a condition: it follows from the name of its type.

/** The status of a type that reports a problem; undefined if its name does not tell. */
export function problemStatus(type: string): 'True' | 'False' | undefined {
  const known = KNOWN.get(type)
  if (known !== undefined || KNOWN.has(type)) return known
  const status = NEGATIVE.test(type) ? 'True' : POSITIVE.test(type) ? 'False' : undefined
  if (KNOWN.size < 1000) KNOWN.set(type, status)
  return status
}

/** A reading of most conditions of most objects: the same few types again and again. */
const KNOWN = new Map<string, 'True' | 'False' | undefined>()

const NEGATIVE =
  /(Degraded|Fail(ed|ing|ure)|Errors?|Stalled|Stuck|Blocked|Pressure|Unavailable|Unhealthy|Unreachable|NotReady|Sealed|Drifted|Invalid|Expired|Risk|Rejected|Refused|Denied|Lost|Corrupted)$/

const POSITIVE =
  /(Ready|Available|Healthy|Connected|Connection|Reachable|Success|Succeeded|Installed|Established|Valid|Synced|Accepted|Programmed|ResolvedRefs|Verified|UpToDate|Indexed|Responsive|Configured|Initialized|Provisioned|Registered|Trusted)$|\.service$/

/** Whether a condition reports that something works: Ready=True does, Degraded=True and Ready=False do not. */
export const reportsHealth = (type: string, status: string): boolean =>
  status === 'True' && problemStatus(type) === 'False'
