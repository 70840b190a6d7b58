// SPDX-License-Identifier: Apache-2.0
import { assess } from '../../assess/assess.ts'
import type { Clock } from '../../cluster/transport/types.ts'
import type { Fleet } from '../../fleet/member.ts'
import { buildGraph } from '../../graph/build.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { kindName } from '../../model/graph/kind.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { Changes } from '../../pipeline/live/change-signal.ts'
import { FollowedSnapshot } from '../../pipeline/live/followed-snapshot.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { dependenciesOf } from '../../reports/shared/dependencies.ts'
import type { Goal } from './condition.ts'
import { judge, type WaitEvaluation, type WaitTarget } from './evaluate.ts'

export interface WaitOptions {
  readonly goal: Goal
  readonly targets: readonly WaitTarget[]
  readonly fleet: Pick<Fleet, 'members'>
  /** What was read when the targets were chosen. */
  readonly seen: Observation
  readonly acceptCached: boolean
  /** How long to wait, in ms. */
  readonly timeout: number
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Reads everything anew. */
  readonly observe: (now: number) => Promise<Observation>
  /** Called with every judgement, and how long it took so far. */
  readonly tell: (judged: readonly WaitEvaluation[], elapsed: number) => void
}

export interface Waited {
  readonly judged: readonly WaitEvaluation[]
  readonly snapshot: Snapshot
  /** The time of the landscape when it ended. */
  readonly now: number
}

/** At most five looks a second. */
const PAUSE = 200
/** Time alone changes something: what is missing is young for a while only. */
const LOOK = 10_000
/** API servers carry about a hundred streams on one connection, and lists go there, too. */
const MOST_WATCHES = 60

/**
 * Judges the targets until all are met, one never can be, or the time is over. Watches tell what changes below them;
 * before it says that something is healthy, everything is read once more, for there may be kinds nobody watches.
 */
export async function waitRun(options: WaitOptions): Promise<Waited> {
  const { goal, targets, seen, clock, timeout, signal } = options
  const started = clock.now()
  const elapsed = () => clock.now() - started
  const now = () => seen.snapshot.takenAt + elapsed()
  const followed = new FollowedSnapshot(seen.snapshot)
  const stop = new AbortController()
  const changes = new Changes()
  const watches = new Watches(options, AbortSignal.any([signal, stop.signal]), (apply) => {
    apply(followed)
    changes.happened()
  })
  const judgeAll = (assessment: Assessment) => targets.map((target) => judge(goal, target, assessment))
  let { snapshot, assessment } = seen
  let isFresh = true
  try {
    for (;;) {
      let judged = judgeAll(assessment)
      if (judged.every(({ outcome }) => outcome === 'met') && !isFresh && NEEDS_ALL.has(goal.type)) {
        const again = await options.observe(now())
        followed.rebase(again.snapshot)
        ;({ snapshot, assessment } = again)
        judged = judgeAll(assessment)
      }
      options.tell(judged, elapsed())
      const isOver = judged.every(({ outcome }) => outcome === 'met') || judged.some(isImpossible)
      if (isOver || elapsed() >= timeout || signal.aborted) return { judged, snapshot, now: now() }
      watches.follow(assessment)
      const pause = Math.max(0, Math.min(timeout - elapsed(), LOOK))
      await changes.next(clock, pause, signal)
      await clock.sleep(Math.min(PAUSE, Math.max(0, timeout - elapsed())), signal)
      snapshot = followed.snapshot(now())
      assessment = assess(buildGraph(snapshot, seen.kinds), { now: now(), acceptCached: options.acceptCached })
      isFresh = false
    }
  } finally {
    stop.abort()
  }
}

/** Goals that are about all an object stands on. */
const NEEDS_ALL: ReadonlySet<Goal['type']> = new Set(['healthy', 'phase'])

const isImpossible = ({ outcome }: WaitEvaluation) => outcome === 'impossible'

/** One watch per cluster and kind below the targets, what is not well first. */
class Watches {
  readonly #options: WaitOptions
  readonly #signal: AbortSignal
  readonly #said: (apply: (followed: FollowedSnapshot) => void) => void
  readonly #open = new Map<string, Set<string>>()

  constructor(options: WaitOptions, signal: AbortSignal, said: (apply: (followed: FollowedSnapshot) => void) => void) {
    this.#options = options
    this.#signal = signal
    this.#said = said
  }

  follow(assessment: Assessment): void {
    const { targets, goal } = this.#options
    const roots = targets.flatMap(({ id, node }) => assessment.graph.nodes.get(id) ?? node)
    const nodes = NEEDS_ALL.has(goal.type) ? roots.flatMap((root) => dependenciesOf(assessment.graph, root)) : roots
    const isWell = (node: GraphNode) => Number(isFine(assessment.own(node.id).state))
    const ranked = [...roots, ...[...nodes].sort((a, b) => isWell(a) - isWell(b))]
    for (const node of ranked) this.#watch(node)
  }

  #watch({ cluster: seen, group, kind: word }: GraphNode): void {
    const name = kindName({ group, kind: word })
    const open = this.#open.get(seen.label) ?? new Set<string>()
    const spec = this.#options.seen.kinds.find((each) => kindName(each) === name)
    if (open.has(name) || open.size >= MOST_WATCHES || !spec || spec.byReference || !this.#isRead(seen.label, name))
      return
    const client = this.#options.fleet.members.find(({ label }) => label === seen.label)?.client
    if (!client) return
    this.#open.set(seen.label, open.add(name))
    void this.#pump(
      client.watch(spec, { signal: this.#signal }),
      (event) => (followed) => followed.apply(seen, spec, event),
    )
  }

  async #pump<T>(events: AsyncIterable<T>, applied: (event: T) => (followed: FollowedSnapshot) => void): Promise<void> {
    for await (const event of events) this.#said(applied(event))
  }

  #isRead(label: string, kind: string): boolean {
    return this.#options.seen.snapshot.readings.some(
      (reading) => reading.cluster === label && reading.kind === kind && reading.outcome === 'read',
    )
  }
}
