// SPDX-License-Identifier: Apache-2.0
import { EXIT } from '../../model/report/errors.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import { type ContextRow, gapOf } from './report.ts'

/** A cluster in the config file. */
export interface ProfileEntry {
  /** role, or role=name */
  readonly roles: readonly string[]
  readonly kubeconfig?: string
  readonly context?: string
  /** The object whose kubeconfig is used instead of a context, for example "ProviderConfig st-pool-a". */
  readonly from?: string
  readonly uid?: string
  /** Trust anchors of the API server, if they can be pinned. */
  readonly ca?: readonly string[]
}

export interface ContextsDiscoverReport extends Report {
  readonly kind: 'ContextsDiscover'
  readonly profile: string
  readonly file: string
  /** False with --dry-run. */
  readonly written: boolean
  readonly clusters: readonly ProfileEntry[]
  readonly notes: readonly string[]
}

export interface DiscoverInput extends Pick<ContextsDiscoverReport, 'profile' | 'file' | 'written' | 'notes'> {
  readonly rows: readonly ContextRow[]
  readonly entries: readonly Readonly<Record<string, unknown>>[]
  readonly allowIncomplete: boolean
}

/** An unreachable cluster could not be identified: exit 3. */
export function contextsDiscoverReport(input: DiscoverInput): ContextsDiscoverReport {
  const { rows, entries, allowIncomplete, ...facts } = input
  const isWhole = rows.every(({ failure }) => failure === undefined)
  return {
    apiVersion: API_VERSION,
    kind: 'ContextsDiscover',
    verdict: isWhole ? 'healthy' : 'unknown',
    exitCode: isWhole || allowIncomplete ? EXIT.ok : EXIT.incomplete,
    completeness: completenessOf(
      rows.map(({ name }) => name),
      rows.flatMap(gapOf),
    ),
    ...facts,
    clusters: entries.map(entryOf),
  }
}

function entryOf({ roles, ca, ...entry }: Readonly<Record<string, unknown>>): ProfileEntry {
  const texts = Object.entries(entry).filter(([, value]) => typeof value === 'string')
  return {
    roles: Array.isArray(roles) ? roles.map(String) : [],
    ...Object.fromEntries(texts),
    ...(Array.isArray(ca) ? { ca: ca.map(String) } : {}),
  }
}
