// SPDX-License-Identifier: Apache-2.0
import type { Fault } from '../model/fault.ts'
import type { SeenCluster, Snapshot } from '../model/snapshot.ts'

/** What not finding an object in a cluster means. */
export type Visibility =
  | { readonly type: 'readable' }
  | { readonly type: 'not installed' }
  /** This command does not read the kind: nothing can be said, and nothing is. */
  | { readonly type: 'not asked' }
  | { readonly type: 'hidden'; readonly fault: Fault; readonly message: string }

/** Tells an object that is not there from one that could not be seen. */
export function visibilityOf(
  snapshot: Snapshot,
): (cluster: SeenCluster, kind: string, namespace: string | undefined) => Visibility {
  const readings = new Map(snapshot.readings.map((reading) => [`${reading.cluster}:${reading.kind}`, reading]))
  const asked = new Set(snapshot.readings.map(({ kind }) => kind))
  const gapOf = (label: string, kind: string) =>
    snapshot.gaps.find((gap) => gap.cluster === label && gap.kind === kind) ??
    snapshot.gaps.find((gap) => gap.cluster === label && gap.kind === undefined)
  return ({ label }, kind, namespace) => {
    const reading = readings.get(`${label}:${kind}`)
    const hidden = (): Visibility => {
      const gap = gapOf(label, kind)
      return { type: 'hidden', fault: gap?.fault ?? 'internal', message: gap?.message ?? 'could not be read' }
    }
    if (!reading)
      return asked.has(kind) && gapOf(label, kind)
        ? hidden()
        : asked.has(kind)
          ? { type: 'not installed' }
          : { type: 'not asked' }
    if (reading.outcome === 'notinstalled') return { type: 'not installed' }
    if (reading.outcome === 'failed') return hidden()
    const partly = reading.onlyNamespaces
    if (partly && (namespace === undefined || !partly.includes(namespace))) return hidden()
    // A list that lost some of its items may have lost this one.
    return gapOf(label, kind)?.kind === kind ? hidden() : { type: 'readable' }
  }
}
