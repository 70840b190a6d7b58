// SPDX-License-Identifier: Apache-2.0
// Writes readable YAML: block style, small leaves on one line, no anchors, no tags.

const WIDTH = 150
/** Conditions and owners are most readable as rows, even long ones. */
const ROW_WIDTH = 260
/** Strings that some YAML parser would not read as text. */
const AMBIGUOUS =
  /^(true|false|null|yes|no|on|off|y|n|~|[-+]?\.?(inf|nan)|[-+]?(\d[\d_]*(\.[\d_]*)?|\.\d+)(e[-+]?\d+)?|0[xo][\da-f]+|[-+]?\d+(:\d+)+|\d+-\d+-\d+)$/i
const PLAIN = /^[A-Za-z0-9_./(*"'][A-Za-z0-9_./()*+='"%<>;@ $|-]*([:][A-Za-z0-9_./()*+='"%<>;@ $|-]+)*$/
/** The top-level fields of an object stay in block style for readability. */
const BLOCK_KEYS = new Set(['metadata', 'spec', 'status', 'data', 'manifest'])

/** One YAML document (without the leading ---). */
export function toYaml(value: Readonly<Record<string, unknown>>): string {
  return `${block(value, 0)}\n`
}

function block(value: unknown, indent: number): string {
  const pad = ' '.repeat(indent)
  if (Array.isArray(value)) {
    return value
      .map((item) => {
        const line = flow(item)
        if (isLeaf(item) || fits(line, indent + 2) || isRow(item, line)) return `${pad}- ${line}`
        return `${pad}- ${block(item, indent + 2).trimStart()}`
      })
      .join('\n')
  }
  return Object.entries(value as Record<string, unknown>)
    .filter(([, v]) => v !== undefined)
    .map(([key, v]) => `${pad}${scalar(key)}:${entry(key, v, indent)}`)
    .join('\n')
}

function entry(key: string, v: unknown, indent: number): string {
  if (typeof v === 'string' && v.includes('\n')) return literal(v, indent + 2)
  if (isLeaf(v)) return ` ${flow(v)}`
  if (Array.isArray(v) && v.length === 0) return ' []'
  if (!Array.isArray(v) && Object.keys(v as object).length === 0) return ' {}'
  const line = flow(v)
  const oneLine = !BLOCK_KEYS.has(key) && fits(line, indent + key.length + 2) && !(Array.isArray(v) && holdsObjects(v))
  if (oneLine) return ` ${line}`
  return `\n${block(v, Array.isArray(v) ? indent : indent + 2)}`
}

function fits(line: string, indent: number): boolean {
  return line.length + indent <= WIDTH && !line.includes('\n')
}

function isRow(item: unknown, line: string): boolean {
  const row = typeof item === 'object' && item !== null && ('lastTransitionTime' in item || 'controller' in item)
  return row && line.length <= ROW_WIDTH && !line.includes('\n')
}

function holdsObjects(list: readonly unknown[]): boolean {
  return list.some((item) => typeof item === 'object' && item !== null)
}

function isLeaf(v: unknown): boolean {
  return v === null || typeof v !== 'object'
}

function flow(v: unknown): string {
  if (v === null) return 'null'
  if (Array.isArray(v)) return `[${v.map(flowItem).join(', ')}]`
  if (typeof v === 'object') {
    const inner = Object.entries(v)
      .filter(([, x]) => x !== undefined)
      .map(([k, x]) => `${flowItem(k)}: ${flowItem(x)}`)
    return inner.length === 0 ? '{}' : `{ ${inner.join(', ')} }`
  }
  return typeof v === 'string' ? scalar(v) : String(v)
}

/** Inside [] and {} a plain scalar may not contain the characters that end it. */
function flowItem(v: unknown): string {
  if (typeof v !== 'string') return flow(v)
  return /[,[\]{}]/.test(v) ? JSON.stringify(v) : scalar(v)
}

function scalar(text: string): string {
  if (text === '' || AMBIGUOUS.test(text) || !PLAIN.test(text) || /^["'*]/.test(text)) return JSON.stringify(text)
  if (/ $|: | #|:$/.test(text)) return JSON.stringify(text)
  return text
}

function literal(text: string, indent: number): string {
  const pad = ' '.repeat(indent)
  const keep = text.endsWith('\n') ? '|' : '|-'
  const lines = text.replace(/\n$/, '').split('\n')
  return ` ${keep}\n${lines.map((l) => (l === '' ? '' : pad + l)).join('\n')}`
}
