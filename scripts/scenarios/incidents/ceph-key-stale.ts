// SPDX-License-Identifier: Apache-2.0
// The key of a Ceph client was rotated; the control plane still has the old one (F45). Every sync reports success.

import { says } from '../conditions.ts'
import { healthy } from '../healthy.ts'
import { Incident } from '../incident.ts'
import { ago, b64, objectsOf } from '../kube.ts'
import { cephOf, TENANTS } from '../landscape.ts'
import { crossplaneSees } from '../management/crossplane-events.ts'
import { EU_CLUSTER } from '../openstack/control-plane.ts'
import { cephxKey } from '../openstack/secret-values.ts'
import { cephSecretOf } from '../pools/ceph.ts'

const NS = 'openstack-customer-a-prod-x7k2p'
const ST = 'storage.st-pool-a'
const CLIENT = 'openstack-customer-a-prod-x7k2p'
const DENIED = '[errno 13] RADOS permission denied (error connecting to the cluster)'

export function cephKeyStale(): Incident {
  const incident = new Incident(healthy())
  const here = (kind: string, name: string) => `${kind} ${NS}/${name}`
  const key = b64(cephxKey(`st-pool-a/${CLIENT}/2`))

  incident
    .chapter('the key was rotated half an hour ago, and pushed')
    .change(ST, `CephClient rook-ceph/${CLIENT}`, { status: { cephx: { keyGeneration: 2 } } })
    .change(ST, `Secret rook-ceph/rook-ceph-client-${CLIENT}`, { data: { [CLIENT]: key, userKey: key } })
    .change(ST, 'PushSecret rook-ceph/ceph-client-customer-a-prod-x7k2p', { status: { refreshTime: ago('27m') } })

  const [tenant] = TENANTS
  const [ceph] = tenant ? cephOf(tenant) : []
  if (!tenant || !ceph) throw new Error('a tenant with a Ceph client is needed')
  const [pull] = cephSecretOf(objectsOf(EU_CLUSTER), tenant, ceph)
  incident
    .chapter('the control plane drew it before that, and will again in 22 minutes')
    .change(EU_CLUSTER, here('ExternalSecret', pull.metadata.name), { status: { refreshTime: ago('38m') } })

  incident.chapter('Ceph lets nobody in who holds the old key')
  incident.change(EU_CLUSTER, here('Glance', 'glance'), (o) =>
    says(
      o,
      {
        CephConnected: ['False', 'ConnectionFailed', `RBD pool customer-a-prod-x7k2p-images: ${DENIED}`],
        Ready: ['False', 'NotAllReady', 'One or more sub-conditions are not ready'],
      },
      ago('26m'),
    ),
  )
  incident.change(EU_CLUSTER, here('Cinder', 'cinder'), (o) => {
    const { status } = says(
      o,
      {
        CephConnected: ['False', 'ConnectionFailed', `0 of 1 backends are connected: ceph-nvme: ${DENIED}`],
        Ready: ['False', 'NotAllReady', 'One or more sub-conditions are not ready'],
      },
      ago('26m'),
    ) as { status: object }
    return { status: { ...status, backends: [{ name: 'ceph-nvme', status: 'Error' }] } }
  })
  incident.change(EU_CLUSTER, `ControlPlane ${NS}/customer-a-prod-x7k2p`, (o) => {
    const { status } = says(
      o,
      {
        ServicesReady: ['False', 'WaitingForServices', '5 of 7 services are ready'],
        Ready: ['False', 'NotAllReady', 'One or more sub-conditions are not ready'],
      },
      ago('25m'),
    ) as { status: object }
    return { status: { ...status, services: { glance: 'Degraded', cinder: 'Degraded' } } }
  })
  return crossplaneSees(incident.chapter('what Crossplane saw at its last poll'), ago('21m'))
}
