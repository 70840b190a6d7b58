// SPDX-License-Identifier: Apache-2.0
// Kubeconfigs and profiles as programs write them: block maps and lists, one scalar to a line. Reading those needs no
// parser of all YAML, whose code takes longer to start than a cluster to answer. Anything else is left to that parser.

/** A document in this form, and where each of its values stands. */
export interface PlainDocument {
  readonly value: unknown
  /** Line and column of the value of a path, or of the nearest thing around it. */
  place(keys: Path): string
  /** The same of its last key. */
  placeOfKey(keys: Path): string
}

type Path = readonly (string | number)[]

interface Line {
  readonly number: number
  /** Columns before the text. */
  readonly indent: number
  readonly text: string
}

interface Node {
  readonly at: string
  readonly keyAt?: string
  readonly value: unknown
  readonly children?: ReadonlyMap<string | number, Node>
}

/** Nothing usual stands further in; who reads deeper goes deeper. */
const LINE = /^( {0,100})([^ ].*)$/
const PAIR = /^([A-Za-z][A-Za-z0-9_.-]*):(?: (\S.*))?$/
/** No quotes, no indicators, no colon or hash that could end it. */
const PLAIN = /^(?!-$)[A-Za-z0-9/_+.-][A-Za-z0-9+/=_.@-]*(?::[A-Za-z0-9+/=_.@-]+)*$/
const QUOTED = /^"([ !#-[\]-~]*)"$|^'([ -&(-~]*)'$/

/** Thrown for what this does not read, also by who says what a word means. */
export class NotPlain extends Error {}

/** The document of a text; undefined for a text that is more than this. scalar: what a word without quotes means. */
export function plainDocument(text: string, scalar: (word: string) => unknown): PlainDocument | undefined {
  const lines: Line[] = []
  for (const [i, line] of text.split('\n').entries()) {
    const [, indent, words] = LINE.exec(line) ?? []
    if (words !== undefined) lines.push({ number: i + 1, indent: indent?.length ?? 0, text: words })
    else if (line !== '') return undefined
  }
  if (lines[0]?.indent !== 0) return undefined
  try {
    const reader = new Reader(lines, scalar)
    const root = reader.block(0)
    if (!reader.ended) return undefined
    const placeOf = (keys: Path) => nodeAt(root, keys)
    return {
      value: root.value,
      place: (keys) => placeOf(keys).at,
      placeOfKey: (keys) => placeOf(keys).keyAt ?? placeOf(keys).at,
    }
  } catch (error) {
    if (error instanceof NotPlain) return undefined
    throw error
  }
}

function nodeAt(root: Node, keys: Path): Node {
  let node = root
  for (const key of keys) {
    const child = node.children?.get(key)
    if (child === undefined) break
    node = child
  }
  return node
}

class Reader {
  readonly #lines: Line[]
  readonly #scalar: (word: string) => unknown
  #next = 0

  constructor(lines: Line[], scalar: (word: string) => unknown) {
    this.#lines = lines
    this.#scalar = scalar
  }

  get ended(): boolean {
    return this.#next === this.#lines.length
  }

  /** The map or list whose lines begin at this column. */
  block(indent: number): Node {
    return this.#lines[this.#next]?.text.startsWith('- ') ? this.#list(indent) : this.#map(indent)
  }

  #map(indent: number): Node {
    const children = new Map<string, Node>()
    const at = this.#at(indent)
    for (let line = this.#line(indent); line && !line.text.startsWith('- '); line = this.#line(indent)) {
      const [, key, word] = PAIR.exec(line.text) ?? []
      // which of two equal keys counts is for others to say
      if (key === undefined || children.has(key)) throw new NotPlain()
      const keyAt = this.#at(indent)
      this.#next++
      const node = word === undefined ? this.#below(line) : this.#word(word, line, line.text.length - word.length)
      children.set(key, { ...node, keyAt })
    }
    if (children.size === 0) throw new NotPlain()
    return { at, value: new Map([...children].map(([key, { value }]) => [key, value])), children }
  }

  #list(indent: number): Node {
    const children = new Map<number, Node>()
    const at = this.#at(indent)
    for (let line = this.#line(indent); line?.text.startsWith('- '); line = this.#line(indent)) {
      const text = line.text.slice(2)
      if (text.startsWith(' ') || text.startsWith('- ')) throw new NotPlain()
      if (PAIR.test(text)) {
        this.#lines[this.#next] = { number: line.number, indent: indent + 2, text }
        children.set(children.size, this.#map(indent + 2))
      } else {
        this.#next++
        children.set(children.size, this.#word(text, line, 2))
      }
    }
    return { at, value: [...children.values()].map(({ value }) => value), children }
  }

  /** What stands below a key: deeper, or a list at its own column. */
  #below({ indent, number, text }: Line): Node {
    const next = this.#lines[this.#next]
    if (next && next.indent > indent) return this.block(next.indent)
    if (next?.indent === indent && next.text.startsWith('- ')) return this.#list(indent)
    return { at: `${number}:${indent + text.length + 1}`, value: null }
  }

  #word(word: string, { number, indent }: Line, before: number): Node {
    // text that goes on in the next line
    const next = this.#lines[this.#next]
    if (next && next.indent > indent) throw new NotPlain()
    const at = `${number}:${indent + before + 1}`
    if (word === '{}') return { at, value: new Map(), children: new Map() }
    if (word === '[]') return { at, value: [], children: new Map() }
    const quoted = QUOTED.exec(word)
    if (quoted) return { at, value: quoted[1] ?? quoted[2] }
    if (!PLAIN.test(word)) throw new NotPlain()
    return { at, value: this.#scalar(word) }
  }

  #line(indent: number): Line | undefined {
    const line = this.#lines[this.#next]
    return line?.indent === indent ? line : undefined
  }

  #at(indent: number): string {
    return `${this.#lines[this.#next]?.number}:${indent + 1}`
  }
}
