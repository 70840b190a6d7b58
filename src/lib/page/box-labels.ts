// SPDX-License-Identifier: Apache-2.0
import type { PageNode } from '../model/report/page.ts'
import type { Cell } from '../model/report/view.ts'
import type { Folds, NodeGroup, VisibleGraph } from './collapse.ts'
import type { PageLandscape } from './landscape.ts'
import type { LayoutBox } from './layout.ts'

/** The content of one box of the graph. */
export interface Label extends LayoutBox {
  readonly title: string
  readonly state: Cell
  /** Below the title; the last line is smaller. */
  readonly lines: readonly string[]
  /** The full text, as a tooltip. */
  readonly hint: string
  readonly node?: number
  /** For a group: its key and the number of its members. */
  readonly group?: { readonly key: string; readonly count: number }
  readonly cluster: number
  /** The number of children, and whether they are drawn. */
  readonly below: number
  readonly open: boolean
}

/** The boxes of a drawing: a node, a group of nodes, or a collapsed cluster. */
export function labelsOf(landscape: PageLandscape, folds: Folds, drawn: VisibleGraph): readonly Label[] {
  const { nodes } = landscape.graph
  const isShut = (node: number) => folds.shut.has(nodes[node]?.cluster ?? -1)
  const shutClusters = new Set(drawn.nodes.filter(isShut).map((node) => nodes[node]?.cluster ?? -1))
  return [
    ...drawn.nodes.filter((node) => !isShut(node)).map((node) => nodeLabel(landscape, folds, node)),
    ...drawn.groups.map((group) => groupLabel(landscape, group)),
    ...[...shutClusters].map((cluster) => clusterLabel(landscape, cluster)),
  ]
}

/** Kind namespace/name. */
export const fullName = ({ kind, namespace, name, any }: PageNode) =>
  `${kind} ${any ?? `${namespace === undefined ? '' : `${namespace}/`}${name}`}`

/** The state of a node: with its dependencies for the subjects of the page, its own state for all other nodes. */
function stateOf({ graph }: PageLandscape, at: number): Cell {
  const { state = -1, says = -1 } = graph.nodes[at] ?? {}
  return graph.words[graph.roots.includes(at) ? state : says] ?? { text: '' }
}

function nodeLabel(landscape: PageLandscape, folds: Folds, at: number): Label {
  const node = landscape.graph.nodes[at] as PageNode
  const state = stateOf(landscape, at)
  const reason = node.problem && node.waitsFor === undefined ? node.reason : undefined
  return {
    id: `n${at}`,
    width: WIDTH,
    height: reason ? HIGH : LOW,
    frame: String(node.cluster),
    title: node.kind,
    state,
    lines: [node.any ?? node.name, ...(reason ? [reason] : [])],
    hint: [`${fullName(node)} @${landscape.graph.clusters[node.cluster]}`, state.text, node.reason]
      .filter(Boolean)
      .join('\n'),
    node: at,
    cluster: node.cluster,
    below: landscape.below(at).length,
    open: folds.open.has(at),
  }
}

function groupLabel(landscape: PageLandscape, { key, members, mixed }: NodeGroup): Label {
  const first = landscape.graph.nodes[members[0] ?? 0] as PageNode
  const state = landscape.graph.words[first.says] ?? { text: '' }
  return {
    id: key,
    width: WIDTH,
    height: LOW,
    frame: String(first.cluster),
    title: `${members.length} ${mixed ? 'objects' : `× ${first.kind}`}`,
    state,
    lines: [mixed ? kindsOf(landscape, members) : members.length === 1 ? first.name : `${first.name} …`],
    hint: `${members.length} objects, ${state.text}\n${kindsOf(landscape, members)}\nclick to list them`,
    group: { key, count: members.length },
    cluster: first.cluster,
    below: 0,
    open: false,
  }
}

/** For example: 3 Role, Neutron, Keystone. */
function kindsOf({ graph }: PageLandscape, members: readonly number[]): string {
  const kinds = Map.groupBy(members, (member) => graph.nodes[member]?.kind ?? '')
  return [...kinds].map(([kind, ofKind]) => (ofKind.length > 1 ? `${ofKind.length} ${kind}` : kind)).join(', ')
}

function clusterLabel({ graph }: PageLandscape, cluster: number): Label {
  const inside = graph.nodes.filter((node) => node.cluster === cluster)
  const problems = inside.filter(({ problem }) => problem).length
  return {
    id: `c${cluster}`,
    width: WIDTH,
    height: LOW,
    frame: String(cluster),
    title: `${inside.length} objects`,
    state: problems > 0 ? { text: `${problems} not well`, tone: 'bad' } : { text: '' },
    lines: [graph.clusters[cluster] ?? ''],
    hint: 'click to open this cluster',
    cluster,
    below: 0,
    open: false,
  }
}

const WIDTH = 236
const [LOW, HIGH] = [42, 58]
