// SPDX-License-Identifier: Apache-2.0
import type { TempestCounts, TempestOutcome } from '../model/tempest/results.ts'
import type { Results } from './results.ts'
import { exceptionOf, testName } from './test-name.ts'

/** `{0} tempest.api.x.TestY.test_z [0.350609s] ... ok` anywhere in a line: output of another writer may precede it. */
const RESULT =
  /\{\d{1,4}\} ((?:(?:setUp|tearDown)(?:Class|Module) \([\w.]+\))|[\w.]+\.[^\s{}]+(?: \([^)]*\))?)(?: \[(\d+\.\d+)s\])? \.\.\. (ok|FAILED|SKIPPED(?:: ([^{]*))?|[a-z]+(?![\w.-]))/g
const BEGUN = /\{\d{1,4}\} [A-Za-z_][\w.]*\.[\w.]+/g

const OUTCOMES: Readonly<Record<string, TempestOutcome>> = {
  ok: 'passed',
  FAILED: 'failed',
  SKIPPED: 'skipped',
  success: 'passed',
  xfail: 'passed',
  uxsuccess: 'failed',
  fail: 'failed',
  skip: 'skipped',
}

const TOTALS: Readonly<Record<string, keyof TempestCounts>> = {
  Passed: 'passed',
  'Expected Fail': 'passed',
  Skipped: 'skipped',
  Failed: 'failed',
  'Unexpected Success': 'failed',
}

/** Parses the console output of stestr line by line. */
export class ConsoleReader {
  readonly #results: Results
  #resultCount = 0
  #stated: { total: number; passed: number; failed: number; skipped: number } | undefined
  #seconds: number | undefined
  #last: string | undefined
  #line = 0
  readonly #unread: number[] = []
  #unreadCount = 0
  #runs = 0

  constructor(results: Results) {
    this.#results = results
  }

  get resultCount(): number {
    return this.#resultCount
  }

  get stated(): TempestCounts | undefined {
    return this.#stated
  }

  get seconds(): number | undefined {
    return this.#seconds
  }

  /** Number of runs that printed their totals. */
  get runs(): number {
    return this.#runs
  }

  /** Results without an outcome: their number, and the line of the first. */
  get unread(): { readonly count: number; readonly first: number } {
    return { count: this.#unreadCount, first: this.#unread[0] ?? 0 }
  }

  read(line: string): void {
    this.#line++
    if (line.includes('{') && this.#readResults(line)) return
    if (line.startsWith('    ')) this.#readException(line)
    else if (line.startsWith(' - ')) this.#readTotal(line)
    else if (line.startsWith('Ran: ')) this.#readEnd(line)
    else if (line.startsWith('Captured ') && !line.startsWith('Captured traceback')) this.#last = undefined
  }

  #readResults(line: string): boolean {
    let found = 0
    for (const [, name = '', seconds, word = '', reason] of line.matchAll(RESULT)) {
      const outcome = OUTCOMES[word.startsWith('SKIPPED') ? 'SKIPPED' : word]
      if (outcome === undefined) continue
      found++
      const test = testName(name)
      const duration = seconds === undefined ? undefined : Number(seconds)
      this.#results.add('console', { name: test, outcome, seconds: duration, message: reason?.trim() || undefined })
      this.#last = outcome === 'failed' ? test : undefined
    }
    this.#resultCount += found
    const begun = line.match(BEGUN)?.length ?? 0
    const lost = begun - (line.match(NAMED)?.length ?? 0)
    if (lost > 0) {
      this.#unreadCount += lost
      if (this.#unread.length === 0) this.#unread.push(this.#line)
    }
    return found > 0 || begun > 0
  }

  #readException(line: string): void {
    if (this.#last === undefined) return
    const message = exceptionOf(line)
    if (message) this.#results.explain(this.#last, message)
  }

  #readEnd(line: string): void {
    const [, total, seconds] = /^Ran: (\d{1,9}) tests in (\d+\.\d+) sec/.exec(line) ?? []
    if (total === undefined) return
    const before = this.#stated ?? { total: 0, passed: 0, failed: 0, skipped: 0 }
    this.#stated = { ...before, total: before.total + Number(total) }
    this.#seconds = (this.#seconds ?? 0) + Number(seconds)
    this.#runs++
    this.#last = undefined
  }

  #readTotal(line: string): void {
    const [, word = '', count] = /^ - ([A-Z][A-Za-z ]+): (\d{1,9})$/.exec(line.trimEnd()) ?? []
    const field = Object.hasOwn(TOTALS, word) ? TOTALS[word] : undefined
    if (field === undefined || !this.#stated) return
    this.#stated[field] += Number(count)
  }
}

/** RESULT without setUpClass and the like, so that matches can be compared with those of BEGUN. */
const NAMED = new RegExp(RESULT.source.replace('((?:(?:setUp|tearDown)(?:Class|Module) \\([\\w.]+\\))|', '('), 'g')
