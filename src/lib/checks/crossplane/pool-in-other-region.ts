// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { textAt } from '../../model/object/fields.ts'
import { isDeleted, POOL_CLAIM_KINDS, TENANTS } from '../shared/crossplane.ts'

export const poolInOtherRegion: Check = {
  id: 'pool-in-other-region',
  category: 'crossplane',
  severity: 'warning',
  title: 'Claim uses a pool of another region',
  why: 'Control plane and pool are in different regions: every agent request and every volume write crosses regions. It is usually a typo.',
  fix: 'Name a pool in the region of the claim, or correct the region. An existing OpenStack cluster has to be migrated.',
  byHand: [
    "kubectl --context MANAGEMENT -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.spec.region}'",
    'kubectl --context MANAGEMENT get hypervisorclusters.crossplane.c5c3.io,storageclusters.crossplane.c5c3.io -A -o custom-columns=NAME:.spec.name,REGION:.spec.region',
  ],
  modes: ['F15'],
  about: TENANTS,
  beside: POOL_CLAIM_KINDS,
  *run(context) {
    for (const node of TENANTS.flatMap((kind) => context.of(kind))) {
      const region = textAt(node.object, 'spec.region')
      if (!region || isDeleted(node)) continue
      const distant = POOL_CLAIM_KINDS.flatMap((kind) => context.out(node, kind)).filter((pool) => {
        const poolRegion = textAt(pool.object, 'spec.region')
        return poolRegion !== undefined && poolRegion !== region
      })
      if (distant.length === 0) continue
      yield {
        mode: 'F15',
        subject: node,
        message: `in ${region}, but ${distant.map((pool) => `${pool.kind} ${pool.name} is in ${textAt(pool.object, 'spec.region')}`).join(', ')}`,
        evidence: [fieldProof(node, 'spec.region'), ...distant.map((pool) => fieldProof(pool, 'spec.region'))],
        standsAlone: true,
      }
    }
  },
}
