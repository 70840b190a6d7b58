// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../model/errors.ts'
import { nearest } from '../model/nearest.ts'
import type { Report } from '../model/report.ts'
import { safeLine } from '../model/safe.ts'
import type { View } from '../model/view.ts'

export interface Style {
  readonly format: string
  readonly headers: boolean
  readonly ascii: boolean
  readonly color: boolean
  /** Width of the terminal; undefined when nobody looks at lines. */
  readonly columns: number | undefined
}

export interface Drawn {
  /** For stdout. */
  readonly data: string
  /** For stderr: what was not read, hints. Empty in machine formats, which carry it as data. */
  readonly notes: string
}

export interface Shown<R> {
  view(report: R): View
  names?(report: R): readonly string[]
}

type Draw = <R extends Report>(report: R, show: Shown<R>, style: Style) => Promise<Drawn>

const text: Draw = async (report, show, style) => {
  const { drawText } = await import('./text.ts')
  const drawn = await drawText(show.view(report), style)
  if (!style.ascii) return drawn
  const { toAscii } = await import('./ascii.ts')
  return { data: toAscii(drawn.data), notes: toAscii(drawn.notes) }
}

/** Format → how it is drawn. Each renderer is loaded only when asked for. */
const FORMATS: Readonly<Record<string, Draw>> = {
  table: text,
  wide: text,
  json: async (report) => ({ data: (await import('./data.ts')).toJson(report), notes: '' }),
  yaml: async (report) => ({ data: await (await import('./data.ts')).toYaml(report), notes: '' }),
  name: async (report, show) => ({ data: (show.names?.(report) ?? []).map((name) => `${name}\n`).join(''), notes: '' }),
}

/** Draws a report. An unknown format is a usage error that names the known ones. */
export async function render<R extends Report>(report: R, show: Shown<R>, style: Style): Promise<Drawn> {
  return drawerOf(style.format)(report, show, style)
}

/** Checked before any cluster is asked: a typing error must not cost a minute. */
export function checkFormat(format: string): void {
  drawerOf(format)
}

function drawerOf(format: string): Draw {
  const draw = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (draw) return draw
  const known = Object.keys(FORMATS)
  const close = nearest(format, known)
  throw new C5c3Error('USAGE', 'usage', `unknown output format "${safeLine(format)}"`, [
    ...(close.length > 0 ? [`did you mean: ${close.join(', ')}?`] : []),
    `formats: ${known.join(', ')}`,
  ])
}
