// SPDX-License-Identifier: Apache-2.0

import { refusals, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'

export const gatewayMissing: Check = {
  id: 'gateway-missing',
  category: 'control-plane',
  severity: 'error',
  title: 'Service is not exposed externally',
  why: 'The service should be exposed through a Gateway, but the Gateway API is not installed in the cluster, or the Gateway does not accept its route. The service works inside the cluster; users cannot reach it.',
  fix: 'Install the Gateway API and restart the operator, or correct spec.gateway: the Gateway has to exist, allow routes from this namespace and have a listener for the host name.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get httproute NAME -o yaml   # status.parents',
    'kubectl --context CONTEXT get gateways.gateway.networking.k8s.io -A',
    'kubectl --context CONTEXT get crd httproutes.gateway.networking.k8s.io',
  ],
  modes: ['F65'],
  about: SERVICE_KINDS,
  reasons: ['GatewayAPINotInstalled', 'HTTPRouteNotAccepted'],
  *run(context) {
    const reasons = /^(GatewayAPINotInstalled|HTTPRouteNotAccepted)$/
    for (const service of SERVICE_KINDS.flatMap((kind) => context.of(kind)))
      for (const condition of refusals(service, /^HTTPRouteReady$/, reasons)) {
        const isAbsent = condition.reason === 'GatewayAPINotInstalled'
        if (!isAbsent && !hasLastedFor(condition.since, 2, context.now)) continue
        yield {
          mode: 'F65',
          subject: service,
          message: condition.message || condition.reason,
          evidence: [
            conditionProof(service, 'HTTPRouteReady'),
            fieldProof(service, 'spec.gateway.parentRef.name'),
            fieldProof(service, 'spec.gateway.hostname'),
          ].filter(({ value }) => value !== 'absent'),
          next: isAbsent
            ? [kubectl({ cluster: service.cluster }, 'get', 'crd', 'httproutes.gateway.networking.k8s.io')]
            : [
                kubectl(service, 'get', 'httproutes.gateway.networking.k8s.io', '-o', 'yaml'),
                kubectl({ cluster: service.cluster }, 'get', 'gateways.gateway.networking.k8s.io', '-A'),
              ],
        }
      }
  },
}
