// SPDX-License-Identifier: Apache-2.0

import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { countAt, labelAt, textsAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'
import {
  CEPH,
  complaintProof,
  complaintsOf,
  isAboutMonitors,
  lostArbiters,
  REMOTE_ARBITERS,
} from '../shared/ceph-health.ts'

const DEPLOYMENT = 'Deployment.apps'

export const quorumAtRisk: Check = {
  id: 'quorum-at-risk',
  category: 'storage',
  severity: 'error',
  effect: 'degrades',
  title: 'Ceph monitor quorum at risk',
  why: 'The arbiter and another monitor are down. The remaining monitors are just enough for a quorum; if one more fails, every volume of every tenant hangs.',
  fix: 'Do not drain or upgrade anything in this cluster. Restore the monitor first, then the arbiter.',
  byHand: [
    'kubectl --context STORAGE -n rook-ceph get deployments -l app=rook-ceph-mon',
    'kubectl rook-ceph --context STORAGE mons',
  ],
  modes: ['F51'],
  about: [CEPH],
  beside: [DEPLOYMENT, ...REMOTE_ARBITERS],
  *run(context) {
    for (const ceph of context.of(CEPH)) {
      const arbiters = lostArbiters(context, ceph)
      if (arbiters.length === 0 || ceph.object?.metadata.deletionTimestamp) continue
      const all = monitorsOf(ceph, arbiters.length)
      const monitors = context.out(ceph, DEPLOYMENT).filter(({ object }) => labelAt(object, 'app') === 'rook-ceph-mon')
      const down = monitors.filter((one) => context.own(one).state !== 'healthy')
      const remaining = monitors.length - down.length
      // One more monitor may fail without losing quorum.
      if (all === undefined || monitors.length === 0 || remaining >= Math.floor(all / 2) + 2) continue
      yield {
        mode: 'F51',
        subject: ceph,
        message: `${remaining} of ${all} monitors left, ${Math.floor(all / 2) + 1} needed`,
        evidence: [
          ...arbiters.map((arbiter) => fieldProof(arbiter, 'status.state')),
          ...down.map((one) => fieldProof(one, 'status.readyReplicas')),
          fieldProof(ceph, 'spec.mon.count'),
          ...complaintsOf(ceph)
            .filter(isAboutMonitors)
            .map((one) => complaintProof(ceph, one)),
        ],
        affects: down.filter((one) => !isFine(context.own(one).state)),
        standsAlone: true,
        next: [
          kubectl(ceph, 'get', 'pods', '-o', 'wide', '-l', 'app=rook-ceph-mon'),
          ...down.slice(0, 1).map((one) => kubectl(one, 'describe', ...objectArgs('deployment', one.name))),
        ],
      }
    }
  },
}

function monitorsOf({ object }: GraphNode, arbiters: number): number | undefined {
  const count = countAt(object, 'spec.mon.count')
  return count === undefined ? undefined : count + Math.max(textsAt(object, 'spec.mon.externalMonIDs').length, arbiters)
}
