// SPDX-License-Identifier: Apache-2.0
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml'
import type { FilePosition, ManifestFinding } from '../model/check/manifest-finding.ts'
import { safeLine } from '../model/text/sanitize.ts'

type Path = readonly (string | number)[]

/** One YAML document with the position of each of its values. */
export interface ManifestDocument {
  readonly file: string
  readonly value: Readonly<Record<string, unknown>>
  /** The position of the value at this path, or of its nearest parent; with isKey of its key. */
  at(path: Path, isKey?: boolean): FilePosition
}

export interface Parsed {
  readonly manifests: readonly ManifestDocument[]
  readonly findings: readonly ManifestFinding[]
}

/** etcd's default request limit: no object of an API server is larger. */
const LARGEST = 1_500_000
const MOST_ALIASES = 100

/** Unreadable documents become findings with their line. Never throws. */
export function parseManifests(file: string, text: string): Parsed {
  const manifests: ManifestDocument[] = []
  const findings: ManifestFinding[] = []
  const addUnreadable = (line: number, column: number, message: string) =>
    findings.push({ file, line, column, rule: 'unreadable', severity: 'error', message })
  if (text.trim() === '') addUnreadable(1, 1, 'the file is empty')
  if (text.includes('\0')) addUnreadable(lineAt(text, text.indexOf('\0')), 1, 'the file is no text')
  if (findings.length > 0) return { manifests, findings }
  for (const { body, line } of documentsOf(text)) {
    if (body.length > LARGEST)
      addUnreadable(line, 1, `a document of ${body.length} bytes is larger than any object can be`)
    else {
      const read = parseOne(file, body, line)
      if (read && 'value' in read) manifests.push(...itemsOf(read))
      else findings.push(...(read ?? []))
    }
  }
  return { manifests, findings }
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** Splits before parsing: syntax trees of a long stream would need too much memory. */
function* documentsOf(text: string): Iterable<{ readonly body: string; readonly line: number }> {
  let [start, line] = [0, 1]
  for (const match of text.matchAll(/^---(?=\s|$)/gm)) {
    const body = text.slice(start, match.index)
    if (hasContent(body)) yield { body, line }
    line += body.split('\n').length - 1
    start = match.index
  }
  const body = text.slice(start)
  if (hasContent(body)) yield { body, line }
}

const hasContent = (body: string) => /^(?!---|\s*#|\s*$)/m.test(body.replace(/^---(?=\s|$)/, ''))

function parseOne(
  file: string,
  body: string,
  first: number,
): ManifestDocument | readonly ManifestFinding[] | undefined {
  const { document, positionOf } = treeOf(file, body, first)
  const finding = (offset: number, message: string, rule = 'unreadable'): ManifestFinding => ({
    ...positionOf(offset),
    rule,
    severity: 'error',
    message: safeLine(message, 300),
  })
  if (!document) return [finding(0, 'the document is nested too deep to be read')]
  // Errors after the first are usually caused by it.
  const [error] = document.errors
  if (error) return [finding(error.pos[0], YAML_ERRORS[error.code] ?? error.message)]
  const value = toValue(document)
  if (value === BOMB) return [finding(firstAlias(document), 'too many aliases: it would unfold without end')]
  if (value === DEEP) return [finding(0, 'the document is nested too deep to be read')]
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) return [finding(0, 'the document is no object', 'no-object')]
  // Keep values, not syntax trees: those need fifty times the memory of their text.
  const at = (path: Path, isKey = false) => {
    const tree = treeOf(file, body, first)
    return tree.positionOf(tree.document ? offsetOf(tree.document, path, isKey) : 0)
  }
  return { file, value: value as Record<string, unknown>, at }
}

interface Tree {
  readonly body: string
  readonly document: Document | undefined
  positionOf(offset: number): FilePosition
}

/** Cache of the last tree: positions are requested document by document. */
let latest: Tree | undefined

function treeOf(file: string, body: string, first: number): Tree {
  if (latest?.body === body && latest.positionOf(0).line === first && latest.positionOf(0).file === file) return latest
  const lines = new LineCounter()
  const positionOf = (offset: number): FilePosition => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(1, line) + first - 1, column: Math.max(1, col) }
  }
  latest = { body, document: documentOf(body, lines), positionOf }
  return latest
}

function documentOf(body: string, lineCounter: LineCounter): Document | undefined {
  try {
    return parseDocument(body, { lineCounter, uniqueKeys: true, merge: true, prettyErrors: false, logLevel: 'error' })
  } catch {
    return undefined
  }
}

const YAML_ERRORS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'the same key twice: only one of them would count',
  TAB_AS_INDENT: 'a tab where YAML wants blanks',
}

const BOMB = Symbol('bomb')
const DEEP = Symbol('deep')

function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES })
  } catch (error) {
    return error instanceof ReferenceError ? BOMB : DEEP
  }
}

function firstAlias(document: Document): number {
  let offset = 0
  visit(document, {
    Alias: (_, node) => {
      offset = node.range?.[0] ?? 0
      return visit.BREAK
    },
  })
  return offset
}

/** Follows anchors and merged maps to where the value was written. */
function offsetOf(document: Document, path: Path, isKey: boolean): number {
  let node: unknown = document.contents
  let offset = rangeOf(node) ?? 0
  for (const [i, step] of path.entries()) {
    node = isAlias(node) ? node.resolve(document) : node
    const pair = isMap(node) ? pairOf(document, node, step) : undefined
    const next = pair ? pair.value : isSeq(node) && typeof step === 'number' ? node.items[step] : undefined
    if (next === undefined && !pair) return offset
    const key = pair ? rangeOf(pair.key) : undefined
    offset = (isKey && i === path.length - 1 ? key : undefined) ?? rangeOf(next) ?? key ?? offset
    node = next
  }
  return offset
}

function pairOf(document: Document, map: unknown, key: string | number): { key: unknown; value: unknown } | undefined {
  if (!isMap(map)) return undefined
  const own = map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key))
  if (own) return own
  // The parser keeps a merge key as a symbol.
  const merged = map.items.filter((pair) => isScalar(pair.key) && String(pair.key.value).includes('<<'))
  for (const { value } of merged)
    for (const one of isSeq(value) ? value.items : [value]) {
      const found = pairOf(document, isAlias(one) ? one.resolve(document) : one, key)
      if (found) return found
    }
  return undefined
}

const rangeOf = (node: unknown): number | undefined =>
  (node as { readonly range?: readonly number[] | null } | null | undefined)?.range?.[0]

/** `kubectl get -o yaml` prints a List. */
function itemsOf(manifest: ManifestDocument): readonly ManifestDocument[] {
  const { value, file, at } = manifest
  if (value['kind'] !== 'List' || !Array.isArray(value['items'])) return [manifest]
  return value['items'].flatMap((item: unknown, i): ManifestDocument[] =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? [{ file, value: item as Record<string, unknown>, at: (path, isKey) => at(['items', i, ...path], isKey) }]
      : [],
  )
}
