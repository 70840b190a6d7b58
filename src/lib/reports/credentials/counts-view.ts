// SPDX-License-Identifier: Apache-2.0
import { worse } from '../../model/graph/health.ts'
import type { Block, Cell } from '../../model/report/view.ts'
import { stateCell } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import { VALUES_ORDER, valuesText } from './chain-view.ts'
import type { CredentialChain } from './chains.ts'
import { hasChainProblem } from './report.ts'

/** Healthy and unknown credentials in one line each. */
export function countLines(chains: readonly CredentialChain[]): readonly Cell[] {
  const healthy = chains.filter((chain) => !hasChainProblem(chain))
  const unknown = chains.filter((chain) => hasChainProblem(chain) && chain.state === 'unknown')
  return [
    ...[...namespacesOf(unknown)].map(
      ([namespace, set]): Cell => ({
        text: `? ${set.length} unknown in ${namespace}: ${countsText(set)}`,
        tone: 'busy',
      }),
    ),
    ...(healthy.length > 0
      ? [{ text: `✔ ${healthy.length} healthy: ${countsText(healthy)} (-o wide)`, tone: 'good' as const }]
      : []),
  ]
}

const namespacesOf = (chains: readonly CredentialChain[]) =>
  Map.groupBy(chains, ({ cluster, name }) => `${name.split('/')[0]} @${cluster}`)

/** For example "8 in sync, 7 only in OpenBao". */
const countsText = (chains: readonly CredentialChain[]): string =>
  [...Map.groupBy(chains, valuesText)]
    .sort(([a], [b]) => VALUES_ORDER.indexOf(a) - VALUES_ORDER.indexOf(b))
    .map(([text, members]) => `${members.length} ${text}`)
    .join(', ')

/** One row per namespace. */
export const namespaceTable = (chains: readonly CredentialChain[]): Block =>
  tableOf(
    [...namespacesOf(chains)],
    [
      { title: 'NAMESPACE', cell: ([place]) => place.split(' @')[0] ?? '' },
      { title: 'STATE', cell: ([, set]) => stateCell(set.map(({ state }) => state).reduce(worse)) },
      {
        title: 'HEALTHY',
        cell: ([, set]) => `${set.filter((chain) => !hasChainProblem(chain)).length}/${set.length}`,
      },
      { title: 'VALUES', flexible: true, cell: ([, set]) => countsText(set) },
      { title: 'CLUSTER', drop: 1, cell: ([place]) => place.split(' @')[1] ?? '' },
    ],
  )
