// SPDX-License-Identifier: Apache-2.0

import type { Gap } from '../../model/landscape/gap.ts'
import type { Action, Plan, PlanCluster, PlanStep } from '../../model/plan/plan.ts'
import { EXIT, type ExitName, worstExit } from '../../model/report/errors.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import type { Cell, Tone, View } from '../../model/report/view.ts'
import { completenessOf } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { clusterLines } from './clusters.ts'
import { aboutCells, changeCells, type Detailed, messageLines, reasonNotes } from './step-rows.ts'

export interface PlanRow extends Detailed {
  readonly action: Action
}

export interface PlanReport extends Report {
  readonly kind: 'Plan'
  readonly command: string
  readonly clusters: readonly PlanCluster[]
  readonly steps: readonly PlanRow[]
  readonly notes: readonly string[]
}

export interface PlanReportInput {
  readonly plan: Plan
  readonly clusters: readonly string[]
  readonly gaps: readonly Gap[]
  readonly allowIncomplete: boolean
  /** The plan was saved, which is what the command was for: pending changes do not count in the exit code. */
  readonly isSaved?: boolean
}

export function planReport({ plan, clusters, gaps, allowIncomplete, isSaved }: PlanReportInput): PlanReport {
  const exit = worstExit([
    ...plan.steps.map(({ action }) => (isSaved && action !== 'refused' ? 'ok' : EXITS[action])),
    ...(gaps.length > 0 && !allowIncomplete ? (['incomplete'] as const) : []),
  ])
  return {
    apiVersion: API_VERSION,
    kind: 'Plan',
    verdict: exit === 'ok' && gaps.length > 0 ? 'unknown' : VERDICTS[exit],
    exitCode: EXIT[exit],
    completeness: completenessOf(clusters, gaps),
    command: plan.command,
    clusters: plan.clusters,
    steps: plan.steps.map(rowOf),
    notes: plan.notes,
  }
}

const EXITS: Readonly<Record<Action, ExitName>> = {
  create: 'findings',
  update: 'findings',
  refresh: 'findings',
  none: 'ok',
  refused: 'refused',
}

/** The verdict that corresponds to the exit code of a write. */
export const VERDICTS: Readonly<Record<ExitName, State>> = {
  ok: 'healthy',
  findings: 'degraded',
  usage: 'unknown',
  incomplete: 'unknown',
  refused: 'failed',
  partial: 'failed',
  deadline: 'progressing',
  noAccess: 'unknown',
  notFound: 'unknown',
  bug: 'unknown',
  io: 'unknown',
}

export function rowOf(step: PlanStep): PlanRow {
  const { action, target, about, changes, reasons, notes, losers = [] } = step
  const { cluster, kind, namespace, name } = target
  return {
    action,
    cluster,
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    about,
    changes,
    reasons,
    notes,
    losers,
  }
}

const TONES: Readonly<Record<Action, Tone>> = {
  create: 'busy',
  update: 'busy',
  refresh: 'busy',
  none: 'good',
  refused: 'bad',
}

const ACTION_TEXTS: Readonly<Record<Action, string>> = {
  create: 'create',
  update: 'update',
  refresh: 'refresh',
  none: 'unchanged',
  refused: 'refused',
}

export function planView(report: PlanReport): View {
  const { clusters, steps, notes, exitCode, completeness } = report
  const messages = steps.map((row) => ({
    row,
    word: ACTION_TEXTS[row.action],
    tone: TONES[row.action],
    // unchanged objects need no purpose
    details: [...changeCells(row), ...aboutCells(row).slice(row.action === 'none' ? 1 : 0)],
  }))
  return {
    blocks: [
      ...(steps.length > 0 ? [messageLines(messages)] : []),
      ...(clusters.some(({ user }) => user) ? [clusterLines(clusters)] : []),
      { type: 'lines', lines: [{ text: `${summary(report)} · exit ${exitCode}` }] },
    ],
    notes: [...reasonNotes(steps), ...notes.map(noteOf), ...gapNotes(completeness.gaps)],
  }
}

const noteOf = (text: string): Cell => ({ text: `note: ${text}`, tone: 'dim' })

function summary({ steps, completeness }: PlanReport): string {
  if (steps.length === 0) return completeness.complete ? 'nothing to do' : 'nothing to do as far as could be seen'
  const count = (action: Action) => steps.filter((step) => step.action === action).length
  const parts = (['create', 'update', 'refresh', 'none', 'refused'] as const).flatMap((action) =>
    count(action) > 0
      ? [
          `${count(action)} ${action === 'none' || action === 'refused' ? ACTION_TEXTS[action] : `to ${ACTION_TEXTS[action]}`}`,
        ]
      : [],
  )
  return `plan: ${parts.join(', ')}`
}

export const planNames = ({ steps }: PlanReport): readonly string[] =>
  steps.map((row) => `${row.kind.toLowerCase()}/${row.namespace ? `${row.namespace}/` : ''}${row.name}@${row.cluster}`)
