// SPDX-License-Identifier: Apache-2.0

import { isFine, worse } from '../../model/graph/health.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { EXIT, type ExitName, worstExit } from '../../model/report/errors.ts'
import type { State } from '../../model/report/report.ts'

export interface VerdictInput {
  readonly snapshot: Snapshot
  /** The states of what was asked about. */
  readonly states: readonly State[]
  readonly allowIncomplete: boolean
}

export interface Verdict {
  readonly verdict: State
  readonly exitCode: number
}

/** One verdict and one exit code for an answer, from its states and its gaps. The same for every format. */
export function verdictOf({ snapshot, states, allowIncomplete }: VerdictInput): Verdict {
  const { gaps } = snapshot
  // nothing to judge is no evidence of anything
  const seen = states.length === 0 ? 'unknown' : states.reduce<State>(worse, 'healthy')
  const verdict = gaps.length > 0 ? worse(seen, 'unknown') : seen
  // something known to be bad counts for a script, also beside something nobody knows
  const bad = states.some((state) => !isFine(state) && state !== 'unknown')
  const exit: ExitName = worstExit([
    ...(isLockedOut(snapshot) ? (['noAccess'] as const) : []),
    ...(bad ? (['findings'] as const) : []),
    ...(!bad && verdict === 'unknown' && !allowIncomplete ? (['incomplete'] as const) : []),
    'ok',
  ])
  return { verdict, exitCode: EXIT[exit] }
}

/** The cluster that holds the subjects of overviews is dark: management, or without one every control plane. */
function isLockedOut({ clusters, gaps }: Snapshot): boolean {
  const dark = new Set(gaps.filter((gap) => gap.kind === undefined).map((gap) => gap.cluster))
  const having = (role: string) => clusters.filter(({ cluster }) => cluster.roles.some((r) => r.role === role))
  const management = having('management')
  const needed = management.length > 0 ? management : having('control-plane')
  return needed.length > 0 && needed.every(({ label }) => dark.has(label))
}
