// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../model/graph/kind.ts'
import type { Fault } from '../model/landscape/fault.ts'
import type { Gap } from '../model/landscape/gap.ts'
import type { KindReading, SeenCluster, Snapshot } from '../model/landscape/snapshot.ts'

/** What not finding an object in a cluster means. */
export type Visibility =
  | { readonly type: 'readable' }
  | { readonly type: 'not installed' }
  /** This command does not read the kind, or not in clusters of this role: nothing can be said, and nothing is. */
  | { readonly type: 'not asked' }
  | { readonly type: 'hidden'; readonly fault: Fault; readonly message: string }

/** Tells an object that is not there from one that could not be seen. */
export function visibilityOf(
  snapshot: Snapshot,
  specs: ReadonlyMap<string, KindSpec>,
): (cluster: SeenCluster, kind: string, namespace: string | undefined, name?: string) => Visibility {
  const readings = new Map(snapshot.readings.map((reading) => [keyOf(reading.cluster, reading.kind), reading]))
  const read = new Set(snapshot.readings.map(({ kind }) => kind))
  // A kind that lives only in dark clusters was asked for and read nowhere.
  const isAsked = (kind: string) => read.has(kind) || isUsual(specs.get(kind))
  const gaps = gapIndex(snapshot.gaps)
  const known = new Set(snapshot.clusters.map(({ label }) => label))
  const look: ReturnType<typeof visibilityOf> = ({ label }, kind, namespace, name) => {
    const reading = readings.get(keyOf(label, kind))
    const own = gaps.get(keyOf(label, kind)) ?? []
    const any = own[0] ?? gaps.get(keyOf(label, undefined))?.[0]
    if (!reading && !isAsked(kind)) return { type: 'not asked' }
    if (!known.has(label)) return { type: 'hidden', fault: 'notfound', message: `the cluster of ${label} is not known` }
    if (!reading) return any ? hidden(any) : { type: 'not asked' }
    if (reading.outcome === 'notinstalled') return { type: 'not installed' }
    if (reading.outcome === 'failed') return hidden(any)
    const partly = reading.onlyNamespaces
    if (partly && (namespace === undefined || !partly.includes(namespace))) {
      if (isKnown(reading, namespace, name)) return { type: 'readable' }
      const why = own.find((gap) => isIn(gap, namespace)) ?? own.find((gap) => gap.namespace === undefined)
      // Private kinds are read only where something refers to one: elsewhere nobody looked.
      return why ? hidden(why) : { type: 'not asked' }
    }
    // A list that lost some of its items may have lost this one; one that was read in parts says where.
    const lost = own.find((gap) => (gap.namespace === undefined ? !partly : isIn(gap, namespace)))
    return lost ? hidden(lost) : { type: 'readable' }
  }
  // Asked for every link, and the namespace matters only where something was read in parts.
  const isMixed = (label: string, kind: string) =>
    gaps.has(keyOf(label, kind)) || readings.get(keyOf(label, kind))?.onlyNamespaces !== undefined
  const plain = new Map<string, Map<string, Visibility | 'mixed'>>()
  return (cluster, kind, namespace, name) => {
    const kinds = plain.get(cluster.label) ?? new Map<string, Visibility | 'mixed'>()
    if (kinds.size === 0) plain.set(cluster.label, kinds)
    const seen = kinds.get(kind) ?? (isMixed(cluster.label, kind) ? 'mixed' : look(cluster, kind, namespace, name))
    kinds.set(kind, seen)
    return seen === 'mixed' ? look(cluster, kind, namespace, name) : seen
  }
}

const isUsual = (spec: KindSpec | undefined) => spec !== undefined && spec.onDemand !== true

/** It was asked for by its name, and the answer was plain. */
const isKnown = ({ onlyNames }: KindReading, namespace = '', name = '') => onlyNames?.get(namespace)?.has(name) === true

const isIn = (gap: Gap, namespace: string | undefined) => namespace === undefined || gap.namespace === namespace

const keyOf = (cluster: string, kind: string | undefined) => `${cluster}:${kind ?? ''}`

const hidden = (gap: Gap | undefined): Visibility => ({
  type: 'hidden',
  fault: gap?.fault ?? 'internal',
  message: gap?.message ?? 'could not be read',
})

/** Gaps by cluster and kind, those of whole clusters under no kind; in an order of their own, whoever reported first. */
function gapIndex(gaps: readonly Gap[]): ReadonlyMap<string, readonly Gap[]> {
  const sorted = [...gaps].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  return Map.groupBy(sorted, (gap) => keyOf(gap.cluster, gap.kind))
}

const textOf = ({ namespace = '', fault, message }: Gap) => `${namespace} ${fault} ${message}`
