// SPDX-License-Identifier: Apache-2.0
import { type FieldChange, objectName, type Reason } from '../../model/plan/plan.ts'
import type { Cell, LinesBlock, Tone } from '../../model/report/view.ts'

/** Fields that plan steps and results share. */
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

/** An object with its action or outcome, and detail lines below it. */
export interface StepMessage {
  readonly row: Detailed
  readonly word: string
  readonly tone: Tone
  readonly details: readonly Cell[]
}

export function messageLines(all: readonly StepMessage[]): LinesBlock {
  const wordWidth = Math.max(0, ...all.map(({ word }) => word.length))
  const clusterWidth = Math.max(0, ...all.map(({ row }) => row.cluster.length))
  const indent = ' '.repeat(wordWidth + 2)
  return {
    type: 'lines',
    lines: all.flatMap(({ row, word, tone, details }) => [
      { text: `${word.padEnd(wordWidth)}  ${row.cluster.padEnd(clusterWidth)}  ${objectName(row)}`, tone },
      ...details.map(({ text, ...rest }) => ({ text: `${indent}${text}`, ...rest })),
    ]),
  }
}

/** Reasons for a refusal, field changes, and field managers that lose fields. */
export function changeCells({ changes, reasons, losers }: Detailed, tone: Tone = 'bad'): readonly Cell[] {
  return [
    ...reasons.map(({ text }): Cell => ({ text, tone })),
    ...changes.map(({ path, from = '(none)', to = '(none)' }): Cell => ({ text: `${path}  ${from} → ${to}` })),
    ...losers.map((manager): Cell => ({ text: `takes it over from ${manager}`, tone: 'busy' })),
  ]
}

export const aboutCells = ({ about, notes }: Detailed): readonly Cell[] =>
  [about, ...notes].map((text) => ({ text, tone: 'dim' }))

/** Hints for refusals, without duplicates. */
export function reasonNotes(rows: readonly Pick<Detailed, 'reasons'>[]): readonly Cell[] {
  const hints = rows.flatMap(({ reasons }) => reasons.flatMap(({ hint }) => hint ?? []))
  return [...new Set(hints)].map((hint) => ({ text: `hint: ${hint}` }))
}
