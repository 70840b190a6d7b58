// SPDX-License-Identifier: Apache-2.0
import type { WatchEvent } from '../../cluster/types.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { KubeObject, Resource } from '../../model/object/resource.ts'
import { type LogContainer, listOptions, podGap, podsOf } from './pods.ts'
import type { LogTarget, LogWhere } from './target.ts'

/** The current Pods of an object. */
export class LogWatch {
  readonly #target: LogTarget
  readonly #tell: (text: string) => void
  readonly #signal: AbortSignal
  readonly #parts = new Map<string, Map<string, Resource>>()
  readonly #gaps = new Map<string, Gap>()
  readonly #begun: Promise<unknown>
  #wake: () => void = () => {}
  #change: Promise<void>

  constructor(target: LogTarget, signal: AbortSignal, tell: (text: string) => void) {
    this.#target = target
    this.#tell = tell
    this.#signal = signal
    this.#change = this.#newChange()
    signal.addEventListener('abort', () => this.changed(), { once: true })
    const all = target.places.flatMap((place) => place.kinds.map((kind) => this.#follow(place, kind, signal)))
    this.#begun = Promise.all(all)
  }

  /** Resolves when everything was read once, or failed. */
  async begun(): Promise<void> {
    await this.#begun
  }

  /** Resolves at the next change, or at once after the signal aborted. */
  next(): Promise<void> {
    return this.#signal.aborted ? Promise.resolve() : this.#change
  }

  /** Wakes the callers of next(). */
  changed(): void {
    const wake = this.#wake
    this.#change = this.#newChange()
    wake()
  }

  pods(): readonly Resource[] {
    return podsOf(this.#target, this.#resources())
  }

  /** The current Pod of a container; undefined when it is gone. */
  podOf({ pod, where }: LogContainer): KubeObject | undefined {
    return this.#resources().find(
      ({ cluster, object }) => cluster.uid === where.seen.cluster.uid && object.metadata.uid === pod.metadata.uid,
    )?.object
  }

  /** The object itself, if its kind is watched. */
  subject(): KubeObject | undefined {
    const { cluster, object } = this.#target.subject
    return this.#resources().find(
      (each) => each.cluster.uid === cluster.cluster.uid && each.object.metadata.uid === object?.metadata.uid,
    )?.object
  }

  gaps(): readonly Gap[] {
    return [...this.#gaps.values()]
  }

  #newChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #resources(): readonly Resource[] {
    return [...this.#parts.values()].flatMap((part) => [...part.values()])
  }

  /** Resolves after the first event; the watch continues in the background. */
  #follow(place: LogWhere, kind: KindSpec, signal: AbortSignal): Promise<void> {
    const key = `${place.seen.cluster.uid} ${place.namespace ?? ''} ${place.node ?? ''} ${kind.kind}`
    return new Promise((resolve) => {
      void (async () => {
        for await (const event of place.client.watch(kind, listOptions(place, kind, signal))) {
          this.#apply(key, place, kind, event)
          resolve()
          this.changed()
        }
        resolve()
      })()
    })
  }

  #apply(key: string, place: LogWhere, kind: KindSpec, event: WatchEvent): void {
    const part = this.#parts.get(key) ?? new Map<string, Resource>()
    this.#parts.set(key, part)
    const setObject = (object: KubeObject) =>
      part.set(`${object.metadata.namespace}/${object.metadata.name}`, { cluster: place.seen.cluster, object })
    if (event.type === 'listed') {
      part.clear()
      for (const object of event.listing.items) setObject(object)
      this.#gaps.delete(key)
    } else if (event.type === 'put') setObject(event.object)
    else if (event.type === 'deleted') part.delete(`${event.object.metadata.namespace}/${event.object.metadata.name}`)
    else if (event.type === 'live') this.#gaps.delete(key)
    else if (event.type === 'stale') {
      const isNew = !this.#gaps.has(key)
      this.#gaps.set(key, podGap(place, kind, event.failure))
      if (isNew)
        this.#tell(
          `${place.seen.label}: Pods that come now are not seen until ${describeFailure(event.failure)} is over`,
        )
    }
  }
}
