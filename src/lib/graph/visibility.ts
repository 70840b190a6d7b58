// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../model/graph/kind.ts'
import type { Fault } from '../model/landscape/fault.ts'
import type { Gap } from '../model/landscape/gap.ts'
import type { KindReading, SeenCluster, Snapshot } from '../model/landscape/snapshot.ts'

/** Whether an object that was not found in a cluster is missing or could not be read. */
export type Visibility =
  | { readonly type: 'readable' }
  | { readonly type: 'not installed' }
  /** This command does not read the kind, or not in clusters of this role: make no statement. */
  | { readonly type: 'not asked' }
  | { readonly type: 'hidden'; readonly fault: Fault; readonly message: string }

export function visibilityOf(
  snapshot: Snapshot,
  specs: ReadonlyMap<string, KindSpec>,
): (cluster: SeenCluster, kind: string, namespace: string | undefined, name?: string) => Visibility {
  const readings = new Map(snapshot.readings.map((reading) => [keyOf(reading.cluster, reading.kind), reading]))
  const read = new Set(snapshot.readings.flatMap(({ kind, onlyExplains }) => (onlyExplains ? [] : [kind])))
  // A kind that only exists in unreachable clusters was requested, but has no reading.
  const isRequested = (kind: string) => read.has(kind) || isReadByDefault(specs.get(kind))
  const gaps = gapIndex(snapshot.gaps)
  const known = new Set(snapshot.clusters.map(({ label }) => label))
  const compute: ReturnType<typeof visibilityOf> = ({ label }, kind, namespace, name) => {
    const reading = readings.get(keyOf(label, kind))
    const own = gaps.get(keyOf(label, kind)) ?? []
    const any = own[0] ?? gaps.get(keyOf(label, undefined))?.[0]
    if (reading ? reading.onlyExplains : !isRequested(kind)) return { type: 'not asked' }
    if (!known.has(label)) return { type: 'hidden', fault: 'notfound', message: `the cluster of ${label} is not known` }
    if (!reading) return any ? hidden(any) : { type: 'not asked' }
    if (reading.outcome === 'notinstalled') return { type: 'not installed' }
    if (reading.outcome === 'failed') return hidden(any)
    const partly = reading.onlyNamespaces
    if (partly && (namespace === undefined || !partly.includes(namespace))) {
      if (wasReadByName(reading, namespace, name)) return { type: 'readable' }
      const gap = own.find((each) => isIn(each, namespace)) ?? own.find((each) => each.namespace === undefined)
      // Kinds read by reference are read only where an object refers to them.
      return gap ? hidden(gap) : { type: 'not asked' }
    }
    // An incomplete list may lack this object; gaps of a list read by namespace name the namespace.
    const lost = own.find((gap) => (gap.namespace === undefined ? !partly : isIn(gap, namespace)))
    return lost ? hidden(lost) : { type: 'readable' }
  }
  // Called for every link, so cache by cluster and kind; the namespace matters only for partly read kinds.
  const isMixed = (label: string, kind: string) =>
    gaps.has(keyOf(label, kind)) || readings.get(keyOf(label, kind))?.onlyNamespaces !== undefined
  const cache = new Map<string, Map<string, Visibility | 'mixed'>>()
  return (cluster, kind, namespace, name) => {
    const kinds = cache.get(cluster.label) ?? new Map<string, Visibility | 'mixed'>()
    if (kinds.size === 0) cache.set(cluster.label, kinds)
    const cached = kinds.get(kind) ?? (isMixed(cluster.label, kind) ? 'mixed' : compute(cluster, kind, namespace, name))
    kinds.set(kind, cached)
    return cached === 'mixed' ? compute(cluster, kind, namespace, name) : cached
  }
}

const isReadByDefault = (spec: KindSpec | undefined) => spec !== undefined && spec.onDemand !== true

const wasReadByName = ({ onlyNames }: KindReading, namespace = '', name = '') =>
  onlyNames?.get(namespace)?.has(name) === true

const isIn = (gap: Gap, namespace: string | undefined) => namespace === undefined || gap.namespace === namespace

const keyOf = (cluster: string, kind: string | undefined) => `${cluster}:${kind ?? ''}`

const hidden = (gap: Gap | undefined): Visibility => ({
  type: 'hidden',
  fault: gap?.fault ?? 'internal',
  message: gap?.message ?? 'could not be read',
})

/** Gaps by cluster and kind, those of whole clusters without a kind; sorted, so that read order does not matter. */
function gapIndex(gaps: readonly Gap[]): ReadonlyMap<string, readonly Gap[]> {
  const sorted = [...gaps].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  return Map.groupBy(sorted, (gap) => keyOf(gap.cluster, gap.kind))
}

const textOf = ({ namespace = '', fault, message }: Gap) => `${namespace} ${fault} ${message}`
