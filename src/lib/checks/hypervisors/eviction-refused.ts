// SPDX-License-Identifier: Apache-2.0

import { PREFLIGHT_TIME } from '../../kinds/hypervisor-operator/eviction.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { conditionAge } from '../../model/object/conditions.ts'
import { objectArgs } from '../../model/text/command.ts'
import { EVICTIONS } from '../shared/evictions.ts'
import { HYPERVISORS } from '../shared/pool-members.ts'

export const evictionRefused: Check = {
  id: 'eviction-refused',
  category: 'hypervisors',
  severity: 'error',
  effect: 'degrades',
  title: 'An eviction cannot begin',
  why: 'Before it moves anything the operator looks the host up in Nova and disables it there. One of the two failed, so not one instance is moved.',
  fix: 'Where Nova does not know the host, register it again or delete the Eviction; where it could not be disabled, look at the Nova API and at the credentials of the operator.',
  byHand: ['kubectl get evictions.kvm.cloud.sap NAME -o yaml', 'openstack compute service list --host HOST'],
  modes: ['F32'],
  about: EVICTIONS,
  beside: HYPERVISORS,
  *run(context) {
    for (const eviction of EVICTIONS.flatMap((kind) => context.of(kind))) {
      const preflight = conditionOf(eviction, 'PreflightChecksSucceeded')
      if (preflight?.status !== 'False' || preflight.reason !== 'Failed') continue
      if (eviction.object?.metadata.deletionTimestamp || conditionAge(preflight, context.now) < PREFLIGHT_TIME) continue
      const [host] = HYPERVISORS.flatMap((kind) => context.into(eviction, kind))
      yield {
        mode: 'F32',
        subject: eviction,
        message: preflight.message || 'the checks before the eviction failed',
        evidence: [
          conditionProof(eviction, 'PreflightChecksSucceeded'),
          fieldProof(eviction, 'spec.hypervisor'),
          ...(host ? [fieldProof(host, 'status.serviceId'), conditionProof(host, 'HypervisorDisabled')] : []),
        ],
        next: [
          { command: { words: ['openstack', 'compute', 'service', 'list', `--host=${host?.name ?? 'HOST'}`] } },
          {
            ...kubectl(eviction, 'delete', ...objectArgs(`evictions.${eviction.group}`, eviction.name)),
            why: 'gives it up, when the host is gone for good',
          },
        ],
      }
    }
  },
}
