// SPDX-License-Identifier: Apache-2.0
import type { Rows } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { ageOf } from '../shared/object-row.ts'
import { problemNextLines } from '../shared/problem-text.ts'
import { stateCell, TONES } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import type { CephCopy, CephKeeper } from './copies.ts'
import type { CephMonitors } from './monitors.ts'
import { clientProblems, monitorProblems } from './problem-lines.ts'
import { type CephClientRow, type CephSecretsReport, hasCopyProblem } from './report.ts'
import { cephVerdict } from './verdict.ts'

/** One row per copy, unhealthy clients first; below them what is wrong, in prose. */
export function cephSecretsView(report: CephSecretsReport, now: number, isWide = false): View {
  const { clients, unclaimed, monitors, completeness, scope } = report
  const unhealthy = clients.filter(hasCopyProblem)
  // gaps are listed once, in the notes
  const known = unhealthy.filter(({ judged, findings }) => judged !== 'unknown' || findings.length > 0)
  const outdated = monitors.filter(({ judged }) => judged !== 'healthy')
  const rows: readonly CopyRow[] = [
    ...clients.flatMap((client) => copyRows(client)),
    ...unclaimed.map((copy): CopyRow => ({ copy })),
  ].toSorted((a, b) => Number(isInSync(a)) - Number(isInSync(b)))
  const shown = isWide || rows.every(isInSync) ? rows : rows.filter((row) => !isInSync(row))
  const folded = rows.filter((row) => !shown.includes(row))
  return {
    blocks: [
      { type: 'lines', lines: [cephVerdict(report)] },
      ...(shown.length > 0 ? [keys(shown, now, completeness.complete)] : []),
      ...linesBlock([
        ...clientProblems(known),
        ...monitorProblems(outdated),
        ...(folded.length > 0
          ? [{ text: `✔ in sync: ${folded.map(nameOfRow).join(', ')}`, tone: 'good' as const }]
          : []),
      ]),
      ...linesBlock(next(known, outdated)),
      listFooter(completeness, scope),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

interface CopyRow {
  readonly client?: CephClientRow
  readonly copy?: CephCopy
}

const copyRows = (client: CephClientRow): readonly CopyRow[] =>
  client.copies.length > 0 ? client.copies.map((copy) => ({ client, copy })) : [{ client }]

const isInSync = ({ client, copy }: CopyRow) =>
  client !== undefined && copy?.state === 'equal' && !hasCopyProblem(client)

const nameOfRow = ({ client, copy }: CopyRow) => client?.name ?? `${copy?.name ?? ''} (unknown client)`

const keys = (rows: readonly CopyRow[], now: number, isComplete: boolean): Block =>
  tableOf(rows, [
    { title: 'CLIENT', flexible: true, cell: nameOfRow },
    { title: 'POOL', drop: 2, cell: ({ client }) => client?.cluster.replace(/^storage\//, '') ?? '?' },
    { title: 'STATE', wide: true, cell: ({ client, copy }) => stateCell(client?.judged ?? copy?.judged ?? 'unknown') },
    { title: 'SOURCE', wide: true, cell: sourceText },
    { title: 'KEY', cell: keyCell },
    { title: 'LAST SYNC', cell: ({ copy }) => syncedText(copy, now) },
    { title: 'SYNCED BY', drop: 1, cell: ({ copy }) => (copy ? keeperText(copy.keeper, isComplete) : '-') },
    { title: 'COPY', wide: true, cell: ({ copy }) => (copy ? `${copy.namespace}/${copy.name}` : '-') },
    { title: 'CLUSTER', wide: true, cell: ({ copy }) => copy?.cluster ?? '-' },
    {
      title: 'FINGERPRINTS',
      wide: true,
      cell: ({ client, copy }) => [client?.key.fingerprint ?? '-', copy?.fingerprint ?? '-'].join(' '),
    },
    { title: 'POOLS', wide: true, cell: ({ client }) => (client ? poolCell(client) : '') },
    { title: 'USED BY', wide: true, cell: ({ copy }) => copy?.consumers.join(', ') || '-' },
  ])

const sourceText = ({ client }: CopyRow): string =>
  client ? `${client.namespace}/${client.key.name} ${client.key.state}` : ''

function syncedText(copy: CephCopy | undefined, now: number): string {
  const age = copy?.keeper.synced && ageOf(copy.keeper.synced, now)
  return age ? `${age} ago` : ''
}

const COPY_WORDS: Readonly<Record<CephCopy['state'], string>> = {
  equal: '✔ in sync',
  differs: '✖ out of date',
  'other user': '✖ other user',
  'other keys': '✖ other keys',
  empty: '✖ empty',
  missing: '✖ missing',
  'not compared': '? unknown',
}

function keyCell({ copy, client }: CopyRow): Cell {
  if (copy) return { text: COPY_WORDS[copy.state], tone: TONES[copy.judged] }
  const state = client?.key.state
  if (client?.copiesUnknown !== undefined) return { text: '? copies unknown', tone: 'busy' }
  if (state === 'present' || state === 'not kept') return { text: '· no copy', tone: 'dim' }
  if (state === 'not read') return { text: '? source not readable', tone: 'busy' }
  return { text: `✖ source ${state ?? ''}`, tone: 'bad' }
}

/** For example "PushSecret→ExternalSecret". */
function keeperText({ by, name, from, withoutData, state }: CephKeeper, isComplete: boolean): string {
  if (by === 'nobody') return 'nothing'
  if (by === 'unknown') return name ? `unknown (Object ${name}?)` : 'unknown'
  if (by === 'manager') return `${name} (owns the key in managedFields)`
  if (by === 'Object') return `Object ${name}${withoutData ? ', without the key' : ''}`
  const problem = state && state !== 'healthy' ? ` (${state})` : ''
  if (from.length > 0) return `PushSecret→ExternalSecret${problem}`
  return `ExternalSecret${problem}, ${isComplete ? 'no PushSecret' : 'PushSecret unknown'}`
}

function poolCell({ caps }: CephClientRow): Cell {
  const good = caps.filter(({ granted, exists }) => granted && exists !== false).length
  if (caps.length === 0) return { text: '-' }
  return { text: `${good}/${caps.length}`, tone: good === caps.length ? 'good' : 'bad' }
}

function next(clients: readonly CephClientRow[], monitors: readonly CephMonitors[]): readonly Cell[] {
  const [client] = clients
  if (client) return problemNextLines(client)
  return monitors.slice(0, 1).flatMap((row) =>
    problemNextLines({
      ...row,
      kind: 'ControlPlane',
      state: row.judged,
      own: row.judged,
      source: 'live',
      message: '',
    }),
  )
}

export const cephSecretsRows: Rows<CephSecretsReport> = { field: 'clients' }

/** Arguments of ceph-secrets and ceph-secrets sync. */
export const cephSecretsNames = ({ clients }: CephSecretsReport): readonly string[] =>
  clients.map(({ namespace, name, cluster }) => `${namespace}/${name}@${cluster}`)
