// SPDX-License-Identifier: Apache-2.0
import type { CollectedKind, Collection } from '../cluster/read/collect.ts'
import { kindName } from '../model/graph/kind.ts'
import type { KindReading, Snapshot } from '../model/landscape/snapshot.ts'
import { textAt } from '../model/object/fields.ts'
import { groupOf } from '../model/object/reference.ts'
import type { Resource } from '../model/object/resource.ts'
import { ownedPods } from '../reports/shared/owned-pods.ts'
import type { EvidencePlan } from './evidence.ts'
import { POD_KINDS } from './workload-pods.ts'

/** What readEvidence() would read, taken from a snapshot of everything that the plan needs. */
export function knownEvidence(wide: Snapshot, plan: EvidencePlan): Collection {
  const listed = new Set(plan.kinds.filter(({ byReference }) => !byReference).map(kindName))
  const byReference = new Set(plan.kinds.filter((kind) => kind.byReference).map(kindName))
  const labels = new Map(wide.clusters.map(({ cluster, label }) => [cluster.uid, label]))
  const namespaces = (kind: string, cluster: string) =>
    new Set((plan.references.get(kind)?.get(cluster) ?? []).map(({ namespace }) => namespace))
  const isReferenced = ({ cluster, object }: Resource) =>
    namespaces(nameOf(object), labels.get(cluster.uid) ?? '').has(object.metadata.namespace ?? '')
  const isPodReading = (reading: Pick<KindReading, 'cluster' | 'kind'>) => podReadings(plan).has(keyOf(reading))
  const pods = wide.resources.filter(({ object }) => POD_NAMES.has(nameOf(object)))
  const gaps = wide.gaps.filter(({ cluster, kind, namespace }) => {
    if (kind === undefined) return false
    if (byReference.has(kind)) return isIn(namespaces(kind, cluster), namespace)
    return listed.has(kind) || isPodReading({ cluster, kind })
  })
  return {
    objects: [
      ...wide.resources.filter(({ object }) => listed.has(nameOf(object))),
      ...(listed.has('Event') ? (wide.events ?? []).filter(isWarning) : []),
      ...wide.resources.filter((resource) => byReference.has(nameOf(resource.object)) && isReferenced(resource)),
      ...ownedPods(plan.workloads, pods),
    ],
    gaps,
    read: wide.readings.flatMap((reading) => {
      if (byReference.has(reading.kind)) return [readingIn(reading, namespaces(reading.kind, reading.cluster))]
      return listed.has(reading.kind) || isPodReading(reading) ? [{ count: 0, ...reading }] : []
    }),
  }
}

const POD_NAMES: ReadonlySet<string> = new Set(POD_KINDS.map(kindName))

const nameOf = ({ apiVersion, kind }: Resource['object']) => kindName({ group: groupOf(apiVersion), kind })

const keyOf = ({ cluster, kind }: Pick<KindReading, 'cluster' | 'kind'>) => `${cluster} ${kind}`

const isWarning = ({ object }: Resource) => textAt(object, 'type') === 'Warning'

const isIn = (namespaces: ReadonlySet<string>, namespace: string | undefined) =>
  namespaces.size > 0 && (namespace === undefined || namespaces.has(namespace))

/** ReplicaSets are read only where a Deployment is unhealthy. */
const podReadings = ({ workloads }: EvidencePlan) =>
  new Set(
    workloads.flatMap(({ cluster: { label }, kind }) => [
      keyOf({ cluster: label, kind: 'Pod' }),
      ...(kind === 'Deployment' ? [keyOf({ cluster: label, kind: 'ReplicaSet.apps' })] : []),
    ]),
  )

function readingIn(reading: KindReading, namespaces: ReadonlySet<string>): CollectedKind {
  const { cluster, kind } = reading
  if (namespaces.size === 0) return { cluster, kind, count: 0, outcome: 'read', onlyNamespaces: [] }
  const only = (reading.onlyNamespaces ?? [...namespaces]).filter((namespace) => namespaces.has(namespace))
  return { count: 0, ...reading, ...(reading.outcome === 'read' ? { onlyNamespaces: only } : {}) }
}
