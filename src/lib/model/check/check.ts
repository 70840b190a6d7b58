// SPDX-License-Identifier: Apache-2.0
import type { GraphNode } from '../graph/graph.ts'
import type { Health } from '../graph/health.ts'
import type { Role } from '../landscape/role.ts'
import type { SeenCluster } from '../landscape/snapshot.ts'
import type { NextStep } from './next-step.ts'
import type { WarningEvent } from './warning-event.ts'

export const CATEGORIES = [
  'crossplane',
  'gitops',
  'clusters',
  'hypervisors',
  'storage',
  'control-plane',
  'workloads',
  'identity',
  'secrets',
  'tempest',
] as const

export type Category = (typeof CATEGORIES)[number]

/** Worst first. error: it does not work; warning: it will fail or differs from the desired state; info: a hint. */
export const FINDING_SEVERITIES = ['error', 'warning', 'info'] as const

export type FindingSeverity = (typeof FINDING_SEVERITIES)[number]

/**
 * What a finding does to its subject. fails, degrades: the subject is at best that, in every answer. note: it is shown
 * beside the subject and changes no state.
 */
export type FindingEffect = 'fails' | 'degrades' | 'note'

/** A field and its value. Never a byte of a secret: of a Secret only the names of its keys, and fingerprints. */
export interface FindingEvidence {
  readonly on: GraphNode
  /** status.conditions[Ready] */
  readonly path: string
  readonly value: string
  /** RFC 3339 */
  readonly since?: string
}

export interface CheckFinding {
  /** The failure mode of the catalogue: F52. */
  readonly mode: string
  /** The object to look at first: the deepest dependency that shows the problem. */
  readonly subject: GraphNode
  /** One sentence without the subject's name; quotes the object's own message if it has one. */
  readonly message: string
  readonly evidence: readonly FindingEvidence[]
  /** Next steps besides describing the subject, most useful first. */
  readonly next?: readonly NextStep[]
  /** Affected objects that no link of the graph leads to; linked dependents need not be repeated. */
  readonly affects?: readonly GraphNode[]
  /** Objects to annotate in views whose state is unaffected; ignored when findings are folded. */
  readonly touches?: readonly GraphNode[]
  /**
   * A defect of its own, such as a wrong setting or a forgotten pin: problems in the subject's dependencies do not
   * explain it. Otherwise a finding is folded into the root cause found below its subject.
   */
  readonly standsAlone?: boolean
  readonly severity?: FindingSeverity
  /** Other than the check's own. */
  readonly effect?: FindingEffect
  /** Advice for this finding, where the check's own would not help or would do harm. */
  readonly fix?: string
}

/** What a check may read: only objects of its declared inputs. */
export interface CheckContext {
  readonly now: number
  /** Label selectors of node agents from the profile, by the agent's name. */
  readonly agents: Readonly<Record<string, string>>
  /** Live and cached objects of a kind (Kind.group), in a stable order. */
  of(kindName: string): readonly GraphNode[]
  /** The targets of a node's references, optionally of one kind. Includes missing and unseen targets. */
  out(node: GraphNode, kindName?: string): readonly GraphNode[]
  into(node: GraphNode, kindName?: string): readonly GraphNode[]
  /** The node's own health, without its dependencies. */
  own(node: GraphNode): Health
  /** Warning events about exactly this object, newest first. Needs the input Event. */
  events(node: GraphNode): readonly WarningEvent[]
  /** Whether an object of the kind (and namespace, and name) would have been found in that cluster if it existed. */
  isRead(kindName: string, cluster: SeenCluster, namespace?: string, name?: string): boolean
  /** Whether the cluster serves the kind; undefined if that is unknown. */
  isInstalled(kindName: string, cluster: SeenCluster): boolean | undefined
}

/** A check as data. Its id is its file name, its command line argument and its anchor in the docs; never reused. */
export interface Check {
  readonly id: string
  readonly category: Category
  readonly severity: FindingSeverity
  /** By default an error fails its subject, and a warning is a note. */
  readonly effect?: FindingEffect
  /** Another finding about the same subject says more: this one is folded into it. */
  readonly isGeneral?: true
  /** The problem it finds, as a short headline. */
  readonly title: string
  /** The consequences for users, and the usual causes. */
  readonly why: string
  readonly fix: string
  /** How to verify it manually: kubectl commands with UPPER CASE placeholders. */
  readonly byHand: readonly string[]
  readonly modes: readonly string[]
  /** Kinds it is about: if none of them is installed, it does not apply. */
  readonly about: readonly string[]
  /** Other kinds it reads. They need not be installed. */
  readonly beside?: readonly string[]
  /**
   * Roles of the clusters whose objects decide it: a gap elsewhere hides only evidence. By default those that the kinds
   * it is about can have. A check that compares objects of several clusters lists all of them.
   */
  readonly clusters?: readonly Role[]
  /** Reasons of conditions whose meaning this check explains, for `explain REASON`. */
  readonly reasons?: readonly string[]
  run(context: CheckContext): Iterable<CheckFinding>
}

export const inputsOf = ({ about, beside = [] }: Pick<Check, 'about' | 'beside'>): readonly string[] => [
  ...about,
  ...beside,
]

/** What this finding of this check does to its subject. */
export function effectOf(
  check: Pick<Check, 'severity' | 'effect'>,
  finding: Pick<CheckFinding, 'severity' | 'effect'>,
): FindingEffect {
  if (finding.effect ?? check.effect) return finding.effect ?? check.effect ?? 'note'
  return (finding.severity ?? check.severity) === 'error' ? 'fails' : 'note'
}

/** What to do about this finding of this check. */
export const fixOf = (check: Pick<Check, 'fix'>, finding: Pick<CheckFinding, 'fix'>): string => finding.fix ?? check.fix
