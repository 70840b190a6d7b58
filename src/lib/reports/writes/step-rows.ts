// SPDX-License-Identifier: Apache-2.0
import { type FieldChange, objectName, type Reason } from '../../model/plan/plan.ts'
import type { Cell, LinesBlock, Tone } from '../../model/report/view.ts'

/** What is told of one object of a plan or of its outcome. */
export interface Detailed {
  readonly cluster: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly about: string
  readonly changes: readonly FieldChange[]
  readonly reasons: readonly Reason[]
  readonly notes: readonly string[]
  readonly losers: readonly string[]
}

/** An object with the word that stands before it, and what is told below it. */
export interface StepMessage {
  readonly row: Detailed
  readonly word: string
  readonly tone: Tone
  readonly details: readonly Cell[]
}

/** Objects one below the other, cluster and word in columns, details below each. */
export function messageLines(all: readonly StepMessage[]): LinesBlock {
  const words = Math.max(0, ...all.map(({ word }) => word.length))
  const clusters = Math.max(0, ...all.map(({ row }) => row.cluster.length))
  const indent = ' '.repeat(words + 2)
  return {
    type: 'lines',
    lines: all.flatMap(({ row, word, tone, details }) => [
      { text: `${word.padEnd(words)}  ${row.cluster.padEnd(clusters)}  ${objectName(row)}`, tone },
      ...details.map(({ text, ...rest }) => ({ text: `${indent}${text}`, ...rest })),
    ]),
  }
}

/** Why not, what changes and whose it was. */
export function changeCells({ changes, reasons, losers }: Detailed): readonly Cell[] {
  return [
    ...reasons.map(({ text }): Cell => ({ text, tone: 'bad' })),
    ...changes.map(({ path, from = '(none)', to = '(none)' }): Cell => ({ text: `${path}  ${from} → ${to}` })),
    ...losers.map((manager): Cell => ({ text: `takes it over from ${manager}`, tone: 'busy' })),
  ]
}

/** What it is for. */
export const aboutCells = ({ about, notes }: Detailed): readonly Cell[] =>
  [about, ...notes].map((text) => ({ text, tone: 'dim' }))

/** What to do about refusals, each said once. */
export function reasonNotes(rows: readonly Pick<Detailed, 'reasons'>[]): readonly Cell[] {
  const hints = rows.flatMap(({ reasons }) => reasons.flatMap(({ hint }) => hint ?? []))
  return [...new Set(hints)].map((hint) => ({ text: `hint: ${hint}` }))
}
