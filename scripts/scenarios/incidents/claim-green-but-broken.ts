// SPDX-License-Identifier: Apache-2.0
// A Composition without readiness checks: the claim is Ready while its message queue is down (F01, F53).

import { says } from '../conditions.ts'
import { healthy } from '../healthy.ts'
import { Incident } from '../incident.ts'
import { ago } from '../kube.ts'
import { crossplaneSees } from '../management/crossplane-events.ts'
import { EU_CLUSTER } from '../openstack/control-plane.ts'

const NS = 'openstack-customer-b-staging-m4q9t'
const XR = 'customer-b-staging-m4q9t'

export function claimGreenButBroken(): Incident {
  const incident = new Incident(healthy())
  const here = (kind: string, name: string) => `${kind} ${NS}/${name}`

  incident
    .chapter('the cause: no member of RabbitMQ answers')
    .change(EU_CLUSTER, here('RabbitmqCluster', 'openstack-rabbitmq'), (o) => {
      const { status } = says(
        o,
        {
          AllReplicasReady: ['False', 'NotAllPodsReady', '0/3 Pods ready'],
          ClusterAvailable: ['False', 'NoEndpointsAvailable', 'The service has no endpoints available'],
        },
        ago('4h10m'),
      ) as { status: object }
      return { status: { ...status, quorumStatus: 'unavailable' } }
    })
    .change(EU_CLUSTER, here('StatefulSet', 'openstack-rabbitmq-server'), {
      status: { readyReplicas: null, availableReplicas: null },
    })

  incident.chapter('services that lost their queue')
  for (const [kind, name] of Object.entries({ Nova: 'nova', Neutron: 'neutron', Cinder: 'cinder' }))
    incident.change(EU_CLUSTER, here(kind, name), (o) =>
      says(
        o,
        {
          MessagingReady: ['False', 'ClusterNotReady', 'RabbitmqCluster "openstack-rabbitmq" is not ready'],
          Ready: ['False', 'NotAllReady', 'One or more sub-conditions are not ready'],
        },
        ago('4h9m'),
      ),
    )

  incident.chapter('the control plane').change(EU_CLUSTER, `ControlPlane ${NS}/${XR}`, (o) => {
    const words = `RabbitmqCluster "openstack-rabbitmq" in namespace "${NS}" is not ready`
    const { status } = says(
      o,
      {
        InfrastructureReady: ['False', 'WaitingForMessaging', words],
        ServicesReady: ['False', 'WaitingForServices', '3 of 6 services are ready'],
        Ready: ['False', 'NotAllReady', 'One or more sub-conditions are not ready'],
      },
      ago('4h8m'),
    ) as { status: object }
    return { status: { ...status, services: { nova: 'Degraded', neutron: 'Degraded', cinder: 'Degraded' } } }
  })

  incident.chapter('what Crossplane makes of it: applied is good enough')
  for (const o of incident.all('management')) {
    if (o.kind !== 'Object' || o.metadata.labels?.['crossplane.io/composite'] !== XR) continue
    incident.change('management', `Object ${o.metadata.name}`, {
      spec: { readiness: { policy: 'SuccessfulCreate', celQuery: null } },
    })
  }
  return crossplaneSees(incident, ago('4h1m'))
}
