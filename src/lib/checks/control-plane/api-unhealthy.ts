// SPDX-License-Identifier: Apache-2.0

import { refusals, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, healthyEvidence } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'

export const apiUnhealthy: Check = {
  id: 'api-unhealthy',
  category: 'control-plane',
  severity: 'error',
  title: 'Service API is unhealthy',
  why: "The Pods are ready, but the operator's own request to the API fails: the service cannot reach its database or cache, its configuration is wrong, or a NetworkPolicy blocks the operator.",
  fix: 'Read the log of the service Pods and request the API from inside the cluster. If the API answers there, check the NetworkPolicies between the namespaces of the operator and the service.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE logs deploy/NAME --tail=100',
    'kubectl --context CONTEXT -n NAMESPACE get networkpolicy',
    'kubectl --context CONTEXT -n NAMESPACE get endpointslices',
  ],
  modes: ['F64'],
  about: SERVICE_KINDS,
  reasons: ['APIUnhealthy', 'ConnectionFailed', 'HealthCheckFailed', 'HealthCheckTimeout'],
  *run(context) {
    const reasons = /^(APIUnhealthy|ConnectionFailed|HealthCheckFailed|HealthCheckTimeout)$/
    for (const service of SERVICE_KINDS.flatMap((kind) => context.of(kind))) {
      const deployment = conditionOf(service, 'DeploymentReady')
      if (deployment && deployment.status !== 'True') continue
      for (const condition of refusals(service, /APIReady$/, reasons)) {
        if (!hasLastedFor(condition.since, 2, context.now)) continue
        yield {
          mode: 'F64',
          subject: service,
          message: condition.message || condition.reason,
          evidence: [
            conditionProof(service, condition.type),
            ...(deployment ? [healthyEvidence(service, 'DeploymentReady')] : []),
          ],
          next: [
            kubectl(service, 'logs', '-l', `app.kubernetes.io/name=${service.kind.toLowerCase()}`, '--tail=100'),
            kubectl(service, 'get', 'networkpolicy,endpointslices'),
          ],
        }
      }
    }
  },
}
