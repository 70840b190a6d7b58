// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../model/report/errors.ts'
import { safeLine } from '../model/text/sanitize.ts'

type Path = readonly (string | number)[]

/** A parsed YAML file that can say where each value stands. */
export interface LocatedYaml {
  readonly value: unknown
  /** A usage error at the place of this path, or of its nearest parent that exists. */
  wrong(path: Path, message: string, hints?: readonly string[]): C5c3Error
  /** The same at the last key of the path itself: its value may stand on another line. */
  wrongKey(path: Path, message: string, hints?: readonly string[]): C5c3Error
}

/** Parses YAML; a syntax error is a usage error with file, line and column. */
export async function parseLocated(text: string, file: string): Promise<LocatedYaml> {
  const wrongAt = (place: string, message: string, hints: readonly string[] = []) =>
    new C5c3Error('BAD_CONFIG', 'usage', `${file}:${place}: ${safeLine(message)}`, hints)
  const { LineCounter, isMap, isScalar, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${line}:${col}`
  }
  const broken = document.errors[0]
  if (broken) {
    throw wrongAt(at(broken.pos[0]), broken.message.split('\n')[0] ?? '')
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
    value: unfolded(document, file),
    wrong: (path, message, hints) => wrongAt(at(offsetOf(path)), message, hints),
    wrongKey: (path, message, hints) => wrongAt(at(offsetOfKey(path)), message, hints),
  }
}

/** A few aliases are a convenience; many are a bomb, and the parser throws. */
function unfolded(document: { toJS(options: { maxAliasCount: number }): unknown }, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 })
  } catch {
    throw new C5c3Error('BAD_CONFIG', 'usage', `${file}: has too many aliases`)
  }
}
