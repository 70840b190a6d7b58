// SPDX-License-Identifier: Apache-2.0
// The Galera cluster of one tenant lost its quorum half an hour ago and does not recover. All other failures are its
// effects.

import { says } from '../conditions.ts'
import { event } from '../core.ts'
import { healthy } from '../healthy.ts'
import { Incident } from '../incident.ts'
import { ago, objectsOf } from '../kube.ts'
import { crossplaneSees } from '../management/crossplane-events.ts'
import { EU_CLUSTER } from '../openstack/control-plane.ts'
import { keystoneAnswers500 } from './korc-words.ts'

const NS = 'openstack-customer-a-prod-x7k2p'
const CP = 'ControlPlane openstack-customer-a-prod-x7k2p/customer-a-prod-x7k2p'

export function databaseDown(): Incident {
  const make = objectsOf(EU_CLUSTER)
  const incident = new Incident(healthy())
  const here = (kind: string, name: string) => `${kind} ${NS}/${name}`
  const db = here('MariaDB', 'openstack-db')

  incident
    .chapter('the cause: no member of Galera is safe to start from')
    .change(EU_CLUSTER, db, (o) => {
      const words = ['False', 'GaleraNotReady', 'Galera not ready'] as const
      const { status } = says(o, { Ready: words, GaleraReady: words }, ago('31m')) as { status: object }
      const lost = (seqno: number) => ({
        version: '2.1',
        uuid: '6b1f2a0e-c2d4-11f0-9d0a-5ef2c1a7b3d4',
        seqno,
        safeToBootstrap: false,
      })
      const state = { 'openstack-db-0': lost(-1), 'openstack-db-1': lost(-1), 'openstack-db-2': lost(-1) }
      return { status: { ...status, galeraRecovery: { state } } }
    })
    .change(EU_CLUSTER, here('StatefulSet', 'openstack-db'), {
      status: { readyReplicas: null, availableReplicas: null },
    })
    .add(
      EU_CLUSTER,
      event(make, incident.get(EU_CLUSTER, db), {
        reason: 'GaleraClusterNotHealthy',
        message: 'Galera cluster is not healthy',
        source: 'mariadb-operator',
        age: '31m',
        type: 'Warning',
      }),
    )

  incident.chapter('services that lost their database')
  incident.change(EU_CLUSTER, here('Keystone', 'keystone'), (o) =>
    says(
      o,
      {
        DatabaseReady: ['False', 'ClusterNotReady', 'MariaDB cluster "openstack-db" is not ready'],
        KeystoneAPIReady: ['False', 'APIUnhealthy', 'Keystone API answered 500 Internal Server Error'],
        Ready: ['False', 'NotAllReady', 'One or more sub-conditions are not ready'],
      },
      ago('30m'),
    ),
  )
  const services = { Placement: 'placement', Glance: 'glance', Nova: 'nova', Neutron: 'neutron', Cinder: 'cinder' }
  for (const [kind, name] of Object.entries(services))
    incident.change(EU_CLUSTER, here(kind, name), (o) =>
      says(
        o,
        {
          DatabaseReady: ['False', 'ClusterNotReady', 'MariaDB cluster "openstack-db" is not ready'],
          Ready: ['False', 'NotAllReady', 'One or more sub-conditions are not ready'],
        },
        ago('29m'),
      ),
    )

  incident.chapter('K-ORC: what it had to do since then fails at Keystone')
  for (const address of [here('User', 'cinder'), here('ApplicationCredential', 'cinder')])
    incident.change(EU_CLUSTER, address, (o) => keystoneAnswers500(o, NS, ago('22m')))

  incident.chapter('the control plane').change(EU_CLUSTER, CP, (o) => {
    const { status } = says(
      o,
      {
        InfrastructureReady: [
          'False',
          'WaitingForDatabase',
          `MariaDB "openstack-db" in namespace "${NS}" is not ready`,
        ],
        KeystoneReady: ['False', 'WaitingForKeystone', 'Keystone "keystone" is not ready'],
        ServicesReady: ['False', 'WaitingForKeystone', '1 of 7 services are ready'],
        Ready: ['False', 'NotAllReady', 'One or more sub-conditions are not ready'],
      },
      ago('29m'),
    ) as { status: object }
    const services = Object.fromEntries(
      ['keystone', 'placement', 'glance', 'nova', 'neutron', 'cinder'].map((name) => [name, 'Degraded']),
    )
    return { status: { ...status, services } }
  })

  return crossplaneSees(incident.chapter('what Crossplane saw at its last poll'), ago('24m'))
}
