// SPDX-License-Identifier: Apache-2.0
import type { Presentation } from '../model/report/presentation.ts'
import type { Report } from '../model/report/report.ts'
import type { View } from '../model/report/view.ts'
import type { Format } from './formats.ts'
import type { SortKey } from './sort.ts'

export interface Style {
  readonly format: Format
  /** The argument of jsonpath= or custom-columns=. */
  readonly argument?: string
  readonly headers: boolean
  readonly ascii: boolean
  readonly color: boolean
  /** Width of the terminal; undefined if the output is not a terminal. */
  readonly columns: number | undefined
  readonly sort?: SortKey
}

export interface RenderedText {
  /** For stdout. */
  readonly data: string
  /** For stderr: gaps and hints. Empty in formats that contain them as data. */
  readonly notes: string
}

type Draw = <R extends Report>(report: R, show: Presentation<R>, style: Style) => Promise<RenderedText>

/** Each renderer is loaded only when needed. */
const RENDERERS: Readonly<Record<Format, Draw>> = {
  table: (report, show, style) => text(show.view(report), style),
  wide: (report, show, style) => text(show.view(report), style),
  tree: (report, show, style) => text(show.view(report), style),
  json: async (report) => data((await import('./data.ts')).toJson(report)),
  yaml: async (report) => data(await (await import('./data.ts')).toYaml(report)),
  jsonl: async (report, show, style) => {
    const { toJsonLines } = await import('./json-lines.ts')
    return data(toJsonLines(report, show.rows?.field ?? '', await rowsOf(report, show, style)))
  },
  name: (report, show, style) =>
    withNotes((show.names?.(report) ?? []).map((name) => `${name}\n`).join(''), report, show, style),
  jsonpath: async (report, show, style) => {
    const [{ parseTemplate }, { fill }] = await Promise.all([
      import('./jsonpath/parse.ts'),
      import('./jsonpath/evaluate.ts'),
    ])
    return withNotes(oneNewline(fill(parseTemplate(style.argument ?? ''), report)), report, show, style)
  },
  'custom-columns': async (report, show, style) => {
    const { customTable, parseColumns } = await import('./custom-columns.ts')
    const table = customTable(parseColumns(style.argument ?? ''), await rowsOf(report, show, style))
    const notes = show.view(report).notes
    return text({ blocks: [table], ...(notes ? { notes } : {}) }, { ...style, columns: undefined })
  },
  dot: async (report, show, style) =>
    toRenderedText((await import('./dot.ts')).toDot(required(show.diagram)(report)), style),
  mermaid: async (report, show, style) =>
    toRenderedText((await import('./mermaid.ts')).toMermaid(required(show.diagram)(report)), style),
  sarif: async (report, show) => data((await import('./sarif.ts')).toSarif(required(show.alerts)(report))),
  github: async (report, show) => data((await import('./github.ts')).toGithub(required(show.alerts)(report))),
  markdown: async (report, show) =>
    data(show.markdown?.(report) ?? (await import('./markdown.ts')).toMarkdown(report, show.view(report))),
  html: async (report, show) => {
    const [{ toHtml }, page] = await Promise.all([import('./html/document.ts'), required(show.page)(report)])
    return data(await toHtml(page))
  },
  junit: async (report, show) => data((await import('./junit.ts')).toJunit(required(show.tests)(report))),
}

/** Renders a report in a format that its command declares. */
export async function render<R extends Report>(report: R, show: Presentation<R>, style: Style): Promise<RenderedText> {
  return RENDERERS[style.format](await sorted(report, show, style), show, style)
}

/** Throws a usage error for an invalid template. Called before any cluster is contacted. */
export async function checkArgument({ format, argument = '' }: Style): Promise<void> {
  if (format === 'jsonpath') (await import('./jsonpath/parse.ts')).parseTemplate(argument)
  if (format === 'custom-columns') (await import('./custom-columns.ts')).parseColumns(argument)
}

const data = (text: string): RenderedText => ({ data: text, notes: '' })

async function text(view: View, style: Style): Promise<RenderedText> {
  const { drawText } = await import('./text.ts')
  const { data, notes } = await drawText(await sortedView(view, style), style)
  return toRenderedText(data, style, notes)
}

async function toRenderedText(data: string, { ascii }: Style, notes = ''): Promise<RenderedText> {
  if (!ascii) return { data, notes }
  const { toAscii } = await import('./ascii.ts')
  return { data: toAscii(data), notes: toAscii(notes) }
}

/** Formats without room for gaps in the data report them on stderr. */
async function withNotes<R extends Report>(
  lines: string,
  report: R,
  show: Presentation<R>,
  style: Style,
): Promise<RenderedText> {
  const notes = show.view(report).notes ?? []
  return { data: lines, notes: notes.length > 0 ? (await text({ blocks: [], notes }, style)).notes : '' }
}

const oneNewline = (lines: string) => (lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`)

function required<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('a format was declared that the report cannot be shown in')
  return part
}

async function sorted<R extends Report>(report: R, { rows }: Presentation<R>, { sort }: Style): Promise<R> {
  if (!sort || !rows || !('path' in sort)) return report
  return (await import('./sort.ts')).sortReport(report, rows, sort.path)
}

async function sortedView(view: View, { sort }: Style): Promise<View> {
  if (!sort || !('title' in sort) || view.blocks.length === 0) return view
  return (await import('./sort.ts')).sortView(view, sort.title)
}

async function rowsOf<R extends Report>(report: R, show: Presentation<R>, { sort }: Style): Promise<readonly object[]> {
  const { field, of } = required(show.rows)
  const rows = of ? of(report) : (report[field] as readonly object[])
  if (!of || !sort || !('path' in sort)) return rows
  return (await import('./sort.ts')).sortRows(rows, sort.path)
}
