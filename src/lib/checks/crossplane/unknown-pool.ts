// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { missingEvidence } from '../../model/check/evidence.ts'
import { c5c3 } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt, textsAt } from '../../model/object/fields.ts'
import { COMPOSITES, isDeleted, POOL_CLAIM_KINDS, TENANTS } from '../shared/crossplane.ts'

const CONTROL_PLANES = 'ControlPlaneCluster.crossplane.c5c3.io'

export const unknownPool: Check = {
  id: 'unknown-pool',
  category: 'crossplane',
  severity: 'error',
  title: 'Claim requests a pool that does not exist',
  why: 'The name has a typo, or the pool was removed. Nothing validates the pool names in a claim: the ControlPlane is created anyway, without the requested machines or storage.',
  fix: 'Correct the name in the claim, or create the pool.',
  byHand: [
    "kubectl --context MANAGEMENT -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.spec.hypervisorClusters}{.spec.storageClusters}'",
    'kubectl --context MANAGEMENT get hypervisorclusters.crossplane.c5c3.io,storageclusters.crossplane.c5c3.io -A',
  ],
  modes: ['F14'],
  about: TENANTS,
  // Without claims the composite is the pool: read composites too before reporting one as missing.
  beside: [...POOL_CLAIM_KINDS, CONTROL_PLANES, ...COMPOSITES.filter((kind) => !TENANTS.includes(kind))],
  *run(context) {
    for (const node of TENANTS.flatMap((kind) => context.of(kind))) {
      if (isDeleted(node)) continue
      const missing = [...POOL_CLAIM_KINDS, CONTROL_PLANES]
        .flatMap((kind) => context.out(node, kind))
        .filter(({ source, kind, group, cluster }) => {
          // Where the kind is not served, pools are known by other means.
          return source === 'missing' && context.isInstalled(`${kind}.${group}`, cluster) !== false
        })
      const [first] = missing
      if (!first) continue
      const existing = context.of(`${first.kind}.${first.group}`).map(({ name }) => name)
      yield {
        mode: 'F14',
        subject: node,
        message: `requests ${missing.map(({ kind, name }) => `${kind} ${name}`).join(' and ')}, which ${missing.length === 1 ? 'does' : 'do'} not exist${existing.length > 0 ? `; available: ${existing.join(', ')}` : ''}`,
        evidence: missing.flatMap((pool) => [
          { on: node, path: pathOf(node, pool), value: pool.name },
          missingEvidence(pool),
        ]),
        next: [c5c3('pools')],
        standsAlone: true,
      }
    }
  },
}

function pathOf({ object }: GraphNode, { kind, name }: GraphNode): string {
  if (textAt(object, 'spec.controlPlaneCluster') === name) return 'spec.controlPlaneCluster'
  const list = kind === 'HypervisorCluster' ? 'spec.hypervisorClusters' : 'spec.storageClusters'
  return `${list}[${textsAt(object, list).indexOf(name)}]`
}
