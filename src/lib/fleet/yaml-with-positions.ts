// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../model/report/errors.ts'
import { safeLine } from '../model/text/sanitize.ts'

type Path = readonly (string | number)[]

/** Parsed YAML with the line and column of each value. */
export interface LocatedYaml {
  readonly value: unknown
  /** A usage error at the position of this path, or of its nearest existing parent. */
  wrong(path: Path, message: string, hints?: readonly string[]): C5c3Error
  /** A usage error at the last key of the path: its value may be on another line. */
  wrongKey(path: Path, message: string, hints?: readonly string[]): C5c3Error
}

/** A syntax error is a usage error with file, line and column. */
export async function parseLocated(text: string, file: string): Promise<LocatedYaml> {
  const errorAt = (position: string, message: string, hints: readonly string[] = []) =>
    new C5c3Error('BAD_CONFIG', 'usage', `${file}:${position}: ${safeLine(message)}`, hints)
  const { LineCounter, isMap, isScalar, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${line}:${col}`
  }
  const syntaxError = document.errors[0]
  if (syntaxError) {
    throw errorAt(at(syntaxError.pos[0]), syntaxError.message.split('\n')[0] ?? '')
  }
  const offsetOf = (path: Path): number => {
    const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined
    if (node?.range) return node.range[0]
    return path.length === 0 ? 0 : offsetOf(path.slice(0, -1))
  }
  const offsetOfKey = (path: Path): number => {
    const map = document.getIn(path.slice(0, -1), true)
    const keys = isMap(map) ? map.items.map((pair) => pair.key).filter((key) => isScalar(key)) : []
    return keys.find((key) => key.value === path.at(-1))?.range?.[0] ?? offsetOf(path)
  }
  return {
    value: toValue(document, file),
    wrong: (path, message, hints) => errorAt(at(offsetOf(path)), message, hints),
    wrongKey: (path, message, hints) => errorAt(at(offsetOfKey(path)), message, hints),
  }
}

/** Limits aliases against exponential expansion ("billion laughs"). */
function toValue(document: { toJS(options: { maxAliasCount: number }): unknown }, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 })
  } catch {
    throw new C5c3Error('BAD_CONFIG', 'usage', `${file}: has too many aliases`)
  }
}
