// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { labelAt, listAt, textAt } from '../../model/object/fields.ts'
import { formatAge, isOlder, MINUTE } from '../../model/text/time.ts'
import { CEPH } from '../shared/ceph-health.ts'
import { COUNTED_POOL_KINDS } from '../shared/pool-members.ts'

const DEPLOYMENT = 'Deployment.apps'

export const cephSilent: Check = {
  id: 'ceph-silent',
  category: 'storage',
  severity: 'error',
  effect: 'degrades',
  title: 'Ceph status is stale (Rook is not reporting)',
  why: 'Rook updates the Ceph status every minute, but has not for a while. The status of the CephCluster is out of date: Ceph may be healthy or not, and new pools and clients are not created.',
  fix: 'Restore the Rook operator: if it runs but does not report, read its log, then restart it.',
  byHand: [
    "kubectl --context STORAGE -n rook-ceph get cephcluster -o jsonpath='{.items[*].status.ceph.lastChecked}'",
    'kubectl --context STORAGE -n rook-ceph get deployment rook-ceph-operator',
    'kubectl --context STORAGE -n rook-ceph logs deployment/rook-ceph-operator --tail=100',
  ],
  modes: ['F42'],
  about: [CEPH],
  beside: [DEPLOYMENT, ...COUNTED_POOL_KINDS],
  *run(context) {
    for (const ceph of context.of(CEPH)) {
      const checked = textAt(ceph.object, 'status.ceph.lastChecked')
      if (!isOlder(checked, 5 * MINUTE, context.now) || ceph.object?.metadata.deletionTimestamp) continue
      const operators = operatorsOf(context, ceph)
      const down = operators.find((one) => !isFine(context.own(one).state))
      const [operator] = operators
      const age = formatAge(context.now - Date.parse(checked ?? ''))
      yield {
        mode: 'F42',
        subject: down ?? ceph,
        message: down
          ? `the Rook operator is not ready; last status update of CephCluster ${ceph.name} ${age} ago`
          : `last status update ${age} ago${operator ? '' : ', and its cluster has no Rook operator'}`,
        evidence: [
          { ...fieldProof(ceph, 'status.ceph.lastChecked'), ...(checked ? { since: checked } : {}) },
          fieldProof(ceph, 'status.ceph.health'),
          ...(down ? [fieldProof(down, 'status.readyReplicas')] : []),
          ...(down && conditionOf(down, 'Available') ? [conditionProof(down, 'Available')] : []),
        ],
        affects: down ? [ceph] : [],
        next:
          (down ?? operator)
            ? [kubectl(down ?? operator ?? ceph, 'logs', `deployment/${(down ?? operator)?.name}`, '--tail=100')]
            : [],
      }
    }
  },
}

/** Rook labels its operator; other installations are recognised by the image. */
const operatorsOf = (context: CheckContext, ceph: GraphNode) =>
  context.of(DEPLOYMENT).filter(({ cluster, object }) => {
    if (cluster.label !== ceph.cluster.label) return false
    const images = listAt(object, 'spec.template.spec.containers').map((one) => textAt(one, 'image') ?? '')
    return (
      labelAt(object, 'app') === 'rook-ceph-operator' ||
      images.some((image) => /\/rook\/ceph:|\brook-ceph-operator/.test(image))
    )
  })
