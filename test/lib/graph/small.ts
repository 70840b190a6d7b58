// SPDX-License-Identifier: Apache-2.0
// Fleets of a few objects that declare their own links and states.

import type { Graph, GraphNode } from '../../../src/lib/model/graph/graph.ts'
import type { Health } from '../../../src/lib/model/graph/health.ts'
import { type KindSpec, kindName } from '../../../src/lib/model/graph/kind.ts'
import type { Link, Ref } from '../../../src/lib/model/graph/link.ts'
import type { Gap } from '../../../src/lib/model/landscape/gap.ts'
import type { RoleName } from '../../../src/lib/model/landscape/role.ts'
import type { KindReading, SeenCluster, Snapshot } from '../../../src/lib/model/landscape/snapshot.ts'
import { listAt, textAt } from '../../../src/lib/model/object/fields.ts'
import type { KubeObject, Meta } from '../../../src/lib/model/object/resource.ts'
import type { State } from '../../../src/lib/model/report/report.ts'

export const NOW = Date.parse('2026-11-16T12:00:00Z')
export const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString()
export const LONG_AGO = ago(86_400)

/** A kind whose objects declare their links in spec.links and their state in status.state. */
export function smallKind(name: string, more: Partial<KindSpec> = {}): KindSpec {
  const [kind = '', ...group] = name.split('.')
  return {
    group: group.join('.'),
    kind,
    plural: `${kind.toLowerCase()}s`,
    versions: ['v1'],
    namespaced: true,
    roles: ['management', 'control-plane', 'hypervisor', 'storage', 'arbiter', 'garden'],
    keep: ['spec', 'status'],
    holdsCopies: true,
    links: (object) => listAt(object, 'spec.links') as unknown as readonly Link[],
    health: stateOf,
    ...more,
  }
}

function stateOf(object: KubeObject): Health {
  const state = textAt(object, 'status.state') as State | undefined
  return state ? { state, reason: `Is ${state}` } : { state: 'unknown', reason: 'NotObserved' }
}

export interface Thing extends Partial<Meta> {
  readonly links?: readonly Link[]
  /** healthy by default; null: there is no status. */
  readonly state?: State | null
  readonly more?: Readonly<Record<string, unknown>>
}

/** thing('B.t.test', 'ns/name'); a name without a slash has no namespace. */
export function thing(
  kindNamed: string,
  at: string,
  { links, state = 'healthy', more, ...meta }: Thing = {},
): KubeObject {
  const [kind = '', ...group] = kindNamed.split('.')
  const [first = '', second] = at.split('/')
  return {
    apiVersion: group.length > 0 ? `${group.join('.')}/v1` : 'v1',
    kind,
    metadata: {
      ...(second === undefined ? { name: first } : { namespace: first, name: second }),
      creationTimestamp: LONG_AGO,
      ...meta,
    },
    spec: { ...(links ? { links } : {}) },
    ...(state === null ? {} : { status: { state } }),
    ...more,
  }
}

/** A required link to B.t.test by name, by default. */
export function link(to: Partial<Ref> = {}, more: Partial<Link> = {}): Link {
  const ref: Ref = { where: 'here', group: 't.test', kind: 'B', ...to }
  return { rel: 'depends-on', path: 'spec.ref', ...more, to: ref }
}

export interface SmallCluster {
  readonly roles?: readonly RoleName[]
  readonly objects?: readonly KubeObject[]
  /** The cluster is unreachable. */
  readonly dark?: boolean
}

export interface Small {
  readonly kinds: readonly KindSpec[]
  readonly clusters: Readonly<Record<string, SmallCluster>>
  readonly gaps?: readonly Gap[]
  /** Overrides the default: every kind was read in every reachable cluster. */
  readonly readings?: (reading: KindReading) => KindReading | undefined
  readonly addresses?: Readonly<Record<string, string>>
}

export function snapshotOf({ kinds, clusters, gaps = [], readings = (r) => r, addresses = {} }: Small): Snapshot {
  const all = Object.entries(clusters)
  const seen = all.map(([label, { roles = rolesOf(label) }]): SeenCluster => {
    return { label, cluster: { uid: `uid of ${label}`, name: label, roles } }
  })
  const unreachable = all.flatMap(([label, cluster]) => (cluster.dark ? [darkness(label)] : []))
  return {
    takenAt: NOW,
    clusters: seen,
    resources: all.flatMap(([, { objects = [], dark: isUnreachable }], i) =>
      isUnreachable ? [] : objects.map((object) => ({ cluster: (seen[i] as SeenCluster).cluster, object })),
    ),
    readings: all.flatMap(([label, { dark: isUnreachable }]) =>
      isUnreachable
        ? []
        : kinds.flatMap((spec) => readings({ cluster: label, kind: kindName(spec), outcome: 'read' }) ?? []),
    ),
    gaps: [...unreachable, ...gaps],
    addresses: new Map(Object.entries(addresses)),
  }
}

export const darkness = (cluster: string): Gap => ({ cluster, fault: 'unreachable', message: 'does not answer' })

export const forbidden = (cluster: string, kind: string, namespace?: string): Gap => ({
  cluster,
  kind,
  fault: 'forbidden',
  message: `forbidden: list ${kind}`,
  ...(namespace === undefined ? {} : { namespace }),
})

function rolesOf(label: string): readonly RoleName[] {
  const [role = '', name] = label.split('/')
  return [{ role: role as RoleName['role'], name: name ?? role }]
}

/** The dependencies of an object as "source id": live management:B.t.test:ns/b */
export function standsOn(graph: Graph, id: string): readonly string[] {
  return graph.out(id as never).map(({ to }) => say(graph.nodes.get(to)))
}

export const say = (node: GraphNode | undefined) => (node ? `${node.source} ${node.id}` : 'nothing')
