// SPDX-License-Identifier: Apache-2.0
import type { LogLine } from '../../cluster/logs/log-lines.ts'
import type { Sink } from '../../io/io.ts'
import { API_VERSION } from '../../model/report/report.ts'
import type { LogRow, LogSource } from '../../reports/logs/report.ts'
import type { LogContainer } from './pods.ts'

export interface PrinterOptions {
  /** text: lines for people; jsonl: one document per line; kept: collected for one document. */
  readonly style: 'text' | 'jsonl' | 'kept'
  readonly stdout: Sink
  readonly grep?: RegExp | undefined
  readonly timestamps: boolean
  readonly prefix: boolean
  paint(prefix: string): string
}

/** Prints and counts the lines of many containers. */
export class LogPrinter {
  readonly #options: PrinterOptions
  readonly #sources = new Map<string, ContainerLogState>()
  readonly #rows: LogRow[] = []
  /** Lines that --grep filtered out. */
  #left = 0

  constructor(options: PrinterOptions) {
    this.#options = options
  }

  /** Registers a container; returns the same state for the same container. */
  source({ where, pod, container, prefix }: LogContainer): ContainerLogState {
    const place = {
      cluster: where.seen.label,
      namespace: pod.metadata.namespace ?? '',
      pod: pod.metadata.name,
      container: container.name,
    }
    const key = Object.values(place).join(' ')
    const known = this.#sources.get(key) ?? { place, prefix, state: 'read', lines: 0, resumed: 0 }
    this.#sources.set(key, known)
    return known
  }

  async print(source: ContainerLogState, lines: readonly LogLine[]): Promise<void> {
    const { style, stdout, grep } = this.#options
    const matching = grep ? lines.filter(({ text }) => grep.test(text)) : lines
    this.#left += lines.length - matching.length
    source.lines += matching.length
    if (matching.length === 0) return
    if (style === 'kept')
      this.#rows.push(...matching.map((line) => ({ ...timed(line), ...source.place, text: line.text })))
    else await stdout.write(matching.map((line) => this.#line(source, line)).join(''))
  }

  #line({ prefix, place }: ContainerLogState, line: LogLine): string {
    const { style, timestamps, prefix: isPrefixed, paint } = this.#options
    if (style === 'jsonl') {
      const row: LogRow = { ...timed(line), ...place, text: line.text }
      return `${JSON.stringify({ apiVersion: API_VERSION, kind: 'LogsRow', row })}\n`
    }
    return `${isPrefixed ? `${paint(prefix)}  ` : ''}${timestamps && line.time ? `${line.time} ` : ''}${line.text}\n`
  }

  get rows(): readonly LogRow[] {
    return this.#rows
  }

  get left(): number {
    return this.#left
  }

  get sources(): readonly LogSource[] {
    return [...this.#sources.values()].map(({ place, state, lines, resumed, incomplete, message }) => ({
      ...place,
      state,
      lines,
      resumed,
      ...(incomplete ? { incomplete } : {}),
      ...(message ? { message } : {}),
    }))
  }
}

/** The state of one container while its log is read. */
export interface ContainerLogState {
  readonly place: Pick<LogSource, 'cluster' | 'namespace' | 'pod' | 'container'>
  readonly prefix: string
  state: LogSource['state']
  lines: number
  resumed: number
  incomplete?: string
  message?: string
}

const timed = ({ time }: LogLine) => (time === undefined ? {} : { time })
