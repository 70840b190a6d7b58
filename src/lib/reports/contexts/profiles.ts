// SPDX-License-Identifier: Apache-2.0
import { EXIT } from '../../model/report/errors.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import type { View } from '../../model/report/view.ts'
import { tableOf } from '../shared/table.ts'

export interface ProfileRow {
  readonly name: string
  /** Used when no --profile is given. */
  readonly current: boolean
  readonly clusters: number
  readonly protected: boolean
  readonly readOnly: boolean
}

export interface ProfilesReport extends Report {
  readonly kind: 'Profiles'
  readonly file: string
  readonly profiles: readonly ProfileRow[]
}

export const profilesReport = (file: string, profiles: readonly ProfileRow[]): ProfilesReport => ({
  apiVersion: API_VERSION,
  kind: 'Profiles',
  verdict: 'healthy',
  exitCode: EXIT.ok,
  completeness: { complete: true, clusters: [], gaps: [] },
  file,
  profiles,
})

export function profilesView({ file, profiles }: ProfilesReport): View {
  if (profiles.length === 0)
    return {
      blocks: [{ type: 'lines', lines: [{ text: `No profiles found in ${file}` }] }],
      notes: [{ text: 'hint: kubectl c5c3 contexts discover --name NAME saves one' }],
    }
  const table = tableOf(profiles, [
    { title: 'CURRENT', cell: ({ current }) => (current ? '*' : '') },
    { title: 'NAME', cell: ({ name }) => name },
    { title: 'CLUSTERS', cell: ({ clusters }) => String(clusters) },
    { title: 'WRITES', cell: writesOf },
  ])
  return { blocks: [table, { type: 'lines', lines: [{ text: file, tone: 'dim' }] }] }
}

function writesOf(row: ProfileRow): string {
  if (row.readOnly) return 'read-only'
  return row.protected ? 'protected: type its name to confirm' : 'allowed'
}

export const profilesNames = ({ profiles }: ProfilesReport): readonly string[] => profiles.map(({ name }) => name)
