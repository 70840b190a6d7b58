// SPDX-License-Identifier: Apache-2.0
import { EXIT } from '../../model/report/errors.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import type { View } from '../../model/report/view.ts'
import { type ContextRow, contextsVerdict, exitOf, gapOf } from '../contexts/report.ts'
import { completenessOf, completenessText } from '../shared/completeness.ts'

export interface VersionReport extends Report {
  readonly kind: 'Version'
  readonly client: { readonly version: string; readonly node: string; readonly platform: string }
  /** Absent when no cluster was queried. */
  readonly clusters?: readonly { readonly name: string; readonly version?: string }[]
}

export function versionReport(
  client: VersionReport['client'],
  rows?: readonly ContextRow[],
  allowIncomplete = false,
): VersionReport {
  const clusters = rows ?? []
  return {
    apiVersion: API_VERSION,
    kind: 'Version',
    verdict: contextsVerdict(clusters),
    exitCode: EXIT[exitOf(clusters, allowIncomplete)],
    completeness: completenessOf(
      clusters.map(({ name }) => name),
      clusters.flatMap(gapOf),
    ),
    client,
    ...(rows ? { clusters: rows.map(({ name, version }) => ({ name, ...(version ? { version } : {}) })) } : {}),
  }
}

export function versionView({ client, clusters, completeness, exitCode }: VersionReport): View {
  const own = {
    type: 'lines' as const,
    lines: [{ text: `kubectl-c5c3 ${client.version} (node ${client.node}, ${client.platform})` }],
  }
  if (!clusters) return { blocks: [own] }
  const gaps = new Map(completeness.gaps.map((gap) => [gap.cluster, gap.message]))
  return {
    blocks: [
      own,
      {
        type: 'table',
        columns: [{ title: 'CLUSTER' }, { title: 'KUBERNETES', flexible: true }],
        rows: clusters.map(({ name, version }) => [
          { text: name },
          { text: version ?? `unknown (${gaps.get(name) ?? 'not told'})` },
        ]),
      },
      { type: 'lines', lines: [{ text: `${completenessText(completeness, 'answered')} · exit ${exitCode}` }] },
    ],
  }
}

export function versionNames({ client }: VersionReport): readonly string[] {
  return [client.version]
}
