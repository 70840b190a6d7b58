// SPDX-License-Identifier: Apache-2.0

import type { Io } from '../io/io.ts'
import { objectName, type PlanStep, type StepOutcome, type StepResult } from '../model/plan/plan.ts'
import type { Format } from '../render/formats.ts'
import { resultRow } from '../reports/writes/result.ts'

/** Shows the progress of writes. */
export interface WriteProgress {
  started(step: PlanStep): void
  waiting(step: PlanStep, message: string): void
  finished(result: StepResult): void
  end(): Promise<void>
}

export interface ProgressStyle {
  readonly format: Format
  readonly ascii: boolean
  readonly color: boolean
}

/** Task list on a terminal, lines in a pipe, JSON rows with -o jsonl, nothing for single-document formats. */
export async function writeProgress(io: Io, steps: readonly PlanStep[], style: ProgressStyle): Promise<WriteProgress> {
  const { format, ascii } = style
  if (format === 'jsonl') return jsonRows(io)
  if (format !== 'table' && format !== 'wide') return SILENT
  return io.stderr.isTTY && io.env['TERM'] !== 'dumb' && !ascii ? tasks(io, steps, style) : lines(io)
}

const SILENT: WriteProgress = { started: () => {}, waiting: () => {}, finished: () => {}, end: async () => {} }

const SUCCESSFUL: ReadonlySet<StepOutcome> = new Set(['written', 'refreshed', 'unchanged', 'waiting'])

const titleOf = ({ target }: PlanStep) => `${target.cluster} ${objectName(target)}`

const describeResult = ({ step, outcome, reasons }: StepResult) =>
  [`${outcome.padEnd(9)} ${titleOf(step)}`, ...reasons.map(({ text }) => text)].join(': ')

function lines({ stderr }: Io): WriteProgress {
  return {
    ...SILENT,
    waiting: (step, message) => void stderr.write(`waiting   ${titleOf(step)}: ${message}\n`),
    finished: (result) => void stderr.write(`${describeResult(result)}\n`),
  }
}

/** Prints rows as they finish; the summary is printed at the end. */
function jsonRows({ stdout }: Io): WriteProgress {
  // in order, even if writes to stdout are slow
  let last = import('../render/data.ts').then(() => {})
  return {
    ...SILENT,
    finished: (result) => {
      last = last.then(async () => {
        const [{ toJsonLine }, { API_VERSION }] = await Promise.all([
          import('../render/data.ts'),
          import('../model/report/report.ts'),
        ])
        await stdout.write(toJsonLine({ apiVersion: API_VERSION, kind: 'WriteResultRow', row: resultRow(result) }))
      })
      last.catch(() => {})
    },
    end: () => last,
  }
}

async function tasks(io: Io, steps: readonly PlanStep[], { color }: ProgressStyle): Promise<WriteProgress> {
  const { drawTasks } = await import('../render/tasks.ts')
  const list = drawTasks(new Map(steps.map((step) => [step.id, titleOf(step)])), {
    write: (text) => void io.stderr.write(text),
    // Some terminals report 0.
    columns: io.stderr.columns || 80,
    color,
  })
  return {
    started: ({ id }) => list.started(id),
    waiting: ({ id }, message) => list.says(id, message),
    finished: (result) => list.done(result.step.id, describeResult(result), SUCCESSFUL.has(result.outcome)),
    end: () => list.end(),
  }
}
