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
  title: 'Eviction cannot start',
  why: 'Before it moves instances, the operator looks up the host in Nova and disables it there. One of the two failed, so that no instance is moved.',
  fix: 'If Nova does not know the host, register it again; delete the Eviction only if the host is gone for good. If the host could not be disabled, check the Nova API and the credentials of the operator.',
  byHand: [
    'kubectl --context CONTEXT get evictions.kvm.cloud.sap NAME -o yaml',
    'openstack compute service list --host HOST',
  ],
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
            why: 'cancels the eviction; only if the host is gone for good',
          },
        ],
      }
    }
  },
}
