// SPDX-License-Identifier: Apache-2.0
import * as yaml from 'yaml'
import type { GraphNode } from '../../model/graph.ts'
import type { View } from '../../model/view.ts'
import { yamlText } from '../../render/data.ts'

/** An object as it was read: what its kind keeps, safe for a terminal, Secret values as fingerprints. */
export function yamlView({ object, source, hidden }: GraphNode): View {
  if (!object) {
    const why = source === 'missing' ? 'it does not exist' : `it was not read: ${hidden?.message ?? source}`
    return { blocks: [{ type: 'lines', lines: [{ text: why, tone: 'busy' }] }] }
  }
  const text = yamlText(object, yaml).trimEnd()
  return {
    blocks: [
      { type: 'lines', lines: text.split('\n').map((line) => ({ text: line })) },
      {
        type: 'lines',
        lines: [{ text: 'This is what was read of it; the command below prints all of it.', tone: 'dim' }],
      },
    ],
  }
}
