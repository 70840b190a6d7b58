// SPDX-License-Identifier: Apache-2.0
import { type Check, type CheckFinding, inputsOf } from '../model/check/check.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Gap } from '../model/landscape/gap.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'
import { checkContextFor, type Inspected } from './check-context.ts'

/** `ok` needs all inputs to be read: without findings, a gap in an input gives `unknown`. */
export type CheckOutcome = 'ok' | 'found' | 'unknown' | 'not applicable'

export interface CheckResult {
  readonly check: Check
  readonly outcome: CheckOutcome
  readonly found: readonly CheckFinding[]
  /** Gaps that could hide more findings. */
  readonly hidden: readonly Gap[]
}

/** A check that throws is `unknown`, and the findings it returned before are dropped. */
export function runChecks(checks: readonly Check[], inspected: Inspected): readonly CheckResult[] {
  const contextFor = checkContextFor(inspected)
  const gapsIn = gapFinder(inspected)
  return checks.map((check) => {
    const hidden = [...new Set(inputsOf(check).flatMap(gapsIn))]
    const subjectGaps = check.about.flatMap(gapsIn)
    if (subjectGaps.length === 0 && !check.about.some((kind) => isInstalled(kind, inspected.snapshot)))
      return { check, outcome: 'not applicable', found: [], hidden: [] }
    try {
      const found = [...check.run(contextFor(check))]
      return { check, outcome: outcomeOf(found, hidden), found, hidden }
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

const isInstalled = (kind: string, { readings }: Snapshot) =>
  readings.some((reading) => reading.kind === kind && reading.outcome !== 'notinstalled')

/** Finds the gaps that hide objects of a kind: its own, and those of unreachable clusters with a role of the kind. */
function gapFinder({ snapshot, kinds }: Inspected): (kind: string) => readonly Gap[] {
  const specs = new Map(kinds.map((spec) => [kindName(spec), spec]))
  const roles = new Map(snapshot.clusters.map(({ label, cluster }) => [label, cluster.roles.map(({ role }) => role)]))
  const known = new Map<string, readonly Gap[]>()
  const canLiveIn = (spec: KindSpec | undefined, label: string) =>
    !spec || (roles.get(label) ?? spec.roles).some((role) => spec.roles.includes(role))
  return (kind) => {
    const gaps =
      known.get(kind) ??
      snapshot.gaps.filter((gap) =>
        gap.kind === undefined ? canLiveIn(specs.get(kind), gap.cluster) : gap.kind === kind,
      )
    known.set(kind, gaps)
    return gaps
  }
}
