// SPDX-License-Identifier: Apache-2.0
import type { Block, Cell } from '../../model/report/view.ts'
import { tableOf } from '../shared/table.ts'
import type { Requested } from './requested-vs-actual.ts'

/** Requested settings beside their actual values. */
export function requestedTable(rows: readonly Requested[]): Block {
  return tableOf(rows, [
    { title: 'SETTING', cell: ({ what }) => what },
    { title: 'REQUESTED', cell: ({ requested }) => requested },
    {
      title: 'ACTUAL',
      flexible: true,
      cell: ({ actual, same }) => ({
        text: same === false ? `${actual} (differs)` : actual,
        tone: same === undefined ? 'dim' : same ? 'plain' : 'bad',
      }),
    },
  ])
}

/** The settings that differ, and how many match. */
export function specLines(rows: readonly Requested[]): readonly Cell[] {
  if (rows.length === 0) return []
  const differing = rows.filter(({ same }) => same === false)
  const matching = rows.filter(({ same }) => same === true).length
  const unknown = rows.length - differing.length - matching
  const texts = [...Map.groupBy(differing, ({ requested, actual }) => `requested ${requested}, actual ${actual}`)].map(
    ([difference, set]) => `${set.map(({ what }) => what).join(', ')}: ${difference}`,
  )
  const rest = [
    `${matching} of ${rows.length} requested settings match`,
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
  ].join(', ')
  if (differing.length === 0 && unknown === 0)
    return [{ text: `SPEC      ✔ all ${rows.length} requested settings match (list: -o wide)` }]
  if (differing.length === 0) return [{ text: `SPEC      ? ${rest} (list: -o wide)`, tone: 'busy' }]
  return [
    {
      text: `SPEC      ! ${differing.length} of ${rows.length} requested settings differ (list: -o wide)`,
      tone: 'bad',
    },
    ...texts.map((text): Cell => ({ text: `            ${text}` })),
    ...(unknown > 0 ? [{ text: `            ${unknown} unknown`, tone: 'dim' as const }] : []),
  ]
}
