// SPDX-License-Identifier: Apache-2.0
// Recorded objects of real controllers as a snapshot, projected as the collector does.
import { readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import { KINDS } from '../../../src/lib/kinds/index.ts'
import { type KindSpec, kindName } from '../../../src/lib/model/graph/kind.ts'
import type { RoleName } from '../../../src/lib/model/landscape/role.ts'
import type { SeenCluster, Snapshot } from '../../../src/lib/model/landscape/snapshot.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'

export interface RecordedCluster {
  readonly label: string
  readonly roles: readonly RoleName[]
  readonly objects: readonly KubeObject[]
}

export function readObjects(file: string): readonly KubeObject[] {
  return parseAllDocuments(readFileSync(file, 'utf8')).flatMap((document) => {
    const value = document.toJS() as (Partial<KubeObject> & { items?: KubeObject[] }) | null
    if (!value) return []
    return (value.items ?? [value]).filter((item): item is KubeObject => item.metadata !== undefined)
  })
}

/** The kinds that status reads: not the large ones, and no Secrets. */
export const STATUS_KINDS: readonly KindSpec[] = KINDS.filter((spec) => !spec.onDemand && spec.kind !== 'Secret')

/** All clusters read completely at the given time; a kind without recorded objects is read and empty. */
export function snapshotOf(
  recorded: readonly RecordedCluster[],
  takenAt: number,
  { kinds = STATUS_KINDS, addresses = new Map<string, string>() } = {},
): Snapshot {
  const known = new Set(kinds.map(kindName))
  const seen = recorded.map(({ label, roles }): SeenCluster => ({ label, cluster: { uid: label, name: label, roles } }))
  return {
    takenAt,
    clusters: seen,
    resources: recorded.flatMap(({ objects }, i) => {
      const cluster = (seen[i] as SeenCluster).cluster
      return objects.filter((object) => known.has(nameOf(object))).map((object) => ({ cluster, object }))
    }),
    readings: recorded.flatMap(({ label }) =>
      kinds.map((spec) => ({ cluster: label, kind: kindName(spec), outcome: 'read' as const })),
    ),
    gaps: [],
    addresses,
  }
}

function nameOf({ apiVersion, kind }: KubeObject): string {
  return kindName({ group: apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '', kind })
}

/** The newest timestamp in the objects: about when they were recorded. */
export function recordedAt(objects: readonly KubeObject[]): number {
  const times = JSON.stringify(objects).matchAll(/"(?:lastTransitionTime|creationTimestamp|refreshTime)":"([^"]+)"/g)
  return Math.max(...[...times].map(([, time]) => Date.parse(time ?? '')))
}
