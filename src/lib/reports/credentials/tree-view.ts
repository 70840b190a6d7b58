// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Branch, View } from '../../model/report/view.ts'
import { listFooter } from '../lists/list-footer.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { objectPlace } from '../shared/object-row.ts'
import { stateCell } from '../shared/state-cell.ts'
import { hopProblem, valuesText } from './chain-view.ts'
import type { CredentialChain } from './chains.ts'
import type { Hop } from './hops.ts'
import { type CredentialsReport, hasChainProblem } from './report.ts'
import { credentialsVerdict, toolTable } from './view.ts'

/** Every chain with its hops below it; healthy chains are folded. */
export function credentialsTreeView(report: CredentialsReport): View {
  const { chains, completeness } = report
  const sorted = [...chains.filter(hasChainProblem), ...chains.filter((chain) => !hasChainProblem(chain))]
  const tools = [...report.aggregates, ...report.rotations].filter(({ judged }) => !isFine(judged))
  return {
    blocks: [
      { type: 'lines', lines: [credentialsVerdict(report)] },
      ...(sorted.length > 0
        ? [
            {
              type: 'tree' as const,
              columns: [
                { title: 'CREDENTIAL' },
                { title: 'STATE' },
                { title: 'CLUSTER', drop: 2 },
                { title: 'VALUE', drop: 1 },
                { title: 'LAST SYNC', drop: 3 },
                { title: 'WHY', flexible: true },
              ],
              roots: sorted.map(branchOf),
            },
          ]
        : []),
      ...(tools.length > 0 ? [toolTable(tools)] : []),
      listFooter(completeness, report.scope),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function branchOf(chain: CredentialChain): Branch {
  const end = chain.hops.findLast(({ kind }) => kind !== 'path')
  const broken = chain.hops.find((hop) => hop.broken)
  return {
    cells: [
      { text: chain.name, ...(end ? { about: objectPlace(end) } : {}) },
      stateCell(chain.state),
      { text: chain.cluster },
      { text: valuesText(chain), ...(chain.values === 'differ' ? { tone: 'bad' as const } : {}) },
      { text: '' },
      { text: broken ? hopProblem(broken, chain) : '' },
    ],
    children: chain.hops.map((hop) => ({ cells: hopCells(hop, chain), children: [] })),
    ...(hasChainProblem(chain) ? {} : { folded: true as const }),
  }
}

function hopCells(hop: Hop, chain: CredentialChain): Branch['cells'] {
  const { kind, namespace, name, state, syncedAge, cluster, broken } = hop
  return [
    {
      text: `${broken ? '► ' : ''}${kind} ${kind !== 'path' && namespace ? `${namespace}/` : ''}${name}`,
      ...(kind === 'path' ? {} : { about: objectPlace(hop) }),
      ...(broken ? { tone: 'bad' as const } : {}),
    },
    state === undefined ? { text: '' } : stateCell(state),
    { text: cluster === chain.cluster ? '' : cluster },
    { text: '' },
    { text: syncedAge ? `${syncedAge} ago` : '' },
    { text: broken ? hopProblem(hop, chain) : '' },
  ]
}
