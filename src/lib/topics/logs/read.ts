// SPDX-License-Identifier: Apache-2.0
import { toFailure } from '../../cluster/failure.ts'
import { type LogLine, logLines, nanosOf } from '../../cluster/logs/log-lines.ts'
import { type LogPart, openPodLog } from '../../cluster/logs/pod-log.ts'
import { inParallel } from '../../cluster/parallel.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import type { Failure } from '../../model/landscape/fault.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { isFailingPod, type LogContainer } from './pods.ts'
import type { ContainerLogState, LogPrinter } from './printer.ts'

export interface LogReading {
  readonly part: LogPart
  readonly printer: LogPrinter
  readonly signal: AbortSignal
}

/** Reads the logs of containers and prints them by time, those of failing Pods first. Never throws for a log: failures become gaps. */
export async function readLogs(containers: readonly LogContainer[], reading: LogReading): Promise<readonly Gap[]> {
  const [only] = containers
  if (only && containers.length === 1) return readOne(only, reading)
  const gaps: Gap[] = []
  const buffers = await inParallel(containers, MAX_CONCURRENT_STREAMS, async (each) => {
    const source = reading.printer.source(each)
    const lines = new LineBuffer()
    gaps.push(...(await withGap(each, source, reading.signal, () => collect(each, lines, reading))))
    if (lines.dropped > 0) source.incomplete = `it is long: ${lines.dropped} lines of its beginning are left out`
    const rank = isFailingPod(each) ? 0 : 1
    return lines.all.map((line) => ({ source, line, rank, at: nanosOf(line.time) ?? 0n }))
  })
  const all = buffers.flat().sort((a, b) => a.rank - b.rank || (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  for (const { source, line } of all) await reading.printer.print(source, [line])
  return gaps
}

/** A single log is streamed without a buffer. */
async function readOne(each: LogContainer, { part, printer, signal }: LogReading): Promise<readonly Gap[]> {
  const source = printer.source(each)
  return withGap(each, source, signal, async () => {
    let batch: LogLine[] = []
    const stream = await open(each, part, signal)
    for await (const line of logLines(stream.chunks)) {
      batch.push(line)
      if (batch.length < BATCH) continue
      await printer.print(source, batch)
      batch = []
    }
    await printer.print(source, batch)
  })
}

async function collect(each: LogContainer, buffer: LineBuffer, { part, signal }: LogReading): Promise<void> {
  const stream = await open(each, part, signal)
  // A line without a time, written by the kubelet, keeps the time of the line before it.
  let time: string | undefined
  for await (const line of logLines(stream.chunks)) {
    time = line.time ?? time
    buffer.add(time === undefined ? line : { ...line, time })
  }
}

const open = ({ where, pod, container }: LogContainer, part: LogPart, signal: AbortSignal) =>
  openPodLog(where.client, logOf(pod, container), signal, { ...part, timestamps: true })

export const logOf = (pod: LogContainer['pod'], { name }: LogContainer['container']) => ({
  namespace: pod.metadata.namespace ?? '',
  pod: pod.metadata.name,
  container: name,
})

async function withGap(
  each: LogContainer,
  source: ContainerLogState,
  signal: AbortSignal,
  read: () => Promise<void>,
): Promise<readonly Gap[]> {
  try {
    await read()
    return []
  } catch (error) {
    signal.throwIfAborted()
    // Errors of our own output must not be hidden.
    if (!(error instanceof Error && error.name === 'ClusterError')) throw error
    return noteFailure(each, source, toFailure(error))
  }
}

/** The meaning of a failure: not started yet, deleted meanwhile, or a gap. */
export function noteFailure({ where, pod }: LogContainer, source: ContainerLogState, failure: Failure): readonly Gap[] {
  const message = describeFailure(failure)
  source.message = message
  if (failure.httpStatus === 400) {
    source.state = 'not started'
    source.message = failure.message
    return []
  }
  source.state = 'unread'
  const { namespace } = pod.metadata
  const location = { cluster: where.seen.label, kind: 'Pod', ...(namespace === undefined ? {} : { namespace }) }
  return [{ ...location, fault: failure.fault, message: `log of ${pod.metadata.name}: ${message}` }]
}

/** The newest lines up to a size. */
class LineBuffer {
  readonly #lines: LogLine[] = []
  #from = 0
  #size = 0

  add(line: LogLine): void {
    this.#lines.push(line)
    this.#size += line.text.length
    while (this.#size > MAX_BUFFERED) this.#size -= this.#lines[this.#from++]?.text.length ?? 0
  }

  get all(): readonly LogLine[] {
    return this.#lines.slice(this.#from)
  }

  get dropped(): number {
    return this.#from
  }
}

/** Each stream uses a connection where the server does not support HTTP/2. */
const MAX_CONCURRENT_STREAMS = 4
/** Buffer limit per log when several logs are merged by time. */
const MAX_BUFFERED = 16 * 1024 * 1024
const BATCH = 500
