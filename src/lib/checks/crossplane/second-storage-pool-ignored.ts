// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt, textsAt } from '../../model/object/fields.ts'
import { OBJECTS, rendersKind, TENANTS, tenantObjects } from '../shared/crossplane.ts'

export const secondStoragePoolIgnored: Check = {
  id: 'second-storage-pool-ignored',
  category: 'crossplane',
  severity: 'warning',
  title: 'Only the first of several storage pools is used',
  why: 'The claim lists more than one storage pool, but the Composition creates Ceph pools only in the first: there is no second location for volumes, whatever the claim requests.',
  fix: 'Extend the Composition so that it composes pools, client and key for every entry of spec.storageClusters, or remove the other entries from the claim.',
  byHand: [
    "kubectl --context MANAGEMENT -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.spec.storageClusters}'",
    'kubectl --context MANAGEMENT get objects.kubernetes.crossplane.io -l crossplane.io/claim-name=NAME -o custom-columns=KIND:.spec.forProvider.manifest.kind,CONFIG:.spec.providerConfigRef.name',
  ],
  modes: ['F17'],
  about: TENANTS,
  beside: OBJECTS,
  *run(context) {
    for (const { wish, objects, isWhole } of tenantObjects(context)) {
      const pools = textsAt(wish.object, 'spec.storageClusters')
      const ceph = objects.filter((object) => rendersKind(object, 'ceph.rook.io'))
      const used = new Set(ceph.map(configOf))
      const [first] = pools
      // Other Compositions may name their ProviderConfigs differently: check only if the first one has the name of its
      // pool.
      if (!isWhole || first === undefined || !used.has(first)) continue
      const ignored = pools.flatMap((pool, i) => (used.has(pool) ? [] : [{ pool, i }]))
      if (ignored.length === 0) continue
      yield {
        mode: 'F17',
        subject: wish,
        message: `nothing was created in ${ignored.map(({ pool }) => pool).join(', ')}: all ${ceph.length} Ceph objects are in ${[...used].join(', ')}`,
        evidence: [
          ...ignored.map(({ pool, i }) => ({ on: wish, path: `spec.storageClusters[${i}]`, value: pool })),
          ...ceph.slice(0, 3).map((object) => fieldProof(object, 'spec.providerConfigRef.name')),
        ],
        standsAlone: true,
      }
    }
  },
}

const configOf = ({ object }: GraphNode) => textAt(object, 'spec.providerConfigRef.name') ?? 'default'
