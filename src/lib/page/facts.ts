// SPDX-License-Identifier: Apache-2.0
import { fullName } from './box-labels.ts'
import { commandLine, el, toned } from './dom.ts'
import type { PageLandscape } from './landscape.ts'

/** The details of one node: state, reason, dependencies, dependents and next steps. */
export function nodeFacts(landscape: PageLandscape, at: number, go: (node: number) => void): readonly HTMLElement[] {
  const { graph } = landscape
  const node = graph.nodes[at]
  if (!node) return []
  const stateText = (i: number) => toned(graph.words[i] ?? { text: '' })
  const rows: [string, Node | string | undefined][] = [
    ['state', stateText(node.state)],
    ['by itself', node.says === node.state ? undefined : stateText(node.says)],
    ['reason', node.reason],
    ['blocked by', node.waitsFor === undefined ? undefined : neighbour(landscape, node.waitsFor, go)],
    ['since', node.since && `${node.since} ago`],
    ['cluster', graph.clusters[node.cluster]],
    ['kind', `${node.kind} ${node.apiVersion}`],
    ['age', node.age],
    ['seen', node.source],
  ]
  const [down, up] = graph.reverse ? ['needed by', 'stands on'] : ['stands on', 'needed by']
  return [
    el('h3', {}, fullName(node)),
    el('dl', {}, ...rows.flatMap(([name, value]) => (value ? [el('dt', {}, name), el('dd', {}, value)] : []))),
    ...(node.found ?? []).map(({ check, title, message, fix }) =>
      el('div', { class: 'found' }, el('h4', {}, title), el('p', {}, message), el('p', {}, fix), el('code', {}, check)),
    ),
    ...part('next', node.next.map(commandLine)),
    ...part(
      'evidence',
      (node.evidence ?? []).map(([path, value]) => el('p', { class: 'evidence' }, el('code', {}, path), ` ${value}`)),
    ),
    ...part(
      'notes',
      (node.notes ?? []).map((note) => el('p', {}, note)),
    ),
    ...part(down ?? '', neighbours(landscape, landscape.below(at), go)),
    ...part(up ?? '', neighbours(landscape, landscape.above(at), go)),
  ]
}

const part = (title: string, content: readonly Node[]) =>
  content.length > 0 ? [el('h4', {}, title), el('div', { class: 'part' }, ...content)] : []

function neighbours(landscape: PageLandscape, nodes: readonly number[], go: (node: number) => void): readonly Node[] {
  const rest = nodes.length - MAX_NEIGHBOURS
  return [
    ...nodes.slice(0, MAX_NEIGHBOURS).map((node) => el('p', {}, neighbour(landscape, node, go))),
    ...(rest > 0 ? [el('p', { class: 'dim' }, `and ${rest} more`)] : []),
  ]
}

function neighbour({ graph }: PageLandscape, at: number, go: (node: number) => void): HTMLElement {
  const node = graph.nodes[at]
  const state = graph.words[node?.says ?? -1]
  return el(
    'button',
    { type: 'button', class: 'link', click: () => go(at) },
    state && toned({ ...state, text: `${state.text} ` }),
    node ? fullName(node) : '',
  )
}

/** Number of neighbours to list; the rest is counted. */
const MAX_NEIGHBOURS = 12
