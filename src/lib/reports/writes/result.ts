// SPDX-License-Identifier: Apache-2.0

import type { Gap } from '../../model/landscape/gap.ts'
import type { StepOutcome, StepResult, Undo } from '../../model/plan/plan.ts'
import { EXIT, type ExitName, worstExit } from '../../model/report/errors.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import type { Cell, Tone, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { completenessOf } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { type PlanRow, rowOf, VERDICTS } from './plan.ts'
import { changeCells, messageLines, reasonNotes } from './step-rows.ts'

export interface ResultRow extends PlanRow {
  readonly outcome: StepOutcome
  /** The object was changed, even if a later part of the step failed. */
  readonly wrote: boolean
  readonly undo?: Undo
}

export interface WriteResultReport extends Report {
  readonly kind: 'WriteResult'
  readonly command: string
  readonly results: readonly ResultRow[]
  readonly interrupted: boolean
  readonly notes: readonly string[]
}

export interface WriteResultInput {
  readonly command: string
  readonly results: readonly StepResult[]
  readonly clusters: readonly string[]
  readonly gaps: readonly Gap[]
  readonly notes: readonly string[]
  readonly allowIncomplete: boolean
  /** The exit code of the signal. */
  readonly interrupted?: number
}

export function writeResultReport(input: WriteResultInput): WriteResultReport {
  const { command, results, clusters, gaps, notes, interrupted } = input
  const exit = exitOf(input)
  return {
    apiVersion: API_VERSION,
    kind: 'WriteResult',
    verdict: interrupted === undefined ? VERDICTS[exit] : 'unknown',
    exitCode: interrupted ?? EXIT[exit],
    completeness: completenessOf(clusters, gaps),
    command,
    results: results.map(resultRow),
    interrupted: interrupted !== undefined,
    notes,
  }
}

export function resultRow({ step, outcome, reasons, wrote, undo }: StepResult): ResultRow {
  return { ...rowOf(step), outcome, reasons, wrote, ...(undo ? { undo } : {}) }
}

/** Refused exits with 4 if nothing was written, else the result is partial. */
function exitOf({ results, gaps, allowIncomplete }: WriteResultInput): ExitName {
  const wrote = results.some((each) => each.wrote)
  const isDelayed =
    results.some(({ outcome }) => outcome === 'waiting') && !results.some(({ outcome }) => outcome === 'failed')
  return worstExit([
    ...results.map((each): ExitName => {
      const { outcome } = each
      // K-ORC reported that it cannot succeed: running the command again does not help
      if (outcome === 'failed') return isUnhealthy(each) ? 'findings' : 'partial'
      // steps after one that is still pending can be run later
      if (outcome === 'skipped' && isDelayed) return 'deadline'
      if (outcome === 'refused' || outcome === 'skipped') return wrote ? 'partial' : 'refused'
      return outcome === 'waiting' ? 'deadline' : 'ok'
    }),
    ...(gaps.length > 0 && !allowIncomplete ? (['incomplete'] as const) : []),
  ])
}

const isUnhealthy = ({ step, wrote }: StepResult) =>
  step.acknowledged === 'available' && (wrote || step.action === 'none')

const TONES: Readonly<Record<StepOutcome, Tone>> = {
  written: 'good',
  refreshed: 'good',
  unchanged: 'good',
  refused: 'bad',
  failed: 'bad',
  waiting: 'busy',
  skipped: 'busy',
}

export function writeResultView(report: WriteResultReport): View {
  const { results, notes, exitCode, completeness } = report
  const messages = results.map((row) => ({
    row,
    word: row.outcome,
    tone: TONES[row.outcome],
    // changes that were not written are not listed
    details: changeCells(row.wrote ? row : { ...row, changes: [], losers: [] }, DONE.has(row.outcome) ? 'busy' : 'bad'),
  }))
  return {
    blocks: [
      ...(results.length > 0 ? [messageLines(messages)] : []),
      { type: 'lines', lines: [{ text: `${summary(report)} · exit ${exitCode}` }] },
    ],
    notes: [
      ...reasonNotes(results),
      ...undoNotes(results),
      ...notes.map((text) => ({ text: `note: ${text}`, tone: 'dim' as const })),
      ...gapNotes(completeness.gaps),
    ],
  }
}

/** Longer lists are impractical; the journal has all undo commands. */
const MAX_UNDOS = 10

function undoNotes(results: readonly ResultRow[]): readonly Cell[] {
  const commands = results.flatMap(({ undo }) => undo?.command ?? [])
  const reasons = results.flatMap(({ undo }) => (undo && !undo.command ? [undo.text] : []))
  const more = commands.length - MAX_UNDOS
  return [
    ...commands.slice(0, MAX_UNDOS).map((command) => `undo: ${command}`),
    ...(more > 0 ? [`undo: ${more} more: ${formatCommand(c5c3Command('journal', '-o', 'wide'))}`] : []),
    ...[...new Set(reasons)].map((text) => `no undo: ${text}`),
  ].map((text): Cell => ({ text, tone: 'dim' }))
}

function summary({ results, interrupted, exitCode, completeness }: WriteResultReport): string {
  const count = (outcome: StepOutcome) => results.filter((each) => each.outcome === outcome).length
  const parts = (Object.keys(TONES) as StepOutcome[]).flatMap((outcome) =>
    count(outcome) > 0 ? [`${count(outcome)} ${outcome}`] : [],
  )
  if (interrupted) return `stopped: ${parts.join(', ')}`
  if (exitCode === EXIT.partial) return `partial: ${parts.join(', ')}; run the same command again to finish`
  if (exitCode === EXIT.findings) return `written, but not well: ${parts.join(', ')}`
  if (exitCode === EXIT.deadline) return `not done in time: ${parts.join(', ')}`
  if (exitCode === EXIT.refused) return `refused: ${parts.join(', ')}; nothing was changed`
  if (results.length === 0) return completeness.complete ? 'nothing to do' : 'nothing to do as far as could be seen'
  return results.some(({ wrote }) => wrote) ? `done: ${parts.join(', ')}` : `nothing to do: ${parts.join(', ')}`
}

/** Outcomes with the desired state, whether or not this run wrote it. */
const DONE: ReadonlySet<StepOutcome> = new Set(['written', 'refreshed', 'unchanged'])

export const writeResultNames = ({ results }: WriteResultReport): readonly string[] =>
  results
    .filter(({ outcome }) => DONE.has(outcome))
    .map((row) => `${row.kind.toLowerCase()}/${row.namespace ? `${row.namespace}/` : ''}${row.name}@${row.cluster}`)
