// SPDX-License-Identifier: Apache-2.0
import type { Report } from '../model/report/report.ts'
import type { Block, Cell, TableBlock, View } from '../model/report/view.ts'
import { escapeMarkdown } from '../model/text/escape-markdown.ts'
import { flattenTree } from './rows.ts'

/** GitHub-flavoured Markdown, for the summary of a CI job: a heading with the verdict, tables, paragraphs. */
export function toMarkdown({ kind, verdict, exitCode }: Report, { blocks, notes = [] }: View): string {
  const parts = [
    `## ${kind}: ${verdict} (exit ${exitCode})`,
    ...blocks.map(blockText),
    ...notes.map(({ text }) => `> ${escapeMarkdown(text)}`),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function blockText(block: Block): string {
  if (block.type === 'lines') return block.lines.map(lineText).join('\n')
  const { columns, rows }: TableBlock = block.type === 'tree' ? flattenTree(block) : block
  if (rows.length === 0) return ''
  const shown = columns
    .map((column, i) => ({ ...column, i }))
    .filter(({ wide, i }) => !wide && rows.some((row) => row[i]?.text))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(shown.map(({ title }) => escapeMarkdown(title.trim()))),
    line(shown.map(() => '---')),
    ...rows.map((row) => line(shown.map(({ i }) => cellText(row[i])))),
  ].join('\n')
}

/** Indented lines are commands and evidence: show them as code. */
function lineText({ text }: Cell): string {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  return /^\s{4}/.test(text) ? `    ${oneLine(trimmed)}` : `${escapeMarkdown(trimmed)}  `
}

const cellText = (cell: Cell | undefined) => escapeMarkdown((cell?.text ?? '').trim())

const oneLine = (text: string) => text.replace(/\s*[\n\t]\s*/g, ' ')
