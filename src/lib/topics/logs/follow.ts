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

/** Each holds a connection where a server does not speak HTTP/2. */
const MOST_AT_ONCE = 80

export interface LogFollowing {
  readonly target: LogTarget
  readonly chosen: Chosen
  /** Where each log begins; of Pods that come later everything is shown. */
  readonly start: Pick<LogPart, 'sinceSeconds' | 'tailLines'>
  readonly printer: LogPrinter
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Tells something beside the lines. */
  tell(text: string): void
  /** Whether nothing more can come, given what is known of the object now. Without it: never. */
  isOver?(object: KubeObject | undefined): boolean
}

/** Follows the logs of all Pods behind an object, those that come later too, until nothing more can come or the signal aborts. */
export async function followLogs(following: LogFollowing): Promise<readonly Gap[]> {
  const { target, chosen, signal, isOver } = following
  const ending = new AbortController()
  const watch = new LogWatch(target, AbortSignal.any([signal, ending.signal]), following.tell)
  const tasks = new Map<string, Promise<readonly Gap[]>>()
  const [open, refused] = [new Set<string>(), new Set<string>()]
  const waiting = new Waiting(following.tell)
  let isTooMany = false
  try {
    await watch.begun()
    const isFirst = new Set(watch.pods().map(({ object }) => object.metadata.uid))
    if (isFirst.size === 0 && watch.gaps().length > 0) return watch.gaps()
    if (isFirst.size === 0) following.tell('no Pod yet, waiting for one')
    while (!signal.aborted) {
      for (const each of containersIn(target, watch.pods(), chosen)) {
        const key = `${each.pod.metadata.uid} ${each.container.name}`
        if (tasks.has(key)) continue
        if (each.container.state === 'waiting') {
          waiting.tell(each)
          continue
        }
        if (open.size >= MOST_AT_ONCE) {
          if (!isTooMany)
            following.tell(`only ${MOST_AT_ONCE} logs are followed at once: name a part of it to follow the others`)
          isTooMany = true
          continue
        }
        open.add(key)
        const start = isFirst.has(each.pod.metadata.uid) ? following.start : {}
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
        // what it throws is thrown below; until then it is nobody's
        task.catch(() => {})
      }
      const isRefused = refused.size > 0 && refused.size === tasks.size
      if (open.size === 0 && (isRefused || isOver?.(watch.subject()))) break
      await watch.next()
    }
    // lines that were on their way when the signal came are not waited for
    const gaps = signal.aborted ? [] : (await Promise.all(tasks.values())).flat()
    return [...watch.gaps(), ...gaps]
  } finally {
    ending.abort()
  }
}

/** Follows one container, over its restarts, until its Pod has finished or is gone. */
async function followOne(each: LogContainer, watch: LogWatch, following: LogFollowing): Promise<readonly Gap[]> {
  const { printer, clock, signal, start, tell } = following
  const source = printer.source(each)
  const place = new LogPlace()
  const log = logOf(each.pod, each.container)
  for (let tries = 0; !signal.aborted; ) {
    const restarts = containerNow(watch, each)?.restarts
    tries += 1
    try {
      for await (const news of followLog(each.where.client, log, { start, place, clock, signal })) {
        tries = 0
        if (news.type === 'line') await printer.print(source, [news.line])
        else noted(news, source, each.prefix, tell)
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
    if (!(await isAgain(each, watch, { restarts, pause: backoff(tries + 1, clock) }, following))) return []
  }
  return []
}

/** Waits until a log that has ended may have more to say; false when it never will. */
async function isAgain(
  each: LogContainer,
  watch: LogWatch,
  { restarts, pause }: { readonly restarts: number | undefined; readonly pause: number },
  { clock, signal }: LogFollowing,
): Promise<boolean> {
  for (;;) {
    const now = containerNow(watch, each)
    if (!now || signal.aborted) return false
    if (now.restarts !== restarts && now.state !== 'waiting') return true
    const pod = watch.podOf(each)
    if (!pod || isFinished(pod)) return false
    if (now.state === 'ended' || now.state === 'waiting') {
      await watch.next()
      continue
    }
    // its end is told a moment later; meanwhile it is asked again, and shows nothing twice
    const timer = new AbortController()
    const isTime = await Promise.race([
      watch.next().then(() => false),
      clock.sleep(pause, AbortSignal.any([signal, timer.signal])).then(() => true),
    ])
    timer.abort()
    if (isTime) return true
  }
}

function containerNow(watch: LogWatch, each: LogContainer): PodContainer | undefined {
  const pod = watch.podOf(each)
  return pod && chosenContainers(pod, { container: each.container.name })[0]
}

function noted(
  news:
    | { readonly type: 'lost'; readonly failure: { readonly message: string } }
    | { readonly type: 'resumed' | 'gap' },
  source: ContainerLogState,
  prefix: string,
  tell: (text: string) => void,
): void {
  if (news.type === 'resumed') source.resumed += 1
  if (news.type === 'gap')
    source.incomplete = 'lines may be missing: the log did not reach back to the last one that was shown'
  const words = {
    lost: `the connection broke${news.type === 'lost' ? ` (${news.failure.message})` : ''}, reading on`,
    resumed: 'read on, nothing was missed',
    gap: `read on, ${source.incomplete}`,
  }
  tell(`${prefix}: ${words[news.type]}`)
}

/** Says of each container once why it has not begun, and again when the reason is another. */
class Waiting {
  readonly #said = new Map<string, string>()
  readonly #tell: (text: string) => void

  constructor(tell: (text: string) => void) {
    this.#tell = tell
  }

  tell({ pod, container: { name, reason = 'not started yet' }, prefix }: LogContainer): void {
    const key = `${pod.metadata.uid} ${name}`
    if (this.#said.get(key) === reason) return
    this.#said.set(key, reason)
    this.#tell(`${prefix}: waiting: ${reason}`)
  }
}
