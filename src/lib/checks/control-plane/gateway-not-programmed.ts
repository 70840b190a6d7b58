// SPDX-License-Identifier: Apache-2.0

import { SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'

const GATEWAY = 'Gateway.gateway.networking.k8s.io'
const ROUTE = 'HTTPRoute.gateway.networking.k8s.io'

export const gatewayNotProgrammed: Check = {
  id: 'gateway-not-programmed',
  category: 'control-plane',
  severity: 'error',
  title: 'Gateway does not accept traffic',
  why: 'Users reach the services only through this Gateway. Its controller has not accepted or configured it, or it has no address: every public endpoint on it is down, although the services report Ready.',
  fix: 'Read the conditions of the Gateway. AddressNotAssigned: check the load balancer and its address pool. Invalid: correct the listener or its certificate. If it stays Pending, check that the GatewayClass exists and that its controller runs.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe gateways.gateway.networking.k8s.io NAME',
    'kubectl --context CONTEXT get gatewayclasses.gateway.networking.k8s.io',
  ],
  modes: ['F160'],
  about: [GATEWAY],
  beside: [ROUTE, ...SERVICE_KINDS],
  reasons: ['AddressNotAssigned', 'AddressNotUsable', 'NoResources'],
  *run(context) {
    for (const gateway of context.of(GATEWAY)) {
      const { state, message, reason } = context.own(gateway)
      if (state !== 'failed' && state !== 'degraded') continue
      const users = [ROUTE, ...SERVICE_KINDS].flatMap((kind) => context.into(gateway, kind))
      // A Gateway of something else in the cluster does not concern OpenStack.
      if (users.length === 0) continue
      yield {
        mode: 'F160',
        subject: gateway,
        message: `${message ?? reason ?? `state is ${state}`}; ${users.length} ${users.length === 1 ? 'object is' : 'objects are'} exposed through it`,
        evidence: [
          conditionProof(gateway, 'Accepted'),
          conditionProof(gateway, 'Programmed'),
          fieldProof(gateway, 'status.addresses'),
          ...users
            .slice(0, 2)
            .map((user) => fieldProof(user, user.kind === 'HTTPRoute' ? 'spec.parentRefs' : 'spec.gateway.hostname')),
        ],
        ...(state === 'degraded' ? { severity: 'warning' as const, effect: 'degrades' as const } : {}),
        next: [kubectl({ cluster: gateway.cluster }, 'get', 'gatewayclasses.gateway.networking.k8s.io')],
      }
    }
  },
}
