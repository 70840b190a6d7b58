// SPDX-License-Identifier: Apache-2.0
import type { CephOrphan, OrphanCause } from '../../kinds/rook/orphan.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { objectName } from '../../model/plan/plan.ts'
import { EXIT, worstExit } from '../../model/report/errors.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import type { Cell, View } from '../../model/report/view.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { completenessOf } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'

/** A synced copy of a Ceph key whose CephClient or consumers are gone, and the command that deletes it. */
export interface CephOrphanRow {
  readonly cluster: string
  readonly namespace: string
  readonly name: string
  readonly source: string
  readonly causes: readonly OrphanCause[]
  /** The causes as text. */
  readonly message: string
  readonly consumers: readonly string[]
  /** The object that writes the Secret now. */
  readonly keeper?: string
  readonly command?: string
}

export interface CephOrphansReport extends Report {
  readonly kind: 'CephOrphans'
  readonly orphans: readonly CephOrphanRow[]
}

export interface CephOrphansInput {
  readonly clusters: readonly string[]
  readonly gaps: readonly Gap[]
  readonly orphans: readonly { readonly orphan: CephOrphan; readonly command?: string }[]
}

/** Exits 0 without orphans, 1 with some, 3 when not everything could be read. */
export function cephOrphansReport(
  { clusters, gaps, orphans }: CephOrphansInput,
  allowIncomplete: boolean,
): CephOrphansReport {
  const exit = worstExit([
    ...(orphans.length > 0 ? (['findings'] as const) : []),
    ...(gaps.length > 0 && !allowIncomplete ? (['incomplete'] as const) : []),
  ])
  return {
    apiVersion: API_VERSION,
    kind: 'CephOrphans',
    verdict: orphans.length > 0 ? 'degraded' : gaps.length > 0 ? 'unknown' : 'healthy',
    exitCode: EXIT[exit],
    completeness: completenessOf(clusters, gaps),
    orphans: orphans.map(rowOf),
  }
}

const CAUSE_TEXTS: Readonly<Record<OrphanCause, string>> = {
  'no-client': 'the CephClient it was copied from is gone',
  'no-consumer': 'no ControlPlane, Cinder, Glance, Nova or ExternalSecret refers to it',
}

function rowOf({ orphan, command }: CephOrphansInput['orphans'][number]): CephOrphanRow {
  const { cluster, namespace, name, source, causes, consumers, keeper } = orphan
  return {
    cluster,
    namespace,
    name,
    source,
    causes,
    message: causes.map((cause) => CAUSE_TEXTS[cause]).join('; '),
    consumers,
    ...(keeper ? { keeper } : {}),
    ...(command ? { command } : {}),
  }
}

export const cephOrphansForms: Presentation<CephOrphansReport> = {
  view: cephOrphansView,
  names: ({ orphans }) => orphans.map(({ cluster, namespace, name }) => `secret/${namespace}/${name}@${cluster}`),
  rows: { field: 'orphans' },
}

function cephOrphansView({ orphans, completeness }: CephOrphansReport): View {
  return {
    blocks: [
      { type: 'lines', lines: [{ text: summary(orphans.length, completeness.complete) }] },
      ...linesBlock(orphans.flatMap(linesOf)),
      listFooter(completeness),
    ],
    notes: [
      ...(orphans.length > 0
        ? [
            {
              text: 'note: nothing was deleted; a Pod may still mount a Secret that no object refers to',
              tone: 'dim' as const,
            },
          ]
        : []),
      ...gapNotes(completeness.gaps),
    ],
  }
}

function summary(count: number, complete: boolean): string {
  if (count > 0) return `${count} orphaned ${count === 1 ? 'copy' : 'copies'}`
  return complete ? 'no orphaned copies' : 'no orphaned copies in what could be read'
}

function linesOf(row: CephOrphanRow): readonly Cell[] {
  const { cluster, namespace, name, source, message, consumers, keeper, command } = row
  return [
    { text: `${cluster}  ${objectName({ kind: 'Secret', namespace, name })}`, tone: 'busy' },
    { text: `  ${message}` },
    ...(consumers.length > 0
      ? [{ text: `  still referenced by ${consumers.join(', ')}: fix that first`, tone: 'bad' as const }]
      : []),
    ...(keeper ? [{ text: `  managed by ${keeper}: not removed by this tool` }] : []),
    { text: `  copied from ${source}`, tone: 'dim' },
    ...(command ? [{ text: `  remove: ${command}`, tone: 'dim' as const }] : []),
  ]
}
