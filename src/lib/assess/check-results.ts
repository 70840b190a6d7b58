// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckFinding } from '../model/check/check.ts'
import type { Gap } from '../model/landscape/gap.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'
import { checkContextFor, type Inspected } from './check-context.ts'
import { decidingGapFinder } from './deciding-gaps.ts'

/** `ok` needs its inputs in all clusters that decide it: without findings, a gap there gives `unknown`. */
export type CheckOutcome = 'ok' | 'found' | 'unknown' | 'not applicable'

export interface CheckResult {
  readonly check: Check
  readonly outcome: CheckOutcome
  readonly found: readonly CheckFinding[]
  /** Gaps that could hide more findings. */
  readonly hidden: readonly Gap[]
  /** No cluster that decides it could be read: it looked at nothing. */
  readonly isNotRun?: true
}

/** A check that throws is `unknown`, and the findings it returned before are dropped. */
export function runChecks(checks: readonly Check[], inspected: Inspected): readonly CheckResult[] {
  const contextFor = checkContextFor(inspected)
  const gapsOf = decidingGapFinder(inspected.snapshot, inspected.kinds)
  return checks.map((check) => {
    const { hidden, inSubjects } = gapsOf(check)
    if (inSubjects.length === 0 && !check.about.some((kind) => isInstalled(kind, inspected.snapshot)))
      return { check, outcome: 'not applicable', found: [], hidden: [] }
    try {
      const found = [...check.run(contextFor(check))]
      const isNotRun = found.length === 0 && inSubjects.length > 0 && !isAnyRead(check.about, inspected.snapshot)
      return { check, outcome: outcomeOf(found, hidden), found, hidden, ...(isNotRun ? { isNotRun } : {}) }
    } catch (error) {
      return { check, outcome: 'unknown', found: [], hidden: [...hidden, crashGap(check, error)] }
    }
  })
}

function outcomeOf(found: readonly CheckFinding[], hidden: readonly Gap[]): CheckOutcome {
  if (found.length > 0) return 'found'
  return hidden.length > 0 ? 'unknown' : 'ok'
}

const crashGap = ({ id }: Check, error: unknown): Gap => ({
  cluster: '',
  fault: 'internal',
  message: `a bug in check ${id}: ${error instanceof Error ? error.name : 'it'} stopped it`,
})

const isAnyRead = (kinds: readonly string[], { readings }: Snapshot) =>
  readings.some(({ kind, outcome }) => kinds.includes(kind) && outcome === 'read')

const isInstalled = (kind: string, { readings }: Snapshot) =>
  readings.some((reading) => reading.kind === kind && reading.outcome !== 'notinstalled')
