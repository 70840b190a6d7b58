// SPDX-License-Identifier: Apache-2.0
// A fleet on the embedded API that a test changes while it is followed.

import { openCluster } from '../../src/lib/cluster/client.ts'
import { seal } from '../../src/lib/cluster/secrets/seal.ts'
import type { Clock } from '../../src/lib/cluster/transport/types.ts'
import type { ClusterClient } from '../../src/lib/cluster/types.ts'
import type { FleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { type EmbeddedCluster, startFleet } from '../../src/lib/embedded/start.ts'
import { openFleet } from '../../src/lib/fleet/fleet.ts'
import type { Fleet } from '../../src/lib/fleet/member.ts'
import { kindName } from '../../src/lib/model/graph/kind.ts'
import { type LiveOptions, type LiveStore, openLive } from '../../src/lib/pipeline/live/store.ts'
import { type Observation, observe } from '../../src/lib/pipeline/observe.ts'

export interface Followed {
  readonly clusters: readonly EmbeddedCluster[]
  readonly fleet: Fleet
  readonly now: number
  open(more?: Partial<LiveOptions>): Promise<LiveStore>
  fresh(more?: Partial<LiveOptions>): Promise<Observation>
  /** Sends a write to a cluster, by key. */
  send(key: string, method: 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'POST', path: string, body?: object): Promise<unknown>
  close(): Promise<void>
}

export async function followLandscape(
  folder: string | FleetFolder,
  login = ({ token }: EmbeddedCluster): string => token,
): Promise<Followed> {
  const embedded = await startFleet(folder)
  const stop = new AbortController()
  const { signal } = stop
  const configOf = (cluster: EmbeddedCluster, token: string) => ({
    context: cluster.key,
    source: 'test',
    server: cluster.url,
    ca: { data: seal(cluster.ca) },
    insecureSkipTlsVerify: false,
    auth: { token: seal(token) },
  })
  const candidates = embedded.clusters.map((cluster) => ({
    roles: cluster.roles,
    name: cluster.key,
    origin: { type: 'demo', text: 'demo' } as const,
    config: configOf(cluster, login(cluster)),
    certain: true,
  }))
  const fleet = await openFleet({ discover: 'none', candidates }, (config) => openCluster(config, { signal }))
  const admins = new Map<string, ClusterClient>(
    embedded.clusters.map((cluster) => [cluster.key, openCluster(configOf(cluster, cluster.token))]),
  )
  const now = embedded.now.getTime()
  const options = { now, acceptCached: false, scope: {}, signal }
  const stores: LiveStore[] = []
  return {
    clusters: embedded.clusters,
    fleet,
    now,
    open: async (more = {}) => {
      const store = await openLive(fleet, { ...options, ...more })
      stores.push(store)
      return store
    },
    fresh: (more = {}) => observe(fleet, { ...options, ...more }),
    send: (key, method, path, body) => {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
      const admin = admins.get(key)
      if (!admin) throw new Error(`there is no cluster ${key}`)
      return admin.json({
        method,
        path,
        headers: { 'content-type': type },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    },
    close: async () => {
      await Promise.all(stores.map((store) => store.close()))
      stop.abort()
      fleet.close()
      for (const admin of admins.values()) admin.close()
      await embedded.close()
    },
  }
}

/** A clock that the test advances. */
export class HandClock implements Clock {
  readonly #sleepers = new Set<{ readonly until: number; readonly wake: () => void }>()
  #now = 0

  now = () => this.#now
  random = () => 0.5

  sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const sleeper = { until: this.#now + ms, wake: () => done() }
      const done = () => {
        this.#sleepers.delete(sleeper)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#sleepers.add(sleeper)
      signal.addEventListener('abort', done, { once: true })
      if (signal.aborted) done()
    })

  /** Advances the clock and wakes due sleepers. */
  pass(ms: number): void {
    this.#now += ms
    for (const { until, wake } of [...this.#sleepers]) if (until <= this.#now) wake()
  }
}

/** Resolves once the state of the store matches; only the time-out of the test limits it. */
export function until(store: LiveStore, isWished: (state: ReturnType<LiveStore['get']>) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isWished(store.get())) return
      stop()
      resolve()
    }
    const stop = store.subscribe(look)
    look()
  })
}

/** The content of an observation, independent of any order. */
export function told({ snapshot, assessment, causes, results, kinds }: Observation): unknown {
  const { graph } = assessment
  const nodes = [...graph.nodes.values()].map(({ id, source, object, hidden, stale }) => ({
    id,
    source,
    version: object?.metadata.resourceVersion,
    hidden,
    stale,
    own: assessment.own(id),
    state: assessment.state(id),
    troubles: assessment.troubles(id).map(({ to }) => to),
    out: graph
      .out(id)
      .map((edge) => JSON.stringify(edge))
      .sort(),
    empty: graph.emptySets(id),
  }))
  return {
    nodes: nodes.sort((a, b) => (a.id < b.id ? -1 : 1)),
    kinds: [...new Set([...graph.nodes.values()].map(({ group, kind }) => `${kind}.${group}`))]
      .sort()
      .map((kind) => [kind, graph.of(kind).map(({ id }) => id)]),
    causes: causes
      .map(({ check, subject, severity, message, explains, consequences }) =>
        [check.id, subject.id, severity, message, explains.length, consequences.length].join(' '),
      )
      .sort(),
    outcomes: results.map(({ check, outcome }) => `${check.id} ${outcome}`).sort(),
    read: kinds.map(kindName).sort(),
    events: (snapshot.events ?? []).map(({ cluster, object }) => `${cluster.uid} ${object.metadata.name}`).sort(),
    clusters: snapshot.clusters.map(({ label }) => label),
    readings: snapshot.readings.map(({ cluster, kind, outcome }) => `${cluster} ${kind} ${outcome}`).sort(),
    gaps: snapshot.gaps.map((gap) => JSON.stringify(gap)).sort(),
    addresses: [...snapshot.addresses].sort(),
  }
}
