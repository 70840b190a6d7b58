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
import { evaluateTarget, type WaitEvaluation, type WaitTarget } from './evaluate.ts'
import { needsDependencies } from './targets.ts'

export interface WaitOptions {
  /** All must be met. */
  readonly goals: readonly Goal[]
  readonly targets: readonly WaitTarget[]
  readonly fleet: Pick<Fleet, 'members'>
  /** The observation with which the targets were selected. */
  readonly seen: Observation
  readonly acceptCached: boolean
  /** In ms. */
  readonly timeout: number
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Reads everything again. */
  readonly observe: (now: number) => Promise<Observation>
  /** Called with every evaluation and the elapsed time. */
  readonly tell: (judged: readonly WaitEvaluation[], elapsed: number) => void
}

export interface Waited {
  readonly judged: readonly WaitEvaluation[]
  readonly snapshot: Snapshot
  /** Fleet time at the end. */
  readonly now: number
}

/**
 * Evaluates the targets until all are met, one is impossible, or the timeout is over. Watches report changes of their
 * dependencies; before it reports healthy, everything is read once more, as some kinds are not watched.
 */
export async function waitRun(options: WaitOptions): Promise<Waited> {
  const { goals, targets, seen: observation, clock, timeout, signal } = options
  const started = clock.now()
  const elapsed = () => clock.now() - started
  const now = () => observation.snapshot.takenAt + elapsed()
  const followed = new FollowedSnapshot(observation.snapshot)
  const stop = new AbortController()
  const changes = new Changes()
  const watches = new Watches(options, AbortSignal.any([signal, stop.signal]), (apply) => {
    apply(followed)
    changes.happened()
  })
  const evaluateAll = (assessment: Assessment) => targets.map((target) => evaluateTarget(goals, target, assessment))
  let { snapshot, assessment } = observation
  let isFresh = true
  try {
    for (;;) {
      let evaluations = evaluateAll(assessment)
      if (evaluations.every(({ outcome }) => outcome === 'met') && !isFresh && goals.some(needsDependencies)) {
        const again = await options.observe(now())
        followed.rebase(again.snapshot)
        ;({ snapshot, assessment } = again)
        evaluations = evaluateAll(assessment)
      }
      options.tell(evaluations, elapsed())
      const isOver = evaluations.every(({ outcome }) => outcome === 'met') || evaluations.some(isImpossible)
      if (isOver || elapsed() >= timeout || signal.aborted) return { judged: evaluations, snapshot, now: now() }
      watches.follow(assessment)
      const pause = Math.max(0, Math.min(timeout - elapsed(), IDLE_INTERVAL))
      await changes.next(clock, pause, signal)
      await clock.sleep(Math.min(MIN_INTERVAL, Math.max(0, timeout - elapsed())), signal)
      snapshot = followed.snapshot(now())
      assessment = assess(buildGraph(snapshot, observation.kinds), { now: now(), acceptCached: options.acceptCached })
      isFresh = false
    }
  } finally {
    stop.abort()
  }
}

const isImpossible = ({ outcome }: WaitEvaluation) => outcome === 'impossible'

/** One watch per cluster and kind of the dependencies, unhealthy objects first. */
class Watches {
  readonly #options: WaitOptions
  readonly #signal: AbortSignal
  readonly #onEvent: (apply: (followed: FollowedSnapshot) => void) => void
  readonly #open = new Map<string, Set<string>>()

  constructor(
    options: WaitOptions,
    signal: AbortSignal,
    onEvent: (apply: (followed: FollowedSnapshot) => void) => void,
  ) {
    this.#options = options
    this.#signal = signal
    this.#onEvent = onEvent
  }

  follow(assessment: Assessment): void {
    const { targets, goals } = this.#options
    const roots = targets.flatMap(({ id, node }) => assessment.graph.nodes.get(id) ?? node)
    const nodes = goals.some(needsDependencies)
      ? roots.flatMap((root) => dependenciesOf(assessment.graph, root))
      : roots
    const healthRank = (node: GraphNode) => Number(isFine(assessment.own(node.id).state))
    const ranked = [...roots, ...[...nodes].sort((a, b) => healthRank(a) - healthRank(b))]
    for (const node of ranked) this.#watch(node)
  }

  #watch({ cluster, group, kind }: GraphNode): void {
    const name = kindName({ group, kind })
    const open = this.#open.get(cluster.label) ?? new Set<string>()
    const spec = this.#options.seen.kinds.find((each) => kindName(each) === name)
    if (open.has(name) || open.size >= MAX_WATCHES || !spec || spec.byReference || !this.#isRead(cluster.label, name))
      return
    const client = this.#options.fleet.members.find(({ label }) => label === cluster.label)?.client
    if (!client) return
    this.#open.set(cluster.label, open.add(name))
    void this.#pump(
      client.watch(spec, { signal: this.#signal }),
      (event) => (followed) => followed.apply(cluster, spec, event),
    )
  }

  async #pump<T>(events: AsyncIterable<T>, applied: (event: T) => (followed: FollowedSnapshot) => void): Promise<void> {
    for await (const event of events) this.#onEvent(applied(event))
  }

  #isRead(label: string, kind: string): boolean {
    return this.#options.seen.snapshot.readings.some(
      (reading) => reading.cluster === label && reading.kind === kind && reading.outcome === 'read',
    )
  }
}

/** At most five evaluations a second. */
const MIN_INTERVAL = 200
/** Evaluate without a change, too: grace periods end. */
const IDLE_INTERVAL = 10_000
/** API servers allow about a hundred streams per connection, which lists share. */
const MAX_WATCHES = 60
