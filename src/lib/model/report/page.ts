// SPDX-License-Identifier: Apache-2.0
// What an HTML page shows, all of it decided: the page itself only draws, folds, searches and sorts.
import type { Cell, View } from './view.ts'

/** A report as one page for a browser. */
export interface HtmlPage {
  readonly title: string
  readonly verdict: Cell
  /** When the landscape was read, RFC 3339. */
  readonly takenAt: string
  /** How complete the answer is, and the exit code. */
  readonly line: string
  /** Prints the same as text. */
  readonly command: string
  readonly sections: readonly PageSection[]
  readonly graph?: PageGraph
  readonly timeline?: readonly PageMoment[]
}

/** One report within a page. */
export interface PageSection {
  readonly title: string
  /** How it is, where the page has more than one. */
  readonly verdict?: Cell
  readonly command?: string
  readonly view: View
}

/** Objects of all clusters and what they stand on. Numbers are places in the lists beside them. */
export interface PageGraph {
  readonly clusters: readonly string[]
  /** Every way to say how a node is. */
  readonly words: readonly Cell[]
  readonly relations: readonly string[]
  readonly nodes: readonly PageNode[]
  readonly edges: readonly PageEdge[]
  readonly roots: readonly number[]
  /** More roots, that nothing above refers to: drawn only when something is wrong with them or somebody looks for them. */
  readonly others?: readonly number[]
  /** Only what is not well is drawn at the start. */
  readonly onlyProblems?: true
  /** Edges lead from what is needed to what needs it. */
  readonly reverse?: true
}

/** From a node to the one below it, and the relation. */
export type PageEdge = readonly [from: number, to: number, relation: number]

export interface PageNode {
  readonly kind: string
  readonly apiVersion: string
  readonly namespace?: string
  readonly name: string
  /** It stands for all of its kind, and has no name: in these words. */
  readonly any?: string
  readonly cluster: number
  /** How it is with all it stands on. */
  readonly state: number
  /** How it is by itself, as a tree says it: one whose trouble is elsewhere waits. */
  readonly says: number
  /** It is not well, by itself or by what it stands on. */
  readonly problem?: true
  readonly reason?: string
  readonly age?: string
  readonly since?: string
  /** cached, missing or unseen; left out when it was read. */
  readonly source?: string
  readonly notes?: readonly string[]
  readonly evidence?: readonly (readonly [path: string, value: string])[]
  /** The node that explains it. */
  readonly waitsFor?: number
  readonly found?: readonly PageFinding[]
  /** What to type next. */
  readonly next: readonly string[]
}

/** What a check found on a node. */
export interface PageFinding {
  readonly check: string
  readonly title: string
  readonly message: string
  readonly fix: string
}

/** Something that happened to an object. */
export interface PageMoment {
  /** RFC 3339, by our clock. */
  readonly time: string
  readonly age: string
  readonly what: Cell
  readonly object: string
  readonly cluster: string
  readonly message: string
  /** The object's place in the graph. */
  readonly node?: number
}
