// SPDX-License-Identifier: Apache-2.0
import { API_VERSION, type Report } from '../model/report/report.ts'
import { toJsonLine } from './data.ts'

/**
 * Each row is a document of kind <Report>Row, the rest of the report one of kind <Report>Summary. Without a summary the
 * output is incomplete.
 */
export function toJsonLines(report: Report, field: string, rows: readonly object[]): string {
  const lines = rows.map((row) => toJsonLine({ apiVersion: API_VERSION, kind: `${report.kind}Row`, row }))
  const rest = Object.entries(report).filter(([key]) => key !== field)
  return [...lines, toJsonLine({ ...Object.fromEntries(rest), kind: `${report.kind}Summary` })].join('')
}
