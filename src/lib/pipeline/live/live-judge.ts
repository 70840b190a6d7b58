// SPDX-License-Identifier: Apache-2.0
import type { AssessOptions } from '../../assess/assess.ts'
import { type Refreshable, refreshGraph } from '../../graph/refresh.ts'
import type { Health } from '../../model/graph/health.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { EvidenceRead } from '../evidence.ts'
import { type Judgement, judge } from '../judge.ts'
import type { ObserveOptions } from '../observe.ts'

/** Judges successive snapshots; refreshes the graph of the previous one. */
export class LiveJudge {
  readonly #options: Pick<ObserveOptions, 'acceptCached' | 'only' | 'checks'>
  readonly #known: NonNullable<AssessOptions['known']>
  #graph: Refreshable | undefined

  constructor(options: Pick<ObserveOptions, 'acceptCached' | 'only' | 'checks'>, known: WeakMap<KubeObject, Health>) {
    this.#options = options
    this.#known = known
  }

  /** Lazy: commands that show raw objects never need the assessment. */
  judge(read: EvidenceRead): EvidenceRead & Judgement {
    let judgement: Judgement | undefined
    const judged = () => {
      judgement ??= this.#judgeNow(read)
      return judgement
    }
    return {
      ...read,
      get assessment() {
        return judged().assessment
      },
      get results() {
        return judged().results
      },
      get causes() {
        return judged().causes
      },
    }
  }

  #judgeNow({ snapshot, kinds }: EvidenceRead): Judgement {
    const { acceptCached, only, checks } = this.#options
    this.#graph = refreshGraph(this.#graph, snapshot, kinds)
    const input = { snapshot, kinds, graph: this.#graph.graph, checks, isPartial: only !== undefined }
    return judge(input, { now: snapshot.takenAt, acceptCached, known: this.#known })
  }
}
