// SPDX-License-Identifier: Apache-2.0
// The filter of an import has a typo: it finds nothing, and its dependents wait in a chain (F83, F86).

import { says } from '../conditions.ts'
import { healthy } from '../healthy.ts'
import { Incident } from '../incident.ts'
import { ago } from '../kube.ts'
import { crossplaneSees } from '../management/crossplane-events.ts'
import { EU_CLUSTER } from '../openstack/control-plane.ts'
import { waitsFor } from './korc-words.ts'

const NS = 'openstack-internal-prod-8hn5w'
const USERS = ['cinder', 'cortex', 'glance', 'neutron', 'nova', 'placement', 'tempest']

export function korcWaiting(): Incident {
  const incident = new Incident(healthy())
  const here = (kind: string, name: string) => `${kind} ${NS}/${name}`

  incident
    .chapter('the cause: there is no project "services", it is called "service"')
    .change(EU_CLUSTER, here('Project', 'service'), (o) => {
      const { status } = waitsFor(o, 'Waiting for OpenStack resource to be created externally', ago('3h5m')) as {
        status: { conditions: readonly object[] }
      }
      return {
        metadata: { generation: 2 },
        spec: { import: { filter: { name: 'services' } } },
        status: {
          id: null,
          resource: null,
          conditions: status.conditions.map((c) => ({ ...c, observedGeneration: 2 })),
        },
      }
    })

  incident.chapter('users wait for the project, application credentials for the users')
  for (const name of USERS) {
    incident.change(EU_CLUSTER, here('User', name), (o) =>
      waitsFor(o, 'Waiting for Project/service to be ready', ago('3h4m')),
    )
    incident.change(EU_CLUSTER, here('ApplicationCredential', name), (o) =>
      waitsFor(o, `Waiting for User/${name} to be ready`, ago('3h4m')),
    )
  }

  incident.chapter('the control plane').change(EU_CLUSTER, `ControlPlane ${NS}/internal-prod-8hn5w`, (o) =>
    says(
      o,
      {
        KORCReady: ['False', 'WaitingForImport', 'Project "service" is not yet Available'],
        Ready: ['False', 'NotAllReady', 'One or more sub-conditions are not ready'],
      },
      ago('3h3m'),
    ),
  )
  return crossplaneSees(incident.chapter('what Crossplane saw at its last poll'), ago('2h58m'))
}
