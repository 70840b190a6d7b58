// SPDX-License-Identifier: Apache-2.0
// Clusters with watches that a test controls: actual objects, sent events and pending events.
import { ClusterError } from '../../src/lib/cluster/failure.ts'
import type { ClusterClient, Listing, WatchEvent } from '../../src/lib/cluster/types.ts'
import type { FleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import type { Fleet, Member } from '../../src/lib/fleet/member.ts'
import { KINDS } from '../../src/lib/kinds/index.ts'
import { type KindSpec, kindName } from '../../src/lib/model/graph/kind.ts'
import { groupOf } from '../../src/lib/model/object/reference.ts'
import type { KubeObject } from '../../src/lib/model/object/resource.ts'

const LABELS = ['control-plane', 'hypervisor', 'storage']

/** One kind of one cluster: its objects, and a watch that may be broken. */
export class Wire {
  readonly kind: KindSpec
  readonly cluster: string
  readonly truth = new Map<string, KubeObject>()
  isInstalled = true
  #isBroken = false
  #waiting: WatchEvent[] = []
  #queue: WatchEvent[] = []
  #wake: (() => void) | undefined

  constructor(cluster: string, kind: KindSpec) {
    this.cluster = cluster
    this.kind = kind
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  put(object: KubeObject): void {
    this.truth.set(keyOf(object), object)
    this.#tell({ type: 'put', object: copyOf(object) })
  }

  delete(object: KubeObject): void {
    this.truth.delete(keyOf(object))
    this.#tell({ type: 'deleted', object: copyOf(object) })
  }

  /** Breaks the stream, with this number of failed reconnects. */
  cut(failedTries: number): void {
    this.#isBroken = true
    this.#send({ type: 'stale', failure: { fault: 'unreachable', message: 'cut' }, failedTries })
  }

  /** Continues the stream where it broke. */
  resume(): void {
    if (this.#isBroken) this.#send({ type: 'live' })
    this.#isBroken = false
    for (const event of this.#waiting.splice(0)) this.#send(event)
  }

  /** Lists all objects again, because missed events are lost. */
  relist(): void {
    this.#isBroken = false
    this.#waiting = []
    if (this.isInstalled) this.#send({ type: 'listed', listing: this.listing() })
    else this.#send({ type: 'stale', failure: { fault: 'notinstalled', message: 'gone' }, failedTries: 1 })
  }

  uninstall(): void {
    this.truth.clear()
    this.isInstalled = false
    this.relist()
  }

  install(): void {
    this.isInstalled = true
    this.relist()
  }

  listing(): Listing {
    if (!this.isInstalled) throw new ClusterError({ fault: 'notinstalled', message: 'gone' })
    const items = [...this.truth].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => copyOf(object))
    const apiVersion = [this.kind.group, this.kind.versions[0]].filter(Boolean).join('/')
    return { items, apiVersion, verified: true, resourceVersion: '1', failures: [] }
  }

  async *watch(signal: AbortSignal | undefined): AsyncGenerator<WatchEvent, void, undefined> {
    this.#queue = []
    this.relist()
    signal?.addEventListener('abort', () => this.#wake?.(), { once: true })
    while (!signal?.aborted) {
      const event = this.#queue.shift()
      if (event) yield event
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    }
  }

  #tell(event: WatchEvent): void {
    if (this.#isBroken) this.#waiting.push(event)
    else this.#send(event)
  }

  #send(event: WatchEvent): void {
    this.#queue.push(event)
    this.#wake?.()
  }
}

export interface Wired {
  readonly fleet: Fleet
  readonly wires: readonly Wire[]
}

/** The clusters of a folder with the chosen objects; Secrets exist and may not be read by name. */
export function wired(folder: FleetFolder, isChosen: (object: KubeObject) => boolean): Wired {
  const wires: Wire[] = []
  const members = folder.members.map((member): Member => {
    const label = member.key.replace('.', '/')
    const here = new Map(KINDS.map((kind) => [kindName(kind), new Wire(label, kind)]))
    wires.push(...here.values())
    let version = 0
    for (const manifest of member.objects) {
      const object = manifest as unknown as KubeObject
      const wire = here.get(kindName({ group: groupOf(object.apiVersion), kind: object.kind }))
      const versioned = { ...object, metadata: { ...object.metadata, resourceVersion: String(++version) } }
      if (wire && !wire.kind.byReference && isChosen(object)) wire.truth.set(keyOf(object), versioned)
    }
    const client = {
      id: Symbol(label),
      served: async () => ({ resources: [], failedGroups: new Map(), versionsOf: () => [] }),
      list: async (kind: KindSpec) => here.get(kindName(kind))?.listing() ?? EMPTY,
      get: async () => {
        throw new ClusterError({ fault: 'forbidden', message: 'by name' })
      },
      watch: (kind: KindSpec, { signal }: { signal?: AbortSignal } = {}) => here.get(kindName(kind))?.watch(signal),
      close: () => {},
      clockSkew: () => undefined,
    } as unknown as ClusterClient
    const name = LABELS.some((role) => label.startsWith(role)) ? (label.split('/')[1] ?? label) : label
    return { cluster: { uid: member.key, name, roles: member.roles }, label, origins: [], client }
  })
  return { fleet: { members, notes: [], close: () => {} }, wires }
}

const EMPTY: Listing = { items: [], apiVersion: 'v1', verified: true, resourceVersion: '1', failures: [] }

const keyOf = ({ metadata: { namespace, name } }: KubeObject) =>
  namespace === undefined ? name : `${namespace}/${name}`

/** A copy, so that code that compares by identity sees a new object. */
const copyOf = (object: KubeObject): KubeObject => ({ ...object })
