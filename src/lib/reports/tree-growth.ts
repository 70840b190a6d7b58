// SPDX-License-Identifier: Apache-2.0
import { blame } from '../assess/blame.ts'
import type { Assessment } from '../model/assessment.ts'
import type { Edge, GraphNode, NodeId } from '../model/graph.ts'
import { isFine } from '../model/health.ts'
import { nodeReport } from './node.ts'
import { phaseOrder } from './phase-order.ts'
import type { TreeNodeReport, TreeOptions } from './tree.ts'
import { grouped, split, waitingGroups } from './tree-groups.ts'
import { type Step, stepsBelow } from './tree-steps.ts'

/** Grows trees from roots, one after another: what one of them has drawn the next ones only refer to. */
export class Growth {
  readonly #assessment: Assessment
  readonly #options: TreeOptions
  /** Where each node was drawn or last referred to. */
  readonly #drawn = new Map<NodeId, NodeId>()
  #root: NodeId | undefined

  constructor(assessment: Assessment, options: TreeOptions) {
    this.#assessment = assessment
    this.#options = options
  }

  root(node: GraphNode): TreeNodeReport {
    this.#root = node.id
    return this.#grow(node, undefined, 0)
  }

  #grow(node: GraphNode, edge: Edge | undefined, depth: number): TreeNodeReport {
    const report = { ...this.#reported(node), ...(edge ? { rel: edge.rel } : {}) }
    const next = stepsBelow(this.#assessment, this.#options, node)
    const isKnown = this.#drawn.has(node.id) && (next.length > 0 || this.#options.onlyProblems)
    this.#drawn.set(node.id, this.#root ?? node.id)
    if (isKnown) return { ...report, seenAbove: true, children: [] }
    if (depth >= this.#options.depth) return { ...report, children: [] }
    return { ...report, children: this.#options.onlyProblems ? this.#problems(next, depth) : this.#all(next, depth) }
  }

  #draw({ node, edge }: Step, depth: number): TreeNodeReport {
    return this.#grow(node, edge, depth + 1)
  }

  #all(next: readonly Step[], depth: number): TreeNodeReport['children'] {
    if (!this.#options.group || this.#options.reverse) return next.map((step) => this.#draw(step, depth))
    const { single, groups } = grouped(this.#assessment, next)
    const [follow, first] = split(single, (step) => this.#echoes(step))
    const drawn = first.map((step) => this.#draw(step, depth))
    const [known, open] = split(follow, ({ node }) => this.#drawn.has(this.#causeOf(node).id))
    const waiting = waitingGroups(this.#assessment, known)
    const late = [...open, ...waiting.single].map((step) => this.#draw(step, depth))
    return [...drawn, ...late, ...waiting.groups, ...groups]
  }

  /** Of problems only those that are new under this root: not again what stands there, nor what merely leads to it. */
  #problems(next: readonly Step[], depth: number): TreeNodeReport['children'] {
    if (this.#options.reverse) return next.map((step) => this.#draw(step, depth))
    const { single, groups } = this.#options.group ? grouped(this.#assessment, next) : { single: next, groups: [] }
    const told = single.flatMap((step) => {
      if (this.#drawn.get(step.node.id) === this.#root) return []
      const child = this.#draw(step, depth)
      const tells = child.seenAbove || child.children.length > 0 || !isFine(child.own)
      return tells || depth + 1 >= this.#options.depth ? [child] : []
    })
    return [...told, ...groups]
  }

  /** Well by itself; its trouble is that of something it stands on. */
  #echoes({ node: { id, source } }: Step): boolean {
    const { own, state } = this.#assessment
    return source === 'live' && isFine(own(id).state) && !isFine(state(id))
  }

  #causeOf(node: GraphNode): GraphNode {
    return blame(this.#assessment, node.id, phaseOrder)?.at(-1) ?? node
  }

  #reported(node: GraphNode) {
    const cause = this.#causeOf(node)
    const report = nodeReport(this.#assessment, node)
    return cause.id === node.id ? report : { ...report, waitsFor: addressOf(cause) }
  }
}

const addressOf = ({ kind, namespace, name, cluster }: GraphNode) =>
  `${kind}/${namespace === undefined ? '' : `${namespace}/`}${name}@${cluster.label}`
