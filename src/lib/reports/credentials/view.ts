// SPDX-License-Identifier: Apache-2.0
import { isFine, worse } from '../../model/graph/health.ts'
import type { Rows } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { objectPlace } from '../shared/object-row.ts'
import { findingText, problemNextLines, problemText } from '../shared/problem-text.ts'
import { stateCell } from '../shared/state-cell.ts'
import type { CredentialChain, NotCompared } from './chains.ts'
import type { Hop } from './hops.ts'
import { type CredentialsReport, type CredentialTool, hasChainProblem } from './report.ts'

/** Broken chains hop by hop and a count per namespace; with a name, that chain in full. */
export function credentialsView(
  report: CredentialsReport,
  { all, isOne }: { readonly all: boolean; readonly isOne: boolean },
): View {
  const { chains, completeness } = report
  const unhealthy = chains.filter(hasChainProblem)
  const broken = unhealthy.filter(({ state }) => state !== 'unknown')
  const tools = [...report.aggregates, ...report.rotations]
  const last: Block = {
    type: 'lines',
    lines: [...next(broken, tools), ...hint(report, all || isOne), { text: credentialsFooter(report) }],
  }
  const notes = gapNotes(completeness.gaps)
  const examples = firstOfEach(broken).slice(0, IN_FULL)
  const shown = isOne ? chains : examples
  return {
    blocks: [
      ...shown.flatMap(chainBlocks),
      ...(isOne
        ? []
        : all
          ? [chainTable(chains)]
          : [...optionalTable(broken.filter((chain) => !examples.includes(chain))), ...namespaceTable(chains)]),
      ...(isOne || tools.length === 0 || (!all && tools.every(({ judged }) => isFine(judged)))
        ? []
        : [toolTable(tools)]),
      last,
    ],
    notes,
  }
}

/** One chain per distinct problem. */
const firstOfEach = (chains: readonly CredentialChain[]): readonly CredentialChain[] =>
  [...Map.groupBy(chains, (chain) => chain.findings[0]?.subject ?? chain.name).values()].flatMap((group) =>
    group.slice(0, 1),
  )

/** How many chains are shown hop by hop; the others get one row each. */
const IN_FULL = 3

const optionalTable = (chains: readonly CredentialChain[]): readonly Block[] =>
  chains.length > 0 ? [chainTable(chains)] : []

function chainBlocks(chain: CredentialChain): readonly Block[] {
  const { name, cluster, state, hops, consumers, values } = chain
  const compared = values === 'not compared' ? '' : `, values ${values}`
  return [
    { type: 'lines', lines: [{ text: `${stateCell(state).text}  ${name} @${cluster}${compared}` }] },
    {
      type: 'table',
      columns: [
        { title: '' },
        { title: 'HOP' },
        { title: 'NAME', flexible: true },
        { title: 'STATE' },
        { title: 'SYNCED', drop: 3 },
        { title: 'ENDS', drop: 2 },
        { title: 'AGE', wide: true },
        { title: 'CLUSTER', drop: 1 },
        { title: 'WHY', flexible: true },
      ],
      rows: hops.map((hop) => hopCells(hop, chain)),
    },
    ...(consumers.length > 0 ? [{ type: 'lines', lines: [{ text: `used by ${consumers.join(', ')}` }] } as const] : []),
  ]
}

function hopCells(hop: Hop, chain: CredentialChain): readonly Cell[] {
  const { kind, namespace, name, state, syncedAge, expires, age, cluster, broken } = hop
  return [
    broken ? { text: '►', tone: 'bad' } : { text: '' },
    { text: kind },
    kind === 'path' ? { text: name } : { text: `${namespace ? `${namespace}/` : ''}${name}`, about: objectPlace(hop) },
    state === undefined ? { text: '' } : stateCell(state),
    { text: syncedAge ? `${syncedAge} ago` : '' },
    { text: expires ?? '' },
    { text: age ?? '' },
    { text: cluster },
    { text: hopProblem(hop, chain) },
  ]
}

/** The finding where the chain breaks, else the object's own message. */
export function hopProblem({ broken, state, message }: Hop, { findings, values }: CredentialChain): string {
  if (broken) {
    const [finding] = findings
    if (finding) return finding.follows ? `${finding.subject}: ${findingText(finding)}` : findingText(finding)
    if (values === 'differ' && (state === undefined || isFine(state))) return 'it holds another value than its source'
  }
  return state !== undefined && isFine(state) ? '' : (message ?? '')
}

function chainTable(chains: readonly CredentialChain[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'STATE' },
      { title: 'CREDENTIAL' },
      { title: 'CLUSTER', drop: 2 },
      { title: 'VALUES', drop: 3 },
      { title: 'WAY', wide: true },
      { title: 'BROKEN HOP', flexible: true },
      { title: 'USED BY', wide: true },
    ],
    rows: chains.map((chain) => [
      stateCell(chain.state),
      { text: chain.name },
      { text: chain.cluster },
      { text: valuesText(chain) },
      { text: chain.hops.map(({ kind }) => kind).join(' → ') },
      { text: brokenText(chain) },
      { text: chain.consumers.join(', ') || '-' },
    ]),
  }
}

function brokenText(chain: CredentialChain): string {
  const hop = chain.hops.find(({ broken }) => broken)
  if (!hop) return ''
  const [finding] = chain.findings
  // the finding is shown in full with the first affected chain
  const why = finding?.follows ? `because of ${finding.subject.replace(/@.*$/, '')}` : hopProblem(hop, chain)
  return `${hop.kind} ${hop.name}: ${why}`
}

/** One row per namespace. */
function namespaceTable(chains: readonly CredentialChain[]): readonly Block[] {
  const groups = Map.groupBy(chains, ({ cluster, name }) => `${cluster} ${name.split('/')[0]}`)
  if (groups.size === 0) return []
  return [
    {
      type: 'table',
      columns: [
        { title: 'NAMESPACE' },
        { title: 'CREDENTIALS' },
        { title: 'VALUES', flexible: true },
        { title: 'CLUSTER', drop: 1 },
      ],
      rows: [...groups.values()].flatMap((group) => {
        const [first] = group
        return first ? [namespaceCells(first, group)] : []
      }),
    },
  ]
}

function namespaceCells({ cluster, name }: CredentialChain, group: readonly CredentialChain[]): readonly Cell[] {
  const healthy = group.filter((chain) => !hasChainProblem(chain)).length
  const cell = stateCell(group.map(({ state }) => state).reduce(worse))
  const byValues = [...Map.groupBy(group, valuesText)].sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
  return [
    { text: name.split('/')[0] ?? '' },
    { ...cell, text: `${cell.text.split(' ')[0]} ${healthy}/${group.length} well` },
    { text: byValues.map(([text, members]) => `${members.length} ${text}`).join(', ') },
    { text: cluster },
  ]
}

const NOT_COMPARED: Readonly<Record<NotCompared, string>> = {
  'no source': 'store only',
  'no Secret': 'no Secret',
  'not read': 'not read',
  'changed on the way': 'changed on the way',
}

export const valuesText = ({ values, notCompared }: CredentialChain): string =>
  notCompared === undefined ? values : NOT_COMPARED[notCompared]

const ORDER: readonly string[] = ['equal', 'differ', 'not compared', ...Object.values(NOT_COMPARED)]

export function toolTable(tools: readonly CredentialTool[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'STATE' },
      { title: 'KIND' },
      { title: 'NAME' },
      { title: 'CLUSTER', drop: 1 },
      { title: 'WHY', flexible: true },
    ],
    rows: tools.map((tool) => [
      stateCell(tool.judged),
      { text: tool.kind },
      { text: `${tool.namespace}/${tool.name}` },
      { text: tool.cluster },
      { text: problemText(tool) },
    ]),
  }
}

/** Next step for the first broken chain. */
function next(chains: readonly CredentialChain[], tools: readonly CredentialTool[]): readonly Cell[] {
  const [chain] = chains
  const hop = chain?.hops.find(({ broken }) => broken)
  if (chain && hop) {
    const state = hop.state ?? 'failed'
    return problemNextLines({ ...hop, state, own: state, source: 'live', findings: chain.findings })
  }
  return tools
    .filter(({ judged }) => !isFine(judged))
    .slice(0, 1)
    .flatMap(problemNextLines)
}

const hint = ({ chains }: CredentialsReport, isAll: boolean): readonly Cell[] =>
  isAll || chains.length === 0
    ? []
    : [{ text: 'one of them hop by hop: kubectl c5c3 credentials NAME; all: -o wide', tone: 'dim' }]

export function credentialsFooter({ completeness, verdict, exitCode, scope, chains }: CredentialsReport): string {
  const none = completeness.complete ? 'no credentials' : 'no credential was seen'
  const healthy = `${chains.filter((chain) => !hasChainProblem(chain)).length} of ${chains.length} credentials are well`
  const result = chains.length === 0 ? none : healthy
  return `${completenessText(completeness, 'read in full', scope)} · ${result} · ${verdict} · exit ${exitCode}`
}

export const credentialsRows: Rows<CredentialsReport> = { field: 'chains' }

/** Arguments of `credentials`. */
export const credentialsNames = ({ chains }: CredentialsReport): readonly string[] =>
  chains.map(({ name, cluster }) => `${name}@${cluster}`)
