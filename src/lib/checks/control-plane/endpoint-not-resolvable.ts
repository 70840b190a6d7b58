// SPDX-License-Identifier: Apache-2.0

import { refusals, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof, healthyEvidence } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { textAt } from '../../model/object/fields.ts'

export const endpointNotResolvable: Check = {
  id: 'endpoint-not-resolvable',
  category: 'control-plane',
  severity: 'error',
  title: 'Service endpoint does not resolve',
  why: 'The Pods are ready, but the host name of the API does not resolve: the Service object is missing, cluster DNS is down, or the endpoint is not set.',
  fix: 'Check that the Service exists and has endpoints, and that its name resolves from inside the cluster. Create the missing Service or fix cluster DNS.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get service,endpointslices',
    'kubectl --context CONTEXT -n kube-system get pods -l k8s-app=kube-dns',
  ],
  modes: ['F103'],
  about: SERVICE_KINDS,
  reasons: ['EndpointNotReady'],
  *run(context) {
    for (const service of SERVICE_KINDS.flatMap((kind) => context.of(kind))) {
      if (conditionOf(service, 'DeploymentReady')?.status !== 'True') continue
      for (const condition of refusals(service, /APIReady$/, /^EndpointNotReady$/)) {
        if (!hasLastedFor(condition.since, 1, context.now)) continue
        yield {
          mode: 'F103',
          subject: service,
          message: condition.message || 'endpoint is not ready',
          evidence: [
            conditionProof(service, condition.type),
            healthyEvidence(service, 'DeploymentReady'),
            ...(textAt(service.object, 'status.endpoint') ? [fieldProof(service, 'status.endpoint')] : []),
          ],
          next: [
            kubectl(service, 'get', 'service,endpointslices'),
            kubectl({ cluster: service.cluster, namespace: 'kube-system' }, 'get', 'pods', '-l', 'k8s-app=kube-dns'),
          ],
        }
      }
    }
  },
}
