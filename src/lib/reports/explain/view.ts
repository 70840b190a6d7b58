// SPDX-License-Identifier: Apache-2.0

import type { Block, Cell, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import type { CheckDescription } from '../check/list.ts'
import { stateCell } from '../shared/state-cell.ts'
import type { ExplainReport, KindDescription } from './report.ts'
import type { StateDescription } from './states.ts'

export function explainView({ topic, meaning, kinds, checks, states = [] }: ExplainReport): View {
  const isDetailed = topic.type !== 'kind'
  return {
    blocks: [
      ...(meaning ? [lines([{ text: `${topic.name}: ${meaning}` }])] : []),
      ...(states.length > 0 ? [stateTable(states)] : []),
      ...kinds.map(kindLines),
      ...(isDetailed ? checks.map(checkLines) : []),
      ...(isDetailed || checks.length === 0 ? [] : [checkTable(checks)]),
    ],
  }
}

const lines = (cells: readonly Cell[]): Block => ({ type: 'lines', lines: cells })

function stateTable(states: readonly StateDescription[]): Block {
  return {
    type: 'table',
    columns: [{ title: 'STATE' }, { title: 'EXIT' }, { title: 'MEANING', flexible: true }],
    rows: states.map(({ state, exitCode, meaning }) => [
      stateCell(state),
      { text: String(exitCode) },
      { text: meaning },
    ]),
  }
}

function kindLines({ name, apiVersions, resource, namespaced, clusters, onDemand }: KindDescription): Block {
  return lines([
    { text: name },
    { text: `  ${namespaced ? 'in namespaces' : 'of the whole cluster'} of: ${clusters.join(', ')}` },
    { text: `  versions: ${apiVersions.join(', ')}` },
    ...(onDemand ? [{ text: '  read only by commands that need it' }] : []),
    { text: '  by hand' },
    { text: `    ${formatCommand({ words: ['kubectl', 'get', resource, ...(namespaced ? ['-A'] : [])] })}` },
  ])
}

function checkLines({ id, category, severity, modes, title, why, fix, byHand }: CheckDescription): Block {
  return lines([
    { text: title },
    { text: `  ${id}, ${category}, ${severity}${modes.length > 0 ? `, ${modes.join(' ')}` : ''}`, tone: 'dim' },
    { text: '' },
    { text: '  what it means' },
    { text: `    ${why}` },
    { text: '  how to see it by hand' },
    ...byHand.map((command) => ({ text: `    ${command}` })),
    { text: '  how to fix it' },
    { text: `    ${fix}` },
    { text: '  find it' },
    { text: `    ${formatCommand(c5c3Command('check', id))}` },
  ])
}

function checkTable(checks: readonly CheckDescription[]): Block {
  return {
    type: 'table',
    columns: [{ title: 'CHECK THAT LOOKS AT IT' }, { title: 'SEVERITY' }, { title: 'TITLE', flexible: true }],
    rows: checks.map(({ id, severity, title }) => [id, severity, title].map((text) => ({ text }))),
  }
}
