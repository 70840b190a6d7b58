// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

const UNITS: Readonly<Record<string, number>> = { h: 3600_000, m: 60_000, s: 1000, ms: 1 }

/** A Go duration such as 1h0m0s in milliseconds; undefined if it is invalid. */
export function durationOf(text: string | undefined): number | undefined {
  if (!text || !/^(?:\d+(?:\.\d+)?(?:ms|[hms]))+$/.test(text)) return undefined
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[hms])/g)]
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0), 0)
}

/** Health of a sync that missed two intervals: its status is outdated. Undefined if it is on time. */
export function overdue(object: KubeObject, now: number): Health | undefined {
  const interval = durationOf(textAt(object, 'spec.refreshInterval'))
  const value = textAt(object, 'status.refreshTime')
  const last = Date.parse(value ?? '')
  // An interval of 0 means a single sync.
  if (!interval || !value || Number.isNaN(last) || now - last <= 2 * interval) return undefined
  return {
    state: 'unknown',
    reason: 'Stale',
    message: `has not synced since ${value}, although it should every ${textAt(object, 'spec.refreshInterval')}`,
    evidence: [{ path: 'status.refreshTime', value }],
    since: value,
  }
}
