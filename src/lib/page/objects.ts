// SPDX-License-Identifier: Apache-2.0
import type { PageGraph } from '../model/report/page.ts'
import { el } from './dom.ts'
import { aboutNode } from './links.ts'
import { sortableTable } from './table.ts'

/** Every object of the graph as a table, problems first. */
export function objectsPart({ nodes, words, clusters }: PageGraph): HTMLElement {
  const order = nodes.map((_, i) => i).sort((a, b) => rank(nodes[a]) - rank(nodes[b]) || a - b)
  const rows = order.flatMap((i) => {
    const node = nodes[i]
    if (!node) return []
    const { kind, namespace, name, cluster, says, since = '', age = '', reason = '' } = node
    return [
      [
        { text: `${namespace === undefined ? '' : `${namespace}/`}${name}`, ...aboutNode(i) },
        { text: kind },
        words[says] ?? { text: '' },
        { text: clusters[cluster] ?? '' },
        { text: since },
        { text: age },
        { text: reason },
      ],
    ]
  })
  return el('section', { id: 'objects' }, el('h2', {}, 'Objects'), sortableTable(COLUMNS, rows))
}

/** Causes first, then affected objects, then the rest, each in the order of the data. */
const rank = (node: PageGraph['nodes'][number] | undefined) =>
  node?.problem ? (node.waitsFor === undefined ? 0 : 1) : 2

const COLUMNS = ['OBJECT', 'KIND', 'STATE', 'CLUSTER', 'SINCE', 'AGE', 'REASON'].map((title) => ({ title }))
