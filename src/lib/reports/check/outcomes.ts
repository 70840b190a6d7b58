// SPDX-License-Identifier: Apache-2.0
import { UNEXPLAINED } from '../../assess/unexplained.ts'
import { UNJUDGED } from '../../assess/unjudged-conditions.ts'
import type { Completeness } from '../../model/report/report.ts'
import type { Cell } from '../../model/report/view.ts'
import type { CheckReport, CheckRow } from './report.ts'

/** The checks of the catalogue, so that every count agrees with `check --list` and the docs. */
export function cataloguedChecks(checks: readonly CheckRow[]): readonly CheckRow[] {
  const catalogued = checks.filter(({ id }) => id !== UNEXPLAINED.id && id !== UNJUDGED.id)
  return catalogued.length > 0 ? catalogued : checks
}

/** Found something, but only what follows from another finding. */
export const isConsequence = ({ outcome, findings }: CheckRow): boolean => outcome === 'found' && findings === 0

/** One line for each reason why checks could not run; unreachable clusters are listed once. */
export function couldNotRunLines(
  { checks, completeness }: Pick<CheckReport, 'checks' | 'completeness'>,
  isWide = false,
): readonly Cell[] {
  const all = cataloguedChecks(checks)
  const reasons = Map.groupBy(
    all.filter(({ outcome }) => outcome === 'unknown'),
    (row) => reasonOf(row, completeness),
  )
  return [...reasons].flatMap(([reason, rows]): readonly Cell[] => {
    const count = `${rows.length} of ${all.length} ${all.length === 1 ? 'check' : 'checks'} could not run`
    return [
      {
        text: `? ${count}: ${reason === UNREACHABLE ? unreachableText(rows, completeness) : reasonText(reason, rows)}`,
        tone: 'busy',
      },
      ...(isWide ? [{ text: `  ${rows.map(({ id }) => id).join(', ')}`, tone: 'dim' } as const] : []),
    ]
  })
}

const UNREACHABLE = 'unreachable'

/** An unreachable cluster hides more than anything else that could not be read. */
function reasonOf({ hidden }: CheckRow, completeness: Completeness): string {
  const unreachable = unreachableClusters(completeness)
  if (hidden.some((text) => unreachable.some((cluster) => text.startsWith(`${cluster}: `)))) return UNREACHABLE
  return messageOf(hidden[0] ?? 'not everything could be read')
}

/** hidden has "CLUSTER: message", and messages without a cluster. */
const messageOf = (hidden: string) => /^[a-z0-9/.-]+: (.*)$/.exec(hidden)?.[1] ?? hidden

function reasonText(message: string, rows: readonly CheckRow[]): string {
  const clusters = rows.flatMap(({ hidden }) =>
    hidden.filter((text) => text.endsWith(`: ${message}`)).map((text) => text.slice(0, -message.length - 2)),
  )
  const places = [...new Set(clusters)]
  return places.length > 0 ? `${message} (${places.join(', ')})` : message
}

const unreachableClusters = ({ gaps }: Completeness): readonly string[] => [
  ...new Set(gaps.filter(({ kind }) => kind === undefined).map(({ cluster }) => cluster)),
]

function unreachableText(rows: readonly CheckRow[], completeness: Completeness): string {
  const hidden = new Set(rows.flatMap((row) => row.hidden))
  const names = unreachableClusters(completeness).filter((cluster) =>
    [...hidden].some((text) => text.startsWith(`${cluster}: `)),
  )
  const total = completeness.clusters.length
  const verb = names.length === 1 ? 'is' : 'are'
  return `${names.length} of ${total} ${total === 1 ? 'cluster' : 'clusters'} ${verb} unreachable: ${names.join(', ')}`
}
