// SPDX-License-Identifier: Apache-2.0

import { refusals } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { flagAt } from '../../model/object/fields.ts'

const [GLANCE, BACKEND] = ['Glance.glance.openstack.c5c3.io', 'GlanceBackend.glance.openstack.c5c3.io'] as const

export const noDefaultBackend: Check = {
  id: 'no-default-backend',
  category: 'control-plane',
  severity: 'error',
  title: 'Glance has no unique default backend',
  why: 'Exactly one Glance backend has to be the default. With none or with several, Glance is not started.',
  fix: 'Set isDefault: true on exactly one backend: in the ControlPlane (spec.services.glance.backends) if it creates them, otherwise on the GlanceBackend.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get glancebackends.glance.openstack.c5c3.io -o custom-columns=NAME:.metadata.name,DEFAULT:.spec.isDefault',
  ],
  modes: ['F68'],
  about: [GLANCE],
  beside: [BACKEND],
  reasons: ['NoDefaultBackend'],
  *run(context) {
    for (const node of context.of(GLANCE))
      for (const condition of refusals(node, /^BackendsReady$/, /^NoDefaultBackend$/)) {
        const backends = context.out(node, BACKEND).filter(({ object }) => object)
        const defaults = backends.filter(({ object }) => flagAt(object, 'spec.isDefault') === true)
        // With exactly one default backend its credentials are missing, which the backend reports itself.
        if (defaults.length === 1 || !hasLastedFor(condition.since, 2, context.now)) continue
        if (!context.isRead(BACKEND, node.cluster, node.namespace)) continue
        yield {
          mode: 'F68',
          subject: node,
          standsAlone: true,
          message: `${defaults.length === 0 ? 'no backend is' : `${defaults.length} backends are`} the default, of ${backends.length}`,
          evidence: [
            conditionProof(node, 'BackendsReady'),
            ...backends.map((backend) => fieldProof(backend, 'spec.isDefault')),
          ],
          next: [kubectl(node, 'get', BACKEND.replace('GlanceBackend', 'glancebackends'))],
        }
      }
  },
}
