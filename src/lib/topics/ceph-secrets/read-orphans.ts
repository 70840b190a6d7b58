// SPDX-License-Identifier: Apache-2.0

import { collect, type ReadableMember as Readable } from '../../cluster/read/collect.ts'
import type { Fleet, Member } from '../../fleet/member.ts'
import type { CephOrphan } from '../../kinds/rook/orphan.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { FIELD_MANAGER } from '../../model/object/field-manager.ts'
import { formatCommand } from '../../model/text/command.ts'
import type { ObjectInCluster } from '../../plans/ceph-secrets/landscape.ts'
import { findCephOrphans } from '../../plans/ceph-secrets/orphans.ts'
import { LABEL } from '../../plans/shared/secret-copy.ts'
import { secretAt } from '../../plans/shared/sync-job.ts'
import { deleteCommand } from '../../plans/shared/undo.ts'
import type { CephOrphansInput } from '../../reports/ceph-secrets/orphans.ts'
import { readCephLandscape } from './read.ts'

/** Finds copies without a client or consumer, and the command that would delete each. */
export async function readCephOrphans(
  fleet: Fleet,
  namespace: string | undefined,
  signal: AbortSignal,
): Promise<CephOrphansInput> {
  const { landscape, clusters, gaps } = await readCephLandscape(fleet, signal)
  const readable = fleet.members.filter((member): member is Member & Readable => member.client !== undefined)
  const parts = await Promise.all(
    readable.map(async (member) => {
      const namespaces = landscape.namespaces.filter(({ cluster }) => cluster === member.label)
      const listOptions = namespace
        ? { namespace }
        : { fallbackNamespaces: namespaces.map(({ object }) => object.metadata.name) }
      const read = await collect([member], [COPY], {
        ...listOptions,
        labelSelector: `${LABEL}=${FIELD_MANAGER}`,
        signal,
      })
      return {
        gaps: read.gaps,
        copies: read.objects.map(({ object }): ObjectInCluster => ({ cluster: member.label, object })),
      }
    }),
  )
  const found = findCephOrphans(
    landscape,
    parts.flatMap(({ copies }) => copies),
  )
  return {
    clusters,
    gaps: [...gaps, ...parts.flatMap((part) => part.gaps), ...found.gaps],
    orphans: found.orphans.map((orphan) => ({ orphan, ...removal(fleet, orphan) })),
  }
}

function removal({ members }: Fleet, orphan: CephOrphan): { command?: string } {
  const { cluster, uid, resourceVersion, keeper } = orphan
  const config = members.find(({ label }) => label === cluster)?.client?.config
  if (!config || keeper || !uid) return {}
  const member = { label: cluster, ...config.own }
  return { command: formatCommand(deleteCommand(secretAt(orphan), { uid, resourceVersion }, member)) }
}

/** Only metadata of copies: no value is kept. */
const COPY: KindSpec = {
  group: '',
  kind: 'Secret',
  plural: 'secrets',
  versions: ['v1'],
  namespaced: true,
  roles: ['control-plane', 'hypervisor'],
  keep: ['type', 'metadata.managedFields'],
}
