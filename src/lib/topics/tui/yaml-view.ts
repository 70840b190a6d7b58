// SPDX-License-Identifier: Apache-2.0
import * as yaml from 'yaml'
import { isSecret } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { View } from '../../model/report/view.ts'
import { yamlText } from '../../render/data.ts'

/** An object as read: the kept fields, safe for a terminal, Secret values as fingerprints. */
export function yamlView(node: GraphNode): View {
  const { object, source, hidden } = node
  if (!object) {
    const why = source === 'missing' ? 'it does not exist' : `it was not read: ${hidden?.message ?? source}`
    return { blocks: [{ type: 'lines', lines: [{ text: why, tone: 'busy' }] }] }
  }
  // Derived facts are not fields of the object.
  const { facts: _, ...read } = object
  const text = yamlText(read, yaml).trimEnd()
  const rest = isSecret(node)
    ? 'Its values are told apart by fingerprints of this run; the command below prints how long they are.'
    : 'This is what was read of it; the command below prints all of it.'
  return {
    blocks: [
      { type: 'lines', lines: text.split('\n').map((line) => ({ text: line })) },
      {
        type: 'lines',
        lines: [{ text: rest, tone: 'dim' }],
      },
    ],
  }
}
