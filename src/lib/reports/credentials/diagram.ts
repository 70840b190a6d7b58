// SPDX-License-Identifier: Apache-2.0
import type { Diagram, DiagramEdge, DiagramNode } from '../../model/report/diagram.ts'
import { completenessText } from '../shared/completeness.ts'
import { stateCell } from '../shared/state-cell.ts'
import type { Hop } from './hops.ts'
import type { CredentialsReport } from './report.ts'

/** Every chain from left to right, from source to consumers. */
export function credentialsDiagram({ chains, completeness, verdict }: CredentialsReport): Diagram {
  const nodes = new Map<string, DiagramNode>()
  const edges = new Map<string, DiagramEdge>()
  for (const { hops, consumers, cluster } of chains) {
    for (const hop of hops) if (!nodes.has(idOf(hop))) nodes.set(idOf(hop), boxOf(hop))
    for (const [i, hop] of hops.entries()) {
      const next = hops[i + 1]
      if (next)
        edges.set(`${idOf(hop)} ${idOf(next)}`, { from: idOf(hop), to: idOf(next), label: next.broken ? 'broken' : '' })
    }
    const last = hops.at(-1)
    for (const user of last ? consumers : []) {
      const id = JSON.stringify([cluster, last?.namespace, user])
      nodes.set(id, { id, cluster, lines: [user], state: 'healthy' })
      if (last) edges.set(`${idOf(last)} ${id}`, { from: idOf(last), to: id, label: 'used by' })
    }
  }
  return {
    caption: `${completenessText(completeness, 'read in full')} · ${verdict}`,
    nodes: [...nodes.values()],
    edges: [...edges.values()],
  }
}

const idOf = ({ cluster, kind, namespace, name }: Hop) => JSON.stringify([cluster, kind, namespace, name])

function boxOf(hop: Hop): DiagramNode {
  const { cluster, kind, namespace, name, state = 'healthy', broken } = hop
  const stateLines = hop.state === undefined ? [] : [stateCell(state, broken ? 'broken here' : undefined).text]
  return { id: idOf(hop), cluster, state, lines: [kind, `${namespace ? `${namespace}/` : ''}${name}`, ...stateLines] }
}
