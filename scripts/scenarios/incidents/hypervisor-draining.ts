// SPDX-License-Identifier: Apache-2.0
// A host is being drained for a repair: cordoned, in maintenance, two instances left (F28). The PodDisruptionBudget of
// every host, which blocks a drain until it is empty, is part of the fleet.

import { says } from '../conditions.ts'
import { event } from '../core.ts'
import { healthy } from '../healthy.ts'
import { Incident } from '../incident.ts'
import { after, ago, objectsOf, uuid } from '../kube.ts'

const HV = 'hypervisor.hv-pool-a'
const HOST = 'hv-a-017'
const TARGET = 'hv-a-031'
const WHY = 'replace memory module B2, ticket 48213'

export function hypervisorDraining(): Incident {
  const make = objectsOf(HV)
  const incident = new Incident(healthy())
  const began = ago('47m')
  const left = ['moving', 'waiting'].map((which) => uuid(`instance:${HOST}/${which}`))

  incident
    .chapter('the host is taken out of service')
    .change(HV, `Node ${HOST}`, {
      spec: {
        unschedulable: true,
        taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded: began }],
      },
    })
    .change(HV, `Hypervisor ${HOST}`, (o) => {
      const { status } = says(
        o,
        {
          HypervisorDisabled: ['True', 'Succeeded', 'Hypervisor is disabled in Nova'],
          Evicting: ['True', 'Running', 'Evicting instances'],
          Ready: ['False', 'Maintenance', 'Hypervisor is in maintenance'],
        },
        began,
      ) as { status: object }
      return {
        metadata: { generation: 2 },
        spec: { maintenance: 'manual', maintenanceReason: WHY },
        status: { ...status, evicted: false, numInstances: left.length, allocation: { cpu: '12', memory: '80Gi' } },
      }
    })

  const hypervisor = incident.get(HV, `Hypervisor ${HOST}`)
  const eviction = make('kvm.cloud.sap/v1', 'Eviction', {
    name: HOST,
    age: '47m',
    born: began,
    generation: 1,
    owner: hypervisor,
    finalizers: ['eviction-controller.cloud.sap/finalizer'],
  })
  const reached = (seconds: number) => after(began, seconds)
  const condition = (type: string, status: string, reason: string, message: string, time: string) => ({
    type,
    status,
    reason,
    message,
    lastTransitionTime: time,
  })
  incident.chapter('its instances move: one is on its way, one is left').add(
    HV,
    {
      ...eviction,
      spec: { hypervisor: HOST, reason: `openstack-hypervisor-operator: maintenance manual: ${WHY}` },
      status: {
        hypervisorServiceId: (hypervisor['status'] as Record<string, unknown>)['serviceId'],
        outstandingInstances: left,
        outstandingRamMb: 81920,
        conditions: [
          condition('PreflightChecksSucceeded', 'True', 'Succeeded', 'Preflight checks passed', reached(4)),
          condition('HypervisorDisabled', 'True', 'Succeeded', 'Hypervisor disabled', reached(5)),
          condition('Evicting', 'True', 'Running', 'Eviction is running', reached(6)),
          condition('MigratingInstance', 'True', 'Running', `Live migration of instance ${left[0]}`, ago('3m')),
        ],
      },
    },
    {
      ...make('kvm.cloud.sap/v1alpha1', 'Migration', {
        name: left[0] ?? '',
        namespace: 'kvm-system',
        age: '3m',
        born: ago('3m'),
        generation: 1,
      }),
      spec: {},
      status: {
        origin: HOST,
        destination: TARGET,
        type: 'unbounded',
        operation: 'migration_out',
        started: ago('3m'),
        timeElapsed: '2m54s',
        memTotal: '40Gi',
        memProcessed: '31Gi',
        memRemaining: '9Gi',
        dataRemaining: '9Gi',
      },
    },
    event(make, eviction, {
      reason: 'Running',
      message: `Live migration of instance ${left[0]}`,
      source: 'eviction-controller',
      age: '3m',
    }),
  )
  return incident
}
