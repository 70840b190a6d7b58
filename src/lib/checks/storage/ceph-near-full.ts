// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import { quantityAt } from '../../model/object/quantity.ts'
import { CEPH, complaintProof, complaintsOf, isAboutRoom } from '../shared/ceph-health.ts'
import { COUNTED_POOL_KINDS } from '../shared/pool-members.ts'

/** Shares of the capacity: above the first, order disks; above the second, Ceph is about to refuse writes. */
const [NEAR_FULL, FULL] = [0.75, 0.85]

export const cephNearFull: Check = {
  id: 'ceph-near-full',
  category: 'storage',
  severity: 'warning',
  title: 'Ceph is nearly full',
  why: 'A full Ceph cluster accepts no more data: all volumes in it become read-only at once. Recovery after the loss of a host needs free capacity, too.',
  fix: 'Add OSDs or nodes, or set quotas on the growing pools. Delete data only when its owner confirms that it is no longer needed.',
  byHand: [
    "kubectl --context STORAGE -n rook-ceph get cephcluster -o jsonpath='{.items[*].status.ceph.capacity}'",
    'kubectl rook-ceph --context STORAGE ceph df',
  ],
  modes: ['F41'],
  about: [CEPH],
  beside: [...COUNTED_POOL_KINDS],
  *run(context) {
    for (const ceph of context.of(CEPH)) {
      const at = 'status.ceph.capacity'
      const [used, total] = [countAt(ceph.object, `${at}.bytesUsed`), countAt(ceph.object, `${at}.bytesTotal`)]
      const share = used !== undefined && total ? used / total : undefined
      const complaints = complaintsOf(ceph).filter(isAboutRoom)
      const isNearFull = share !== undefined && share > NEAR_FULL
      if (!isNearFull && complaints.length === 0) continue
      const isFull =
        (share ?? 0) > FULL || complaints.some(({ code, isError }) => isError || /(?<!NEAR)FULL$/.test(code))
      yield {
        mode: 'F41',
        subject: ceph,
        message: isNearFull
          ? `${Math.round(share * 100)} % of ${tebibytes(total ?? 0)} used`
          : complaints.map(({ message }) => message).join('; '),
        evidence: [
          ...(share === undefined
            ? []
            : [{ on: ceph, path: `${at}.bytesUsed`, value: `${tebibytes(used ?? 0)} of ${tebibytes(total ?? 0)}` }]),
          ...complaints.map((complaint) => complaintProof(ceph, complaint)),
          ...overcommitment(context, ceph, total),
        ],
        ...(isFull ? { severity: 'error' as const } : {}),
        standsAlone: true,
        next: [kubectl(ceph, 'rook-ceph', 'ceph', 'df'), kubectl(ceph, 'get', 'cephblockpools.ceph.rook.io')],
      }
    }
  },
}

const tebibytes = (bytes: number) => `${(bytes / 2 ** 40).toFixed(bytes < 2 ** 43 ? 1 : 0)} TiB`

/** The requested capacity, if it exceeds what fits with its number of copies. */
function overcommitment(context: CheckContext, ceph: GraphNode, total: number | undefined): FindingEvidence[] {
  return COUNTED_POOL_KINDS.flatMap((kind) => context.into(ceph, kind)).flatMap((pool) => {
    const [path, requested] = ['spec.ceph.targetCapacity', quantityAt(pool.object, 'spec.ceph.targetCapacity')]
    const copies = countAt(pool.object, 'spec.ceph.replicationFactor') ?? 1
    if (requested === undefined || total === undefined || requested <= total / copies) return []
    const capacity = `${tebibytes(total / copies)} with ${copies} replicas`
    return [{ on: pool, path, value: `${textAt(pool.object, path)}, capacity ${capacity}` }]
  })
}
