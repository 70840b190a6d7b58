// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import { type NodeReport, nameOf } from '../shared/object-row.ts'
import type { StepReport } from './cause-report.ts'

/** For example "customer-a-prod → ControlPlane x7k2p @eu-de-1 (WaitingForDatabase) → MariaDB openstack-db". */
export function pathText(path: readonly StepReport[], isWide: boolean): string {
  const steps = isWide ? path : path.filter((step, i) => i === 0 || i === path.length - 1 || !isPlumbing(step))
  return steps
    .map((step, i) => {
      const before = steps[i - 1]
      const place = before && before.cluster !== step.cluster ? ` @${step.cluster}` : ''
      const reason = i > 0 && i < steps.length - 1 && hasReason(step) ? ` (${step.reason})` : ''
      return `${nameOf({ kind: step.kind, name: step.name })}${place}${reason}`
    })
    .join(' → ')
}

/** Cached and unread steps have no reason of their own. */
const hasReason = ({ own, source, reason }: NodeReport) =>
  !isFine(own) && source === 'live' && reason !== undefined && reason !== 'NotSeen'

/** Objects that only carry a claim to another cluster. */
const isPlumbing = ({ kind, apiVersion }: NodeReport) =>
  /^(?:apiextensions|pkg|kubernetes(?:\.m)?)\.crossplane\.io\//.test(apiVersion) ||
  (/^X[A-Z]/.test(kind) && /(?:^|\.)c5c3\.io\//.test(apiVersion))
