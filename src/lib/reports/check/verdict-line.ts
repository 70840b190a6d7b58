// SPDX-License-Identifier: Apache-2.0
import type { Cell } from '../../model/report/view.ts'
import { groupFindings } from '../shared/group-findings.ts'
import { SYMBOLS, TONES } from '../shared/state-cell.ts'
import { cataloguedChecks, isConsequence } from './outcomes.ts'
import { type CheckReport, counts } from './report.ts'

/** For example "✖ 1 problem · 158 of 161 checks passed · 2 found only consequences". */
export function checkVerdictLine(report: CheckReport): Cell {
  const { findings, failOn, verdict } = report
  const checks = cataloguedChecks(report.checks)
  const counted = findings.filter((finding) => counts(finding, failOn))
  const number = (is: (row: (typeof checks)[number]) => boolean) => checks.filter(is).length
  const [unknown, absent] = (['unknown', 'not applicable'] as const).map((one) => number((row) => row.outcome === one))
  const parts = [
    problemsText(counted, Boolean(unknown)),
    ...(findings.length > counted.length ? [`${findings.length - counted.length} not counted`] : []),
    `${number(({ outcome }) => outcome === 'ok')} of ${countText(checks.length, 'check')} passed`,
    ...optional(number(isConsequence), 'found only consequences'),
    ...optional(unknown ?? 0, 'could not run'),
    ...optional(absent ?? 0, 'not applicable'),
  ]
  const worst = counted.some(({ severity }) => severity === 'error') ? 'failed' : 'degraded'
  const state = counted.length > 0 ? worst : unknown ? 'unknown' : verdict
  return { text: `${SYMBOLS[state]} ${parts.join(' · ')}`, tone: TONES[state] }
}

function problemsText(counted: CheckReport['findings'], isPartial: boolean): string {
  if (counted.length === 0) return isPartial ? 'No problems in what could be read' : 'No problems'
  const groups = groupFindings(counted).length
  const objects = groups < counted.length ? ` on ${counted.length} objects` : ''
  return `${countText(groups, 'problem')}${objects}`
}

const optional = (count: number, text: string): readonly string[] => (count > 0 ? [`${count} ${text}`] : [])

const countText = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
