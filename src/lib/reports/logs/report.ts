// SPDX-License-Identifier: Apache-2.0
import type { Gap } from '../../model/landscape/gap.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import type { Cell } from '../../model/report/view.ts'
import { completenessOf } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { verdictOf } from '../shared/verdict.ts'

export interface LogRow {
  /** Timestamp of the node, RFC 3339. */
  readonly time?: string
  readonly cluster: string
  readonly namespace: string
  readonly pod: string
  readonly container: string
  readonly text: string
}

export interface LogSource {
  readonly cluster: string
  readonly namespace: string
  readonly pod: string
  readonly container: string
  /** not started: no output yet; unread: completeness has the reason. */
  readonly state: 'read' | 'not started' | 'unread'
  readonly lines: number
  /** How often a broken connection was reopened while following. */
  readonly resumed: number
  /** Why lines may be missing: the log was rotated, or is too long. */
  readonly incomplete?: string
  /** Why it has not started or could not be read. */
  readonly message?: string
}

export interface LogsReport extends Report {
  readonly kind: 'Logs'
  /** KIND/NAMESPACE/NAME@CLUSTER */
  readonly subject: string
  /** The operator whose log is shown instead of the object's. */
  readonly operator?: string
  readonly sources: readonly LogSource[]
  /** By time; empty if they were streamed. */
  readonly lines: readonly LogRow[]
}

export interface LogsInput extends Pick<LogsReport, 'subject' | 'operator' | 'sources' | 'lines'> {
  readonly snapshot: Snapshot
  readonly clusters: readonly string[]
  readonly gaps: readonly Gap[]
  readonly allowIncomplete: boolean
}

export function logsReport(input: LogsInput): LogsReport {
  const { subject, operator, sources, lines, clusters, gaps, allowIncomplete } = input
  const incomplete = sources.filter((source) => source.incomplete !== undefined)
  const snapshot = { ...input.snapshot, gaps }
  const states = sources.map((source) =>
    source.incomplete === undefined ? ('healthy' as const) : ('unknown' as const),
  )
  return {
    apiVersion: API_VERSION,
    kind: 'Logs',
    ...verdictOf({ snapshot, states: incomplete.length > 0 ? states : ['healthy'], allowIncomplete }),
    completeness: completenessOf(clusters, gaps),
    subject,
    ...(operator ? { operator } : {}),
    sources,
    lines,
  }
}

/** The lines were streamed already, so the view contains only notes. */
export const logsForms = (notes: readonly string[], streamed: boolean): Presentation<LogsReport> => ({
  view: ({ sources, completeness }) => ({
    blocks: [],
    notes: [...sources.flatMap(sourceNote), ...notes.map((text): Cell => ({ text })), ...gapNotes(completeness.gaps)],
  }),
  names: ({ sources }) => [
    ...new Set(sources.map(({ cluster, namespace, pod }) => `pod/${namespace}/${pod}@${cluster}`)),
  ],
  rows: { field: 'lines', ...(streamed ? { of: () => [] } : {}) },
})

const nameOf = ({ cluster, pod, container }: LogSource) => `${cluster}/${pod}/${container}`

function sourceNote(source: LogSource): readonly Cell[] {
  const { state, message, incomplete } = source
  return [
    ...(state === 'not started'
      ? [{ text: `${nameOf(source)} has not started${message ? `: ${message}` : ''}`, tone: 'busy' as const }]
      : []),
    ...(incomplete ? [{ text: `${nameOf(source)}: ${incomplete}`, tone: 'busy' as const }] : []),
  ]
}
