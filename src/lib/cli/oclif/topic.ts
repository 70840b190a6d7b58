// SPDX-License-Identifier: Apache-2.0
// The contract between a command and the module that answers it. The base classes load that module, call it and print.
import type { Fleet } from '../../fleet/member.ts'
import type { Check } from '../../model/check/check.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Report } from '../../model/report/report.ts'
import type { Observation } from '../../pipeline/observe.ts'
import type { Format } from '../../render/formats.ts'
import type { ReadFlags } from '../flags/read-flags.ts'
import type { ProgressLine } from '../process/progress-line.ts'

/** The opened fleet and the context of the run. */
export interface CommandContext {
  readonly fleet: Fleet
  /** Aborted by a signal or the command's deadline. */
  readonly signal: AbortSignal
  readonly progress: ProgressLine
  /** The time that ages are computed from. */
  readonly now: number
  /** Discovers the clusters of the fleet again. */
  readonly reopen?: () => Promise<Fleet>
}

/** The parsed command line of a command that reads clusters. */
export interface Asked<Args = object, Flags = object> {
  readonly args: Args
  readonly argv: readonly unknown[]
  readonly flags: Flags & ReadFlags & { readonly 'allow-incomplete': boolean }
  readonly format: Format
}

/** What to read before the answer; default: all kinds that are not on demand. */
export interface ReadRequest {
  readonly also?: readonly KindSpec[]
  readonly only?: readonly KindSpec[]
  /** The checks that set states when only some kinds are read: by default those whose kinds are all among them. */
  readonly checks?: readonly Check[]
  /** Followed beside the graph with -w. */
  readonly beside?: readonly KindSpec[]
  /** Leave out members that cannot hold a kind of `only`: if such a cluster is unreachable, the answer is complete. */
  readonly skipOtherRoles?: boolean
}

/** The topic has written its output itself. */
export interface Printed {
  readonly exitCode: number
}

/** Answers without any cluster. */
export interface LocalTopic<A, R extends Report> {
  readonly answer: (input: A) => Answer<R> | Promise<Answer<R> | Printed>
}

/** Answers from the opened fleet and reads what it needs itself. */
export interface FleetTopic<A, R extends Report> {
  readonly answer: (context: CommandContext, input: A) => Promise<Answer<R> | Printed>
}

/** Answers from one observation of the fleet; with -w from each new one. */
export interface ObservationTopic<A, R extends Report> {
  readonly reads?: (input: A) => ReadRequest
  readonly answer: (observation: Observation, input: A, context: CommandContext) => Answer<R> | Promise<Answer<R>>
}
