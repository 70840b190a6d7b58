// SPDX-License-Identifier: Apache-2.0
// What a command and the module that answers it agree on. The base classes load that module, call it and print.
import type { Fleet } from '../../fleet/member.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Report } from '../../model/report/report.ts'
import type { Observation } from '../../pipeline/observe.ts'
import type { Format } from '../../render/formats.ts'
import type { ReadFlags } from '../flags/read-flags.ts'
import type { ProgressLine } from '../process/progress-line.ts'

/** The opened fleet and what goes with it. */
export interface CommandContext {
  readonly fleet: Fleet
  /** Aborted by a signal or the command's deadline. */
  readonly signal: AbortSignal
  readonly progress: ProgressLine
  /** The time ages are computed from. */
  readonly now: number
  /** Finds the clusters of the fleet again, from configuration and discovery. */
  readonly reopen?: () => Promise<Fleet>
}

/** The command line of a command that reads clusters. */
export interface Asked<Args = object, Flags = object> {
  readonly args: Args
  readonly argv: readonly unknown[]
  readonly flags: Flags & ReadFlags & { readonly 'allow-incomplete': boolean }
  readonly format: Format
}

/** What to read before an answer: all kinds that are not on demand, unless this says otherwise. */
export interface ReadRequest {
  readonly also?: readonly KindSpec[]
  readonly only?: readonly KindSpec[]
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
  readonly answer: (asked: A) => Answer<R> | Promise<Answer<R> | Printed>
}

/** Answers from the opened fleet and reads what it needs itself. */
export interface FleetTopic<A, R extends Report> {
  readonly answer: (landscape: CommandContext, asked: A) => Promise<Answer<R> | Printed>
}

/** Answers from one observation of the fleet; with -w from each new one. */
export interface ObservationTopic<A, R extends Report> {
  readonly reads?: (asked: A) => ReadRequest
  readonly answer: (seen: Observation, asked: A, landscape: CommandContext) => Answer<R> | Promise<Answer<R>>
}
