// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Block, Cell } from '../../model/report/view.ts'
import { linesBlock } from '../lists/list-footer.ts'
import { objectPlace } from '../shared/object-row.ts'
import { findingText } from '../shared/problem-text.ts'
import { SYMBOLS, stateCell, TONES } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import type { CredentialChain, NotCompared } from './chains.ts'
import type { Hop } from './hops.ts'

/** One chain, hop by hop. */
export function chainBlocks(chain: CredentialChain): readonly Block[] {
  const { name, cluster, state, hops, consumers } = chain
  return [
    { type: 'lines', lines: [{ text: `${stateCell(state).text}  ${name} @${cluster}, value ${valuesText(chain)}` }] },
    tableOf(hops, [
      { title: '', cell: ({ broken }) => (broken ? { text: '►', tone: 'bad' } : '') },
      { title: 'HOP', cell: ({ kind }) => (kind === 'path' ? 'OpenBao' : kind) },
      { title: 'NAME', flexible: true, cell: nameCell },
      { title: 'STATE', cell: ({ state: own }) => (own === undefined ? '' : stateCell(own)) },
      { title: 'LAST SYNC', drop: 3, cell: ({ syncedAge }) => (syncedAge ? `${syncedAge} ago` : '') },
      { title: 'EXPIRES', drop: 2, cell: ({ expires }) => expires ?? '' },
      { title: 'AGE', wide: true, cell: ({ age }) => age ?? '' },
      { title: 'CLUSTER', drop: 1, cell: (hop) => hop.cluster },
      { title: 'WHY', flexible: true, cell: (hop) => hopProblem(hop, chain) },
    ]),
    ...linesBlock(consumers.length > 0 ? [{ text: `used by ${consumers.join(', ')}` }] : []),
  ]
}

const nameCell = (hop: Hop): Cell | string =>
  hop.kind === 'path'
    ? hop.name
    : { text: `${hop.namespace ? `${hop.namespace}/` : ''}${hop.name}`, about: objectPlace(hop) }

/** A broken chain in three lines: what it is, its hops, and why it breaks. */
export function chainLines(chain: CredentialChain): readonly Cell[] {
  const { name, cluster, state, hops, consumers } = chain
  const broken = hops.find((hop) => hop.broken)
  const users = consumers.length > 0 ? ` · used by ${consumers.join(', ')}` : ''
  const value = chain.values === 'differ' ? ` · value ${valuesText(chain)}` : ''
  return [
    { text: `${stateCell(state).text}  ${name} @${cluster}${value}${users}`, tone: TONES[state] },
    { text: `  ${hops.map(hopText).join(' → ')}` },
    ...(broken
      ? [{ text: `  ${broken.kind === 'path' ? 'OpenBao' : broken.kind} ${broken.name}: ${hopProblem(broken, chain)}` }]
      : []),
  ]
}

/** For example "PushSecret ✔ 27m ago"; the broken hop is never shown as healthy. */
function hopText({ kind, state, syncedAge, broken }: Hop): string {
  const symbol = broken && (state === undefined || isFine(state)) ? '✖' : state === undefined ? '' : SYMBOLS[state]
  return [kind === 'path' ? 'OpenBao' : kind, symbol, syncedAge ? `${syncedAge} ago` : ''].filter(Boolean).join(' ')
}

/** The finding where the chain breaks, else the object's own message. */
export function hopProblem({ broken, state, message }: Hop, { findings, values }: CredentialChain): string {
  if (broken) {
    const [finding] = findings
    if (finding) return finding.follows ? `${finding.subject}: ${findingText(finding)}` : findingText(finding)
    if (values === 'differ' && (state === undefined || isFine(state))) return 'its value differs from its source'
  }
  return state !== undefined && isFine(state) ? '' : (message ?? '')
}

const NOT_COMPARED: Readonly<Record<NotCompared, string>> = {
  'no source': 'only in OpenBao',
  'no Secret': 'no Secret',
  'not read': 'not readable',
  'changed on the way': 'transformed',
}

const COMPARED: Readonly<Record<CredentialChain['values'], string>> = {
  equal: 'in sync',
  differ: 'out of date',
  'not compared': 'no copy',
}

/** Whether source and target hold the same value, or why that is unknown. */
export const valuesText = ({ values, notCompared }: Pick<CredentialChain, 'values' | 'notCompared'>): string =>
  notCompared === undefined ? COMPARED[values] : NOT_COMPARED[notCompared]

/** Worst last, as in a count. */
export const VALUES_ORDER: readonly string[] = [...Object.values(COMPARED), ...Object.values(NOT_COMPARED)]
