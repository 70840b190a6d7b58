// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Rows } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { commandCell, linesBlock, listFooter } from '../lists/list-footer.ts'
import { verdictLine } from '../lists/verdict-line.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { problemNextLines, problemText } from '../shared/problem-text.ts'
import { stateCell, stateWord } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import { chainBlocks, chainLines, hopProblem, valuesText } from './chain-view.ts'
import type { CredentialChain } from './chains.ts'
import { countLines, namespaceTable } from './counts-view.ts'
import { type CredentialsReport, type CredentialTool, hasChainProblem } from './report.ts'

/** The path of each broken chain, and counts of the others; with a name, that chain in full. */
export function credentialsView(
  report: CredentialsReport,
  { all, isOne }: { readonly all: boolean; readonly isOne: boolean },
): View {
  const { chains, completeness, scope } = report
  const broken = chains.filter((chain) => hasChainProblem(chain) && chain.state !== 'unknown')
  const tools = [...report.aggregates, ...report.rotations]
  const unhealthyTools = tools.filter(({ judged }) => !isFine(judged))
  const shownTools = isOne ? [] : all ? tools : unhealthyTools
  const groups = [...Map.groupBy(broken, causeOf).values()]
  const others = groups.slice(IN_FULL).flat()
  return {
    blocks: [
      { type: 'lines', lines: [credentialsVerdict(report)] },
      ...(isOne
        ? chains.flatMap(chainBlocks)
        : groups.slice(0, IN_FULL).flatMap((group) => linesBlock(groupLines(group)))),
      ...(all && !isOne ? [chainTable(chains), namespaceTable(chains)] : []),
      ...(!all && !isOne && others.length > 0 ? [chainTable(others)] : []),
      ...(shownTools.length > 0 ? [toolTable(shownTools)] : []),
      ...(isOne || all ? [] : linesBlock(countLines(chains))),
      ...linesBlock([...next(broken, tools), ...(isOne || all ? [] : traceLine(broken))]),
      listFooter(completeness, scope),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

export function credentialsVerdict(report: CredentialsReport): Cell {
  const { chains, verdict } = report
  const states = chains.map(({ state, ...chain }) =>
    isFine(state) && hasChainProblem({ ...chain, state }) ? 'degraded' : state,
  )
  const line = verdictLine({ states, one: 'credential', many: 'credentials', verdict })
  const tools = [...report.aggregates, ...report.rotations].filter(({ judged }) => !isFine(judged))
  const other = tools.map(({ kind, name, judged }) => ` · ${kind} ${name} ${stateWord(judged)}`).join('')
  return { ...line, text: `${line.text}${other}` }
}

const causeOf = (chain: CredentialChain): string => chain.findings[0]?.subject ?? chain.name

/** The first chain that a problem breaks, and the names of the others. */
function groupLines([first, ...others]: readonly CredentialChain[]): readonly Cell[] {
  if (!first) return []
  const names = others.slice(0, MAX_NAMES).map(({ name }) => name.split('/').at(-1))
  const more = others.length - names.length
  const rest = more > 0 ? ` and ${more} more (-o wide)` : ''
  const same = { text: `  same cause: ${others.length} more: ${names.join(', ')}${rest}` }
  return [...chainLines(first), ...(others.length > 0 ? [same] : [])]
}

const MAX_NAMES = 5
/** How many problems are shown hop by hop; the chains of others get one row each. */
const IN_FULL = 3

const chainTable = (chains: readonly CredentialChain[]): Block =>
  tableOf(chains, [
    { title: 'CREDENTIAL', flexible: true, cell: ({ name }) => name },
    { title: 'STATE', cell: ({ state }) => stateCell(state) },
    { title: 'CLUSTER', drop: 1, cell: ({ cluster }) => cluster },
    { title: 'VALUE', drop: 2, cell: valuesText },
    { title: 'PATH', wide: true, cell: ({ hops }) => hops.map(({ kind }) => kind).join(' → ') },
    { title: 'BROKEN HOP', flexible: true, cell: brokenText },
    { title: 'USED BY', wide: true, cell: ({ consumers }) => consumers.join(', ') || '-' },
  ])

function brokenText(chain: CredentialChain): string {
  const hop = chain.hops.find(({ broken }) => broken)
  if (!hop) return ''
  const [finding] = chain.findings
  // the finding is shown in full with the first affected chain
  if (finding?.follows)
    return `${hop.kind === 'path' ? 'OpenBao' : hop.kind} ${hop.name}: blocked by ${finding.subject.replace(/@.*$/, '')}`
  return `${hop.kind === 'path' ? 'OpenBao' : hop.kind} ${hop.name}: ${hopProblem(hop, chain)}`
}

export const toolTable = (tools: readonly CredentialTool[]): Block =>
  tableOf(tools, [
    { title: 'KIND', cell: ({ kind }) => kind },
    { title: 'NAME', cell: ({ namespace, name }) => `${namespace}/${name}` },
    { title: 'STATE', cell: ({ judged }) => stateCell(judged) },
    { title: 'CLUSTER', drop: 1, cell: ({ cluster }) => cluster },
    { title: 'WHY', flexible: true, cell: problemText },
  ])

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

const traceLine = ([first]: readonly CredentialChain[]): readonly Cell[] =>
  first ? [commandCell('Trace', 'credentials', `${first.name}@${first.cluster}`)] : []

export const credentialsRows: Rows<CredentialsReport> = { field: 'chains' }

/** Arguments of `credentials`. */
export const credentialsNames = ({ chains }: CredentialsReport): readonly string[] =>
  chains.map(({ name, cluster }) => `${name}@${cluster}`)
