// SPDX-License-Identifier: Apache-2.0
import { NotHttp2 } from './frames.ts'

/**
 * How many bits each of the 256 letters and the end have, in base 36 (RFC 7541, appendix B). The code is canonical: letters
 * of one length follow each other in the order of their numbers, so the lengths are all there is to know.
 */
const LENGTHS =
  'dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6ca' +
  'd67777777777777777777777878djde6f56565666577666567655677777fbeds' +
  'kmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn' +
  'qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrq' +
  'u'
const END = 256

/** Letters of one length: their codes begin with first, and limit is the next after the last of them. */
interface Row {
  readonly bits: number
  readonly first: number
  readonly limit: number
  readonly letters: readonly number[]
}

let rows: readonly Row[] | undefined

function rowsOf(): readonly Row[] {
  const letters: number[][] = []
  for (let letter = 0; letter < LENGTHS.length; letter++) {
    const bits = Number.parseInt(LENGTHS.charAt(letter), 36)
    const known = letters[bits]
    if (known) known.push(letter)
    else letters[bits] = [letter]
  }
  const made: Row[] = []
  let first = 0
  for (let bits = 1; bits < letters.length; bits++) {
    const own = letters[bits] ?? []
    first *= 2
    if (own.length > 0) made.push({ bits, first, limit: first + own.length, letters: own })
    first += own.length
  }
  return made
}

/** The text that these bytes stand for, a letter per byte. Throws NotHttp2. */
export function unpacked(bytes: Uint8Array): string {
  rows ??= rowsOf()
  const letters: number[] = []
  // doubles hold 53 bits exactly; never more than 30 + 8 are kept
  let [kept, count] = [0, 0]
  for (const byte of bytes) {
    kept = kept * 256 + byte
    count += 8
    for (let row = rowFor(rows, kept, count); row !== undefined; row = rowFor(rows, kept, count)) {
      count -= row.bits
      const code = Math.floor(kept / 2 ** count)
      kept -= code * 2 ** count
      const letter = row.letters[code - row.first] as number
      if (letter === END) throw new NotHttp2('a text goes on after its end')
      letters.push(letter)
    }
  }
  // what is left over is less than a byte of the code of the end: ones
  if (count > 7 || kept !== 2 ** count - 1) throw new NotHttp2('a text is cut')
  return Buffer.from(letters).toString('latin1')
}

/** The row of the letter that the kept bits begin with; undefined while there are too few. */
function rowFor(all: readonly Row[], kept: number, count: number): Row | undefined {
  for (const row of all) {
    if (row.bits > count) return undefined
    if (Math.floor(kept / 2 ** (count - row.bits)) < row.limit) return row
  }
  return undefined
}
