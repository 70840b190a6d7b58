// SPDX-License-Identifier: Apache-2.0
import { type ScopeReport, scopeWords } from '../../model/landscape/scope.ts'
import type { Completeness } from '../../model/report/report.ts'
import type { Block, Cell } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'

/** The last, dim line of a text view: how many clusters were read, in which scope, and a remark. */
export function listFooter({ clusters }: Completeness, scope?: ScopeReport, ...remarks: readonly string[]): Block {
  const read = clusters.filter(({ complete }) => complete).length
  const limits = scope ? [`only ${scopeWords(scope)}`] : []
  const counts = `${read}/${clusters.length} clusters read`
  return { type: 'lines', lines: [{ text: [counts, ...limits, ...remarks].join(' · '), tone: 'dim' }] }
}

/** No block without lines. */
export const linesBlock = (lines: readonly Cell[]): readonly Block[] =>
  lines.length > 0 ? [{ type: 'lines', lines }] : []

/** A suggested command on a line of its own, after the word that says what it is for. */
export const commandCell = (label: string, ...args: readonly string[]): Cell => ({
  text: `${label}: ${formatCommand(c5c3Command(...args))}`,
})
