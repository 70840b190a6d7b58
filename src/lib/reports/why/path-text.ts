// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { NodeReport } from '../shared/object-row.ts'
import type { StepReport } from './cause-report.ts'

/** For example "customer-a-prod → ControlPlane x7k2p @eu-de-1 (WaitingForDatabase) → MariaDB openstack-db". */
export function pathText(path: readonly StepReport[], isWide: boolean): string {
  const steps = isWide ? path : path.filter((step, i) => i === 0 || i === path.length - 1 || !isPlumbing(step))
  return steps
    .map((step, i) => {
      const before = steps[i - 1]
      const place = before && before.cluster !== step.cluster ? ` @${step.cluster}` : ''
      const reason = i > 0 && i < steps.length - 1 && !isFine(step.own) && step.reason ? ` (${step.reason})` : ''
      return `${step.kind} ${step.name}${place}${reason}`
    })
    .join(' → ')
}

/** Objects that only carry a claim to another cluster. */
const isPlumbing = ({ kind, apiVersion }: NodeReport) =>
  /^(?:apiextensions|pkg|kubernetes(?:\.m)?)\.crossplane\.io\//.test(apiVersion) ||
  (/^X[A-Z]/.test(kind) && /(?:^|\.)c5c3\.io\//.test(apiVersion))
