// SPDX-License-Identifier: Apache-2.0
import { Readable } from 'node:stream'
import { type Incoming, MAX_HEADER_BYTES } from '../exchange.ts'
import { Trouble } from '../trouble.ts'
import { CODE, NotHttp2 } from './frames.ts'
import type { Header } from './header-table.ts'

/** So much of one answer may wait for its reader. */
export const STREAM_WINDOW = 16 * 1_048_576

/** What an answer needs of its connection. */
export interface Line {
  /** Lets the peer send so much more of this answer. */
  credit(bytes: number): void
  /** Tells the peer to stop. */
  reset(code: number): void
}

/** Who asked. */
export interface Asker {
  head(incoming: Incoming): void
  /** There will be no head. */
  failed(error: unknown): void
  /** Nothing more will come, however it ended. */
  over(): void
}

/** Whoever reads a body. */
interface Reader {
  /** False while it has enough. */
  isReady(): boolean
  take(chunk: Buffer): void
  end(): void
  fail(error: unknown): void
}

/** One answer as it comes: head, then body, for whoever reads it. */
export class Answer {
  readonly #line: Line
  readonly #asker: Asker
  #hasHead = false
  #waiting: Buffer[] = []
  #unread = 0
  #uncredited = 0
  #reader: Reader | undefined
  #state: 'open' | 'complete' | 'failed' = 'open'
  #error: unknown

  constructor(line: Line, asker: Asker) {
    this.#line = line
    this.#asker = asker
  }

  /** Takes a block of headers: the head, one of those that come before it (1xx), or what follows a body. */
  head(block: readonly Header[]): void {
    if (this.#hasHead) return
    const status = Number(block.find(([name]) => name === ':status')?.[1])
    if (!Number.isInteger(status)) throw new NotHttp2('an answer has no status')
    if (status < 200) return
    const headers = flat(block)
    if (headers === undefined) {
      this.cancel(new Trouble('toolarge', 'the headers of the answer are too large'))
      return
    }
    this.#hasHead = true
    this.#asker.head(this.#incoming(status, headers))
  }

  /** size: what its frame counted against the window. */
  data(chunk: Buffer, size: number): void {
    if (!this.#hasHead) throw new NotHttp2('a body comes before its head')
    this.#unread += chunk.length
    if (this.#unread > STREAM_WINDOW) {
      this.cancel(new Trouble('malformed', 'the answer comes faster than HTTP/2 allows'), CODE.flowControl)
      return
    }
    this.#credit(size - chunk.length)
    this.#waiting.push(chunk)
    this.#deliver()
  }

  /** The peer has said all. */
  end(): void {
    this.#over('complete')
  }

  /** It comes no further, for this reason. */
  fail(error: unknown): void {
    if (this.#state !== 'open') return
    this.#error = error
    this.#over('failed')
    if (!this.#hasHead) this.#asker.failed(error)
  }

  /** The peer broke it off. What came of a body is cut, and whoever reads it says so. */
  lose(trouble: Trouble): void {
    this.fail(this.#hasHead ? new Error(trouble.message) : trouble)
  }

  /** Nobody wants the rest. */
  cancel(error: unknown, code: number = CODE.cancel): void {
    this.#waiting = []
    if (this.#state !== 'open') return
    this.#line.reset(code)
    this.fail(error)
  }

  #over(state: 'complete' | 'failed'): void {
    this.#state = state
    this.#asker.over()
    this.#deliver()
  }

  #incoming(status: number, headers: Record<string, string>): Incoming {
    const open = () => this.#readable()
    let body: Readable | undefined
    return {
      status,
      headers,
      get body() {
        body ??= open()
        return body
      },
      each: (take) => this.#each(take),
      complete: () => this.#state === 'complete',
    }
  }

  /** Hands everything over as it comes: most answers are wanted whole, and a stream costs more than a short one. */
  #each(take: (chunk: Uint8Array) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#attach({
        isReady: () => true,
        take: (chunk) => {
          try {
            take(chunk)
          } catch (error) {
            reject(error)
            this.cancel(error)
          }
        },
        end: resolve,
        fail: reject,
      })
    })
  }

  #readable(): Readable {
    let isReady = false
    const readable = new Readable({
      read: () => {
        isReady = true
        this.#deliver()
      },
      destroy: (error, done) => {
        this.#reader = undefined
        this.cancel(error)
        done(error)
      },
    })
    readable.on('error', () => {})
    this.#attach({
      isReady: () => isReady,
      take: (chunk) => {
        isReady = readable.push(chunk)
      },
      end: () => readable.push(null),
      fail: (error) => readable.destroy(error instanceof Error ? error : undefined),
    })
    return readable
  }

  #attach(reader: Reader): void {
    this.#reader = reader
    this.#deliver()
  }

  #deliver(): void {
    for (let reader = this.#reader; reader?.isReady(); reader = this.#reader) {
      const chunk = this.#waiting.shift()
      if (chunk === undefined) break
      this.#unread -= chunk.length
      this.#credit(chunk.length)
      reader.take(chunk)
    }
    if (this.#state === 'open' || this.#waiting.length > 0) return
    const reader = this.#reader
    this.#reader = undefined
    if (this.#state === 'complete') reader?.end()
    else reader?.fail(this.#error)
  }

  /** Often enough that the peer never waits, so seldom that a short answer needs none. */
  #credit(bytes: number): void {
    this.#uncredited += bytes
    if (this.#state !== 'open' || this.#uncredited < STREAM_WINDOW / 2) return
    this.#line.credit(this.#uncredited)
    this.#uncredited = 0
  }
}

/** Headers by name; undefined when they are more than we take. */
function flat(block: readonly Header[]): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  let size = 0
  for (const [name, value] of block) {
    size += name.length + value.length
    if (name.startsWith(':')) continue
    const before = Object.hasOwn(headers, name) ? `${headers[name]}, ` : ''
    headers[name] = before + value
  }
  return size > MAX_HEADER_BYTES ? undefined : headers
}
