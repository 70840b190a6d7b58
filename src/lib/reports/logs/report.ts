// SPDX-License-Identifier: Apache-2.0
import type { Gap } from '../../model/landscape/gap.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import type { Cell } from '../../model/report/view.ts'
import { completenessOf } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { verdictOf } from '../shared/verdict.ts'

/** One line of a log. */
export interface LogRow {
  /** As the node wrote it, RFC 3339. */
  readonly time?: string
  readonly cluster: string
  readonly namespace: string
  readonly pod: string
  readonly container: string
  readonly text: string
}

/** One container whose log was read. */
export interface LogSource {
  readonly cluster: string
  readonly namespace: string
  readonly pod: string
  readonly container: string
  /** not started: it has printed nothing yet; unread: see completeness. */
  readonly state: 'read' | 'not started' | 'unread'
  /** How many lines were shown. */
  readonly lines: number
  /** How often a broken connection was opened again while it was followed. */
  readonly resumed: number
  /** Lines may be missing: the log was rotated away, or is too long to be held. */
  readonly incomplete?: string
  /** Why it has not started or could not be read. */
  readonly message?: string
}

export interface LogsReport extends Report {
  readonly kind: 'Logs'
  /** KIND/NAMESPACE/NAME@CLUSTER */
  readonly subject: string
  /** The operator whose log it is, instead of the object's own. */
  readonly operator?: string
  readonly sources: readonly LogSource[]
  /** By time; empty where they were printed as they came. */
  readonly lines: readonly LogRow[]
}

export interface LogsInput extends Pick<LogsReport, 'subject' | 'operator' | 'sources' | 'lines'> {
  readonly snapshot: Snapshot
  /** Of these clusters. */
  readonly clusters: readonly string[]
  readonly gaps: readonly Gap[]
  readonly allowIncomplete: boolean
}

/** Whose logs were read, and what of them could not be. */
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

/** Lines are printed as they come: what is left is what people must know besides. */
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
