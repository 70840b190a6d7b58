// SPDX-License-Identifier: Apache-2.0
import type { GraphNode } from '../graph/graph.ts'
import type { Health } from '../graph/health.ts'
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
  'identity',
  'secrets',
  'tempest',
] as const

export type Category = (typeof CATEGORIES)[number]

/** Worst first. error: something does not work; warning: it will not, or not as wished; info: good to know. */
export const FINDING_SEVERITIES = ['error', 'warning', 'info'] as const

export type FindingSeverity = (typeof FINDING_SEVERITIES)[number]

/** Where a fact stands and what it says. Never a secret byte: of a Secret only which keys there are, and fingerprints. */
export interface FindingEvidence {
  readonly on: GraphNode
  /** status.conditions[Ready] */
  readonly path: string
  readonly value: string
  /** RFC 3339 */
  readonly since?: string
}

/** One thing that is wrong. */
export interface CheckFinding {
  /** The failure mode of the catalogue: F52. */
  readonly mode: string
  /** The object to look at first: the deepest one that shows it. */
  readonly subject: GraphNode
  /** One sentence without the subject's name, with the object's own words where it has any. */
  readonly message: string
  /** At least one. */
  readonly evidence: readonly FindingEvidence[]
  /** What to type besides describing the subject, most useful first. */
  readonly next?: readonly NextStep[]
  /** Who suffers from it although no link of the graph says so; the graph's own links need not be repeated. */
  readonly affects?: readonly GraphNode[]
  /** Objects that lack something by it and are well all the same: rows of views about them show it, nothing is folded. */
  readonly touches?: readonly GraphNode[]
  /**
   * A defect of its own, such as a wrong wish or a forgotten pin: whatever else is wrong below the subject does not
   * explain it. Without it a finding is folded into the cause found below its subject.
   */
  readonly standsAlone?: boolean
  /** Other than the check's own. */
  readonly severity?: FindingSeverity
}

/** What a check may look at: only objects of its declared inputs are there. */
export interface CheckContext {
  readonly now: number
  /** Label selectors of node agents that the profile says, by the agent's name. */
  readonly agents: Readonly<Record<string, string>>
  /** Live and cached objects of a kind (Kind.group), in a stable order. */
  of(kindName: string): readonly GraphNode[]
  /** What a node refers to; with a kind only those of that kind. Missing and unseen targets are among them. */
  out(node: GraphNode, kindName?: string): readonly GraphNode[]
  /** Who refers to a node. */
  into(node: GraphNode, kindName?: string): readonly GraphNode[]
  /** How a node is by itself. */
  own(node: GraphNode): Health
  /** Warning events about this very object, newest first. Needs the input Event. */
  events(node: GraphNode): readonly WarningEvent[]
  /** Whether an object of the kind (and namespace, and name) would have been seen in that cluster if it were there. */
  isRead(kindName: string, cluster: SeenCluster, namespace?: string, name?: string): boolean
  /** Whether the cluster serves the kind; undefined when nobody could find out. */
  isInstalled(kindName: string, cluster: SeenCluster): boolean | undefined
}

/** A check as data. Its id is its file name, its argument on the command line and its place in the docs; never reused. */
export interface Check {
  readonly id: string
  readonly category: Category
  readonly severity: FindingSeverity
  /** What is wrong when it finds something, as a short headline. */
  readonly title: string
  /** What it means for people: what does not work, and what usually brings it about. */
  readonly why: string
  /** What to do about it, in words. */
  readonly fix: string
  /** How to see it by hand: kubectl commands with UPPER CASE placeholders. */
  readonly byHand: readonly string[]
  /** The failure modes it covers. */
  readonly modes: readonly string[]
  /** Kinds it is about: where none of them is installed, it does not apply. */
  readonly about: readonly string[]
  /** Other kinds it looks at. Not having them installed is fine. */
  readonly beside?: readonly string[]
  /** Reasons of conditions whose meaning this check explains, for `explain REASON`. */
  readonly reasons?: readonly string[]
  run(sight: CheckContext): Iterable<CheckFinding>
}

export const inputsOf = ({ about, beside = [] }: Pick<Check, 'about' | 'beside'>): readonly string[] => [
  ...about,
  ...beside,
]
