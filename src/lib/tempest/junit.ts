// SPDX-License-Identifier: Apache-2.0
import type { TempestCounts, TempestOutcome } from '../model/tempest/results.ts'
import type { Result, Results } from './results.ts'
import { lastException, shortened, testName } from './test-name.ts'

/** Parses JUnit XML from a stream of text chunks and ignores text around it. */
export class JunitReader {
  readonly #results: Results
  #buffer = ''
  #test: Result | undefined
  #inside: string | undefined
  #resultCount = 0
  #open = 0
  #broken = 0
  #stated: { total: number; passed: number; failed: number; skipped: number } | undefined
  #skipped = 0
  #seconds: number | undefined

  constructor(results: Results) {
    this.#results = results
  }

  get resultCount(): number {
    return this.#resultCount
  }

  /** Number of malformed tags. */
  get broken(): number {
    return this.#broken
  }

  /** A suite started and did not end. */
  get isOpen(): boolean {
    return this.#open > 0
  }

  get seconds(): number | undefined {
    return this.#seconds
  }

  /** Totals from the suite's attributes. These do not include skipped tests. */
  get stated(): TempestCounts | undefined {
    const stated = this.#stated
    if (!stated) return undefined
    const skipped = Math.max(stated.skipped, this.#skipped)
    return { ...stated, skipped, passed: Math.max(0, stated.total - stated.failed - skipped) }
  }

  read(text: string): void {
    this.#buffer += text
    let at = 0
    for (;;) {
      const next = this.#inside === undefined ? this.#readTag(at) : this.#readBody(at, this.#inside)
      if (next === undefined) break
      at = next
    }
    this.#buffer = this.#buffer.slice(Math.max(at, this.#keepFrom(at)))
  }

  /** End of the stream: closes open tests. */
  end(): void {
    if (this.#test) {
      if (this.#inside === undefined) this.#broken++
      this.#addResult()
    }
  }

  /** The start of text that may belong to an incomplete tag. */
  #keepFrom(at: number): number {
    const { length } = this.#buffer
    if (this.#inside !== undefined) return Math.max(at, length - TAIL)
    const open = this.#buffer.lastIndexOf('<')
    return open >= at && length - open < MAX_TAG ? open : length
  }

  /** The position after the next tag; undefined if more text is needed. */
  #readTag(from: number): number | undefined {
    START.lastIndex = from
    const start = START.exec(this.#buffer)
    if (!start) return undefined
    TAG.lastIndex = start.index
    const tag = TAG.exec(this.#buffer)
    if (tag) {
      this.#readElement(tag)
      return TAG.lastIndex
    }
    const other = this.#buffer.indexOf('<', start.index + 1)
    if (other === -1) return this.#buffer.length - start.index < MAX_TAG ? undefined : this.#buffer.length
    // Another tag starts before this one ends: the output of two writers is interleaved.
    if (/^<testcase\s/.test(start.input.slice(start.index, start.index + 10))) this.#broken++
    return other
  }

  #readBody(from: number, tag: string): number | undefined {
    const end = this.#buffer.indexOf(`</${tag}>`, from)
    if (end === -1) return undefined
    const body = unescaped(this.#buffer.slice(Math.max(from, end - TAIL), end))
    const message = tag === 'skipped' ? shortened(body.trim()) : lastException(body)
    if (this.#test && message) this.#test = { ...this.#test, message }
    this.#inside = undefined
    return end + tag.length + 3
  }

  #readElement([tag, slash, name = '', attributeText = '']: RegExpExecArray): void {
    const isEmpty = tag.endsWith('/>')
    if (name === 'testsuites') return
    if (name === 'testsuite') this.#readSuite(slash === '/', isEmpty, attributeText)
    else if (name === 'testcase') this.#readCase(slash === '/', isEmpty, attributeText)
    else if (slash === '' && this.#test) {
      this.#test = {
        ...this.#test,
        outcome: OUTCOMES[name] ?? 'unknown',
        message: shortened(attributesOf(attributeText).get('message') ?? '') || undefined,
      }
      if (!isEmpty) this.#inside = name
    }
  }

  #readSuite(isEnd: boolean, isEmpty: boolean, attributeText: string): void {
    if (isEnd) {
      this.#open = Math.max(0, this.#open - 1)
      return
    }
    if (!isEmpty) this.#open++
    const attributes = attributesOf(attributeText)
    const number = (key: string) => Number(attributes.get(key)) || 0
    const before = this.#stated ?? { total: 0, passed: 0, failed: 0, skipped: 0 }
    if (!attributes.has('tests')) return
    this.#stated = {
      total: before.total + number('tests'),
      passed: 0,
      failed: before.failed + number('failures') + number('errors'),
      skipped: before.skipped + number('skipped'),
    }
    this.#seconds = (this.#seconds ?? 0) + number('time')
  }

  #readCase(isEnd: boolean, isEmpty: boolean, attributeText: string): void {
    if (isEnd) {
      this.#addResult()
      return
    }
    if (this.#test) {
      this.#broken++
      this.#addResult()
    }
    const attributes = attributesOf(attributeText)
    const [group = '', name = ''] = [attributes.get('classname'), attributes.get('name')]
    if (name === '') {
      this.#broken++
      return
    }
    const seconds = Number(attributes.get('time') ?? Number.NaN)
    this.#test = {
      name: testName(group === '' ? name : `${group}.${name}`),
      outcome: 'passed',
      ...(Number.isFinite(seconds) ? { seconds } : {}),
    }
    if (isEmpty) this.#addResult()
  }

  #addResult(): void {
    if (!this.#test) return
    this.#resultCount++
    if (this.#test.outcome === 'skipped') this.#skipped++
    this.#results.add('junit', this.#test)
    this.#test = undefined
  }
}

function attributesOf(attributeText: string): ReadonlyMap<string, string> {
  return new Map(
    [...attributeText.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, key = '', a, b]) => [
      key,
      unescaped(a ?? b ?? ''),
    ]),
  )
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&') && !text.includes('<![CDATA[')) return text
  return text
    .replace(/<!\[CDATA\[|\]\]>/g, '')
    .replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g, (match, word, number, hex) => {
      if (word) return ENTITIES[word as string] ?? match
      const code = hex ? Number.parseInt(hex as string, 16) : Number(number)
      return code <= 0x10ffff ? String.fromCodePoint(code) : match
    })
}

/** Longer text after `<` is not a tag. */
const MAX_TAG = 64 * 1024
/** Bytes to keep of a traceback: its end contains the exception. */
const TAIL = 8 * 1024

const TAG = /<(\/?)(testsuites?|testcase|failure|error|skipped)(\s(?:"[^"]*"|'[^']*'|[^<>"'])*)?>/y
const START = /<(?:\/?(?:testsuites?|testcase|failure|error|skipped)\b|\/?[a-z]{0,9}$)/g

const OUTCOMES: Readonly<Record<string, TempestOutcome>> = { failure: 'failed', error: 'failed', skipped: 'skipped' }
