// SPDX-License-Identifier: Apache-2.0
import { EXIT } from '../model/errors.ts'
import { API_VERSION, type Report } from '../model/report.ts'
import type { View } from '../model/view.ts'

export interface VersionReport extends Report {
  readonly client: { readonly version: string; readonly node: string; readonly platform: string }
}

export function versionReport(client: VersionReport['client']): VersionReport {
  return {
    apiVersion: API_VERSION,
    kind: 'Version',
    verdict: 'healthy',
    exitCode: EXIT.ok,
    completeness: { complete: true, clusters: [], gaps: [] },
    client,
  }
}

export function versionView({ client }: VersionReport): View {
  return {
    blocks: [
      { type: 'lines', lines: [{ text: `kubectl-c5c3 ${client.version} (node ${client.node}, ${client.platform})` }] },
    ],
  }
}
