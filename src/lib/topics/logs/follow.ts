// SPDX-License-Identifier: Apache-2.0

import { ClusterError } from '../../cluster/failure.ts'
import { followLog } from '../../cluster/logs/follow-log.ts'
import { LogPlace } from '../../cluster/logs/log-position.ts'
import type { LogPart } from '../../cluster/logs/pod-log.ts'
import type { Clock } from '../../cluster/transport/types.ts'
import { backoff } from '../../cluster/watch/backoff.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { chosenContainers, isFinished, type PodContainer } from '../../model/object/pod-containers.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { Chosen, LogContainer } from './pods.ts'
import { containersIn } from './pods.ts'
import type { ContainerLogState, LogPrinter } from './printer.ts'
import { logOf, noteFailure } from './read.ts'
import type { LogTarget } from './target.ts'
import { LogWatch } from './watch-pods.ts'

export interface LogFollowing {
  readonly target: LogTarget
  readonly chosen: Chosen
  /** Where each log begins; Pods that are created later are shown from their beginning. */
  readonly start: Pick<LogPart, 'sinceSeconds' | 'tailLines'>
  readonly printer: LogPrinter
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Prints a message beside the log lines. */
  tell(text: string): void
  /** Whether nothing more can come, given the current object. Default: never. */
  isOver?(object: KubeObject | undefined): boolean
}

/** Follows the logs of all Pods of an object, including new ones, until nothing more can come or the signal aborts. */
export async function followLogs(following: LogFollowing): Promise<readonly Gap[]> {
  const { target, chosen, signal, isOver } = following
  const ending = new AbortController()
  const watch = new LogWatch(target, AbortSignal.any([signal, ending.signal]), following.tell)
  const tasks = new Map<string, Promise<readonly Gap[]>>()
  const [open, refused] = [new Set<string>(), new Set<string>()]
  const waiting = new WaitingMessages(following.tell)
  let isTooMany = false
  try {
    await watch.begun()
    const initialPods = new Set(watch.pods().map(({ object }) => object.metadata.uid))
    if (initialPods.size === 0 && watch.gaps().length > 0) return watch.gaps()
    if (initialPods.size === 0) following.tell('no Pod yet, waiting for one')
    while (!signal.aborted) {
      for (const each of containersIn(target, watch.pods(), chosen)) {
        const key = `${each.pod.metadata.uid} ${each.container.name}`
        if (tasks.has(key)) continue
        if (each.container.state === 'waiting') {
          waiting.tell(each)
          continue
        }
        if (open.size >= MAX_CONCURRENT_LOGS) {
          if (!isTooMany)
            following.tell(
              `only ${MAX_CONCURRENT_LOGS} logs are followed at once: name a part of it to follow the others`,
            )
          isTooMany = true
          continue
        }
        open.add(key)
        const start = initialPods.has(each.pod.metadata.uid) ? following.start : {}
        const task = followOne(each, watch, { ...following, start })
          .then((gaps) => {
            if (gaps.length > 0) refused.add(key)
            return gaps
          })
          .finally(() => {
            open.delete(key)
            watch.changed()
          })
        tasks.set(key, task)
        // Errors are thrown below; mark them as handled until then.
        task.catch(() => {})
      }
      const isRefused = refused.size > 0 && refused.size === tasks.size
      if (open.size === 0 && (isRefused || isOver?.(watch.subject()))) break
      await watch.next()
    }
    // Lines still in flight when the signal aborts are not awaited.
    const gaps = signal.aborted ? [] : (await Promise.all(tasks.values())).flat()
    return [...watch.gaps(), ...gaps]
  } finally {
    ending.abort()
  }
}

/** Follows one container across restarts until its Pod has finished or is gone. */
async function followOne(each: LogContainer, watch: LogWatch, following: LogFollowing): Promise<readonly Gap[]> {
  const { printer, clock, signal, start, tell } = following
  const source = printer.source(each)
  const position = new LogPlace()
  const log = logOf(each.pod, each.container)
  for (let tries = 0; !signal.aborted; ) {
    const restarts = containerNow(watch, each)?.restarts
    tries += 1
    try {
      for await (const event of followLog(each.where.client, log, { start, place: position, clock, signal })) {
        tries = 0
        if (event.type === 'line') await printer.print(source, [event.line])
        else reportInterruption(event, source, each.prefix, tell)
      }
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error
      const { failure } = error
      if (failure.fault === 'notfound') return []
      if (failure.httpStatus !== 400) {
        tell(`${each.prefix}: ${describeFailure(failure)}`)
        return noteFailure(each, source, failure)
      }
    }
    if (!(await canResume(each, watch, { restarts, pause: backoff(tries + 1, clock) }, following))) return []
  }
  return []
}

/** Waits until a log that has ended may continue; false when it never will. */
async function canResume(
  each: LogContainer,
  watch: LogWatch,
  { restarts, pause }: { readonly restarts: number | undefined; readonly pause: number },
  { clock, signal }: LogFollowing,
): Promise<boolean> {
  for (;;) {
    const container = containerNow(watch, each)
    if (!container || signal.aborted) return false
    if (container.restarts !== restarts && container.state !== 'waiting') return true
    const pod = watch.podOf(each)
    if (!pod || isFinished(pod)) return false
    if (container.state === 'ended' || container.state === 'waiting') {
      await watch.next()
      continue
    }
    // The container's end is reported a moment later; until then read again, without printing lines twice.
    const timer = new AbortController()
    const isTimeout = await Promise.race([
      watch.next().then(() => false),
      clock.sleep(pause, AbortSignal.any([signal, timer.signal])).then(() => true),
    ])
    timer.abort()
    if (isTimeout) return true
  }
}

function containerNow(watch: LogWatch, each: LogContainer): PodContainer | undefined {
  const pod = watch.podOf(each)
  return pod && chosenContainers(pod, { container: each.container.name })[0]
}

function reportInterruption(
  event:
    | { readonly type: 'lost'; readonly failure: { readonly message: string } }
    | { readonly type: 'resumed' | 'gap' },
  source: ContainerLogState,
  prefix: string,
  tell: (text: string) => void,
): void {
  if (event.type === 'resumed') source.resumed += 1
  if (event.type === 'gap')
    source.incomplete = 'lines may be missing: the log did not reach back to the last one that was shown'
  const messages = {
    lost: `the connection broke${event.type === 'lost' ? ` (${event.failure.message})` : ''}, reading on`,
    resumed: 'read on, nothing was missed',
    gap: `read on, ${source.incomplete}`,
  }
  tell(`${prefix}: ${messages[event.type]}`)
}

/** Prints why a container has not started, once per reason. */
class WaitingMessages {
  readonly #printed = new Map<string, string>()
  readonly #tell: (text: string) => void

  constructor(tell: (text: string) => void) {
    this.#tell = tell
  }

  tell({ pod, container: { name, reason = 'not started yet' }, prefix }: LogContainer): void {
    const key = `${pod.metadata.uid} ${name}`
    if (this.#printed.get(key) === reason) return
    this.#printed.set(key, reason)
    this.#tell(`${prefix}: waiting: ${reason}`)
  }
}

/** Each log uses a connection where the server does not support HTTP/2. */
const MAX_CONCURRENT_LOGS = 80
