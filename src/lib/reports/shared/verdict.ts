// SPDX-License-Identifier: Apache-2.0

import { isFine, worse } from '../../model/graph/health.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { EXIT, type ExitName, worstExit } from '../../model/report/errors.ts'
import type { State } from '../../model/report/report.ts'

export interface VerdictInput {
  readonly snapshot: Snapshot
  /** States of the objects the report is about. */
  readonly states: readonly State[]
  readonly allowIncomplete: boolean
}

export interface Verdict {
  readonly verdict: State
  readonly exitCode: number
}

/** The verdict and exit code of a report; equal for every output format. */
export function verdictOf({ snapshot, states, allowIncomplete }: VerdictInput): Verdict {
  const { gaps } = snapshot
  // without states there is no evidence of health
  const worst = states.length === 0 ? 'unknown' : states.reduce<State>(worse, 'healthy')
  const verdict = gaps.length > 0 ? worse(worst, 'unknown') : worst
  // a known problem makes the command fail, even next to an unknown state
  const hasProblem = states.some((state) => !isFine(state) && state !== 'unknown')
  const exit: ExitName = worstExit([
    ...(isLockedOut(snapshot) ? (['noAccess'] as const) : []),
    ...(hasProblem ? (['findings'] as const) : []),
    ...(!hasProblem && verdict === 'unknown' && !allowIncomplete ? (['incomplete'] as const) : []),
    'ok',
  ])
  return { verdict, exitCode: EXIT[exit] }
}

/** `events` and `changes` report and do not judge: only what could not be read counts in their exit code. */
export const journalVerdictOf = (input: VerdictInput): Verdict => ({
  verdict: verdictOf(input).verdict,
  exitCode: verdictOf({ ...input, states: ['healthy'] }).exitCode,
})

/** The cluster with the overview subjects is unreachable: management or, without that role, every control plane. */
function isLockedOut({ clusters, gaps }: Snapshot): boolean {
  const unreachable = new Set(gaps.filter((gap) => gap.kind === undefined).map((gap) => gap.cluster))
  const withRole = (role: string) => clusters.filter(({ cluster }) => cluster.roles.some((r) => r.role === role))
  const management = withRole('management')
  const needed = management.length > 0 ? management : withRole('control-plane')
  return needed.length > 0 && needed.every(({ label }) => unreachable.has(label))
}
