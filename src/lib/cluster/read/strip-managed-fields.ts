// SPDX-License-Identifier: Apache-2.0
// managedFields are a third of a list and half of its parse time: thousands of small objects that hardly any kind
// keeps. They are cut out of the text before parsing.

/**
 * Reads sections of a list with empty managedFields. A wrong cut yields invalid JSON: quotes inside of strings are
 * escaped, so the remaining text cannot be made to look like fields.
 */
export class LeanText {
  readonly #bytes: Buffer
  /** Cached position of the next managedFields. */
  #next = -1

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Sections must be read in ascending order. */
  read(from: number, to: number): string {
    let [text, at] = ['', from]
    for (let begin = this.#find(at); begin < to; begin = this.#find(at)) {
      const open = begin + MANAGED.length
      const end = this.#end(open, to)
      if (end < 0) break
      text += this.#bytes.toString('utf8', at, open)
      at = end
    }
    return text + this.#bytes.toString('utf8', at, to)
  }

  #find(from: number): number {
    if (this.#next >= from) return this.#next
    const position = this.#bytes.indexOf(MANAGED, from)
    this.#next = position < 0 ? Number.POSITIVE_INFINITY : position
    return this.#next
  }

  /** managedFields contain no lists, and brackets in field names are not followed by these characters. */
  #end(open: number, to: number): number {
    const bytes = this.#bytes
    for (let at = bytes.indexOf(END, open); at >= 0 && at < to; at = bytes.indexOf(END, at + 1)) {
      const after = bytes[at + 1]
      if (after === BRACE || (after === COMMA && bytes[at + 2] === QUOTE)) return at
    }
    return -1
  }
}

const MANAGED = Buffer.from('"managedFields":[')
const [END, COMMA, QUOTE, BRACE] = [']', ',', '"', '}'].map((char) => char.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
]
