// SPDX-License-Identifier: Apache-2.0
/** Exit codes are a stable interface for scripts: see docs/exit-codes.md. */
export const EXIT = {
  ok: 0,
  findings: 1,
  usage: 2,
  incomplete: 3,
  refused: 4,
  partial: 5,
  deadline: 6,
  noAccess: 7,
  notFound: 8,
  bug: 70,
  io: 74,
} as const

export type ExitName = keyof typeof EXIT

/** If several apply, the first of these wins. */
export const EXIT_ORDER: readonly ExitName[] = [
  'bug',
  'io',
  'usage',
  'partial',
  'refused',
  'noAccess',
  'notFound',
  'deadline',
  'findings',
  'incomplete',
  'ok',
]

export function worstExit(names: Iterable<ExitName>): ExitName {
  const seen = new Set(names)
  return EXIT_ORDER.find((name) => seen.has(name)) ?? 'ok'
}

export type ErrorCode =
  | 'USAGE'
  | 'BAD_CONFIG'
  | 'BAD_KUBECONFIG'
  | 'BAD_FLEET'
  | 'NO_KUBECONFIG'
  | 'NO_CONTEXT'
  | 'AMBIGUOUS'
  | 'NOT_FOUND'
  | 'NO_CLUSTER_REACHABLE'
  | 'NOT_CONFIRMED'
  | 'PLAN_BLOCKED'
  | 'CONFLICT'
  | 'CANCELLED'
  | 'OUTPUT'
  | 'BUG'

/** Ends the command. message: one sentence that names the object; hints: next steps. */
export class C5c3Error extends Error {
  readonly code: ErrorCode
  readonly exit: ExitName
  readonly hints: readonly string[]

  constructor(code: ErrorCode, exit: ExitName, message: string, hints: readonly string[] = []) {
    super(message)
    this.name = 'C5c3Error'
    this.code = code
    this.exit = exit
    this.hints = hints
  }
}
