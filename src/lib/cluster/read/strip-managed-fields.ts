// SPDX-License-Identifier: Apache-2.0
// A third of a list is managedFields, and half of what it takes to parse it: thousands of small objects that hardly any
// kind keeps. They are cut out of the text before anybody parses it.

const MANAGED = Buffer.from('"managedFields":[')
const [END, COMMA, QUOTE, BRACE] = [']', ',', '"', '}'].map((char) => char.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
]

/**
 * Reads texts out of the bytes of a list, one after the other, with nothing in their managedFields. Where a cut was
 * wrong the text is no JSON: a quote inside of a string is escaped, so what is left cannot be made to look like fields.
 */
export class LeanText {
  readonly #bytes: Buffer
  /** Where the next managedFields begin; looked for once. */
  #next = -1

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** The text from here to there. Not before what was read last. */
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
    const found = this.#bytes.indexOf(MANAGED, from)
    this.#next = found < 0 ? Number.POSITIVE_INFINITY : found
    return this.#next
  }

  /** The bracket that closes them: there are no lists inside, and brackets in the names of fields are not followed like this. */
  #end(open: number, to: number): number {
    const bytes = this.#bytes
    for (let at = bytes.indexOf(END, open); at >= 0 && at < to; at = bytes.indexOf(END, at + 1)) {
      const after = bytes[at + 1]
      if (after === BRACE || (after === COMMA && bytes[at + 2] === QUOTE)) return at
    }
    return -1
  }
}
