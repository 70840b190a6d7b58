// SPDX-License-Identifier: Apache-2.0
// Everything an HTML page shows, already decided: the page itself only draws, collapses, searches and sorts.
import type { Cell, View } from './view.ts'

export interface HtmlPage {
  readonly title: string
  readonly verdict: Cell
  /** When the fleet was read, RFC 3339. */
  readonly takenAt: string
  /** Completeness of the answer, and the exit code. */
  readonly line: string
  /** The command that prints the same as text. */
  readonly command: string
  readonly sections: readonly PageSection[]
  readonly graph?: PageGraph
  readonly timeline?: readonly PageMoment[]
}

export interface PageSection {
  readonly title: string
  /** Its verdict, if the page has several sections. */
  readonly verdict?: Cell
  readonly command?: string
  readonly view: View
}

/** Objects of all clusters and their dependencies. Numbers are indexes into the arrays of this interface. */
export interface PageGraph {
  readonly clusters: readonly string[]
  /** The distinct state cells of all nodes. */
  readonly words: readonly Cell[]
  readonly relations: readonly string[]
  readonly nodes: readonly PageNode[]
  readonly edges: readonly PageEdge[]
  readonly roots: readonly number[]
  /** Further roots without dependents: drawn only if they have a problem or match a search. */
  readonly others?: readonly number[]
  /** Initially hides healthy nodes. */
  readonly onlyProblems?: true
  /** Edges point from a dependency to its dependents. */
  readonly reverse?: true
}

export type PageEdge = readonly [from: number, to: number, relation: number]

export interface PageNode {
  readonly kind: string
  readonly apiVersion: string
  readonly namespace?: string
  readonly name: string
  /** The node represents every object of its kind and has no name; this text is shown instead. */
  readonly any?: string
  readonly cluster: number
  /** Its state together with its dependencies. */
  readonly state: number
  /** Its own state as the tree shows it: blocked if the root cause is elsewhere. */
  readonly says: number
  /** Unhealthy, by itself or by a dependency. */
  readonly problem?: true
  readonly reason?: string
  readonly age?: string
  readonly since?: string
  /** cached, missing or unseen; absent if it was read. */
  readonly source?: string
  readonly notes?: readonly string[]
  readonly evidence?: readonly (readonly [path: string, value: string])[]
  readonly waitsFor?: number
  readonly found?: readonly PageFinding[]
  readonly next: readonly string[]
}

interface PageFinding {
  readonly check: string
  readonly title: string
  readonly message: string
  readonly fix: string
}

/** A change or event of an object. */
export interface PageMoment {
  /** RFC 3339, by the local clock. */
  readonly time: string
  readonly age: string
  readonly what: Cell
  readonly object: string
  readonly cluster: string
  readonly message: string
  readonly node?: number
}
