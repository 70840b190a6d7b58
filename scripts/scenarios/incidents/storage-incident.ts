// SPDX-License-Identifier: Apache-2.0
// The steps of an incident in which a storage pool loses two of its hosts, and its recovery. Played by running demos.

import { conditionsOf, says } from '../conditions.ts'
import { event } from '../core.ts'
import { healthy } from '../healthy.ts'
import { addressOf, Incident } from '../incident.ts'
import { NOW, type Obj, objectsOf } from '../kube.ts'
import { cephOf, openstackNamespace, TENANTS } from '../landscape.ts'
import { crossplaneSees } from '../management/crossplane-events.ts'
import { difference } from '../merge.ts'
import { EU_CLUSTER } from '../openstack/control-plane.ts'

const POOL = 'st-pool-a'
const ST = `storage.${POOL}`
const CEPH = 'CephCluster rook-ceph/rook-ceph'
const HOSTS = ['st-a-003', 'st-a-004'] as const
const MONS = ['rook-ceph-mon-c', 'rook-ceph-mon-d'] as const

export interface TimelineStep {
  /** Seconds after the previous step. */
  readonly after: number
  readonly title: string
  /** Its changes relative to the previous step. */
  readonly incident: Incident
}

/** A storage pool degrades, Ceph, Glance and Nova are affected, then it recovers. */
export function storageIncident(): readonly TimelineStep[] {
  const healthyFleet = new Incident(healthy())
  const steps: TimelineStep[] = []
  let seconds = 0
  let now = healthyFleet
  const happens = (after: number, title: string, change: (incident: Incident, time: string) => Incident) => {
    seconds += after
    const incident = new Incident(landscapeOf(now)).chapter(title)
    now = change(incident, timeAt(seconds))
    steps.push({ after, title, incident: now })
  }
  happens(8, 'a host of the storage pool is down', (i, time) => hostDown(i, 0, time))
  happens(5, 'Ceph reports its OSDs down and recovers data', (i, time) => cephSays(i, 'HEALTH_WARN', DEGRADED, time))
  happens(5, 'a second host is down: data cannot be read', (i, time) =>
    cephSays(hostDown(i, 1, time), 'HEALTH_ERR', UNAVAILABLE, time),
  )
  happens(5, 'Glance and Cinder lose access to images and volumes', servicesLose)
  happens(4, 'Nova cannot start instances', novaFails)
  happens(4, 'Crossplane observes it: claims are not ready', (i, time) => crossplaneSees(i, time))
  happens(8, 'both hosts are back', (i, time) =>
    cephSays(
      heal(i, healthyFleet, time, ({ kind }) => kind === 'Node' || kind === 'Deployment'),
      'HEALTH_WARN',
      RECOVERING,
      time,
    ),
  )
  happens(5, 'Ceph is healthy again, and so are its dependents', (i, time) =>
    heal(
      i,
      healthyFleet,
      time,
      ({ apiVersion }) => !apiVersion.includes('crossplane') && !apiVersion.startsWith('c5c3.io'),
    ),
  )
  happens(4, 'everything is healthy', (i, time) => heal(i, healthyFleet, time, () => true))
  return steps
}

type Details = Readonly<Record<string, readonly [severity: string, message: string]>>

const DEGRADED: Details = {
  OSD_DOWN: ['HEALTH_WARN', '15 osds down'],
  PG_DEGRADED: ['HEALTH_WARN', 'Degraded data redundancy: 181223/906115 objects degraded (20.000%), 97 pgs degraded'],
}

const UNAVAILABLE: Details = {
  OSD_DOWN: ['HEALTH_WARN', '30 osds down'],
  PG_AVAILABILITY: ['HEALTH_ERR', 'Reduced data availability: 41 pgs inactive, 41 pgs down'],
  PG_DEGRADED: ['HEALTH_WARN', 'Degraded data redundancy: 362446/906115 objects degraded (40.000%), 194 pgs degraded'],
}

const RECOVERING: Details = {
  PG_DEGRADED: ['HEALTH_WARN', 'Degraded data redundancy: 12204/906115 objects degraded (1.347%), 11 pgs degraded'],
}

function hostDown(incident: Incident, which: 0 | 1, time: string): Incident {
  const [host, mon] = [HOSTS[which], MONS[which]]
  const make = objectsOf(ST)
  return incident
    .change(ST, `Node ${host}`, (o) =>
      says(o, { Ready: ['Unknown', 'NodeStatusUnknown', 'Kubelet stopped posting node status.'] }, time),
    )
    .change(ST, `Deployment rook-ceph/${mon}`, (o) => {
      const conditionChanges = {
        Available: ['False', 'MinimumReplicasUnavailable', 'Deployment does not have minimum availability.'],
      } as const
      const { status } = says(o, conditionChanges, time) as { status: object }
      return { status: { ...status, readyReplicas: 0, availableReplicas: 0, unavailableReplicas: 1 } }
    })
    .add(
      ST,
      at(
        event(make, incident.get(ST, `Node ${host}`), {
          reason: 'NodeNotReady',
          message: `Node ${host} status is now: NodeNotReady`,
          source: 'node-controller',
          age: '1m',
          type: 'Warning',
        }),
        time,
      ),
    )
}

function cephSays(incident: Incident, health: string, details: Details, time: string): Incident {
  const before = incident.get(ST, CEPH)['status'] as { ceph: { health: string; details?: object } }
  const gone = Object.fromEntries(Object.keys(before.ceph.details ?? {}).map((key) => [key, null]))
  const changes = Object.fromEntries(
    Object.entries(details).map(([key, [severity, message]]) => [key, { severity, message }]),
  )
  return incident.change(ST, CEPH, {
    status: {
      ceph: {
        health,
        previousHealth: before.ceph.health,
        lastChanged: time,
        lastChecked: time,
        details: { ...gone, ...changes },
      },
    },
  })
}

/** The tenants with images and volumes in the pool. */
const USERS = TENANTS.filter((tenant) => cephOf(tenant)[0]?.pool.name === POOL)

const TIMED_OUT = '[errno 110] RADOS timed out (error connecting to the cluster)'
const NOT_READY = ['False', 'NotAllReady', 'One or more sub-conditions are not ready'] as const

function servicesLose(incident: Incident, time: string): Incident {
  for (const tenant of USERS) {
    const namespace = openstackNamespace(tenant)
    const glance = `Glance ${namespace}/glance`
    incident.change(EU_CLUSTER, glance, (o) =>
      says(o, { CephConnected: ['False', 'ConnectionFailed', `RBD pool: ${TIMED_OUT}`], Ready: NOT_READY }, time),
    )
    incident.add(
      EU_CLUSTER,
      at(
        event(objectsOf(EU_CLUSTER), incident.get(EU_CLUSTER, glance), {
          reason: 'CephConnectionFailed',
          message: TIMED_OUT,
          source: 'glance-operator',
          age: '1m',
          type: 'Warning',
        }),
        time,
      ),
    )
    if (!incident.all(EU_CLUSTER).some((o) => o.kind === 'Cinder' && o.metadata.namespace === namespace)) continue
    incident.change(EU_CLUSTER, `Cinder ${namespace}/cinder`, (o) => {
      const conditionChanges = {
        CephConnected: ['False', 'ConnectionFailed', `0 of 1 backends are connected: ${TIMED_OUT}`],
        Ready: NOT_READY,
      } as const
      return says(o, conditionChanges, time)
    })
  }
  return incident
}

function novaFails(incident: Incident, time: string): Incident {
  for (const tenant of USERS) {
    const namespace = openstackNamespace(tenant)
    incident.change(EU_CLUSTER, `Nova ${namespace}/nova`, (o) =>
      says(
        o,
        { APIReady: ['False', 'APIUnhealthy', 'Nova API answered 503 Service Unavailable'], Ready: NOT_READY },
        time,
      ),
    )
    const plane = incident.all(EU_CLUSTER).find((o) => o.kind === 'ControlPlane' && o.metadata.namespace === namespace)
    if (!plane) continue
    incident.change(EU_CLUSTER, addressOf(plane), (o) => {
      const conditionChanges = {
        ServicesReady: ['False', 'WaitingForServices', 'glance, cinder and nova are not ready'],
        Ready: NOT_READY,
      } as const
      const { status } = says(o, conditionChanges, time) as { status: object }
      return { status: { ...status, services: { glance: 'Degraded', cinder: 'Degraded', nova: 'Degraded' } } }
    })
  }
  return incident
}

/** Restores objects; changed conditions get the current time. */
function heal(incident: Incident, healthyFleet: Incident, time: string, isHealed: (o: Obj) => boolean): Incident {
  for (const cluster of incident.clusters) {
    const before = new Map(healthyFleet.all(cluster).map((o) => [addressOf(o), o]))
    for (const o of incident.all(cluster).filter(isHealed)) {
      const old = before.get(addressOf(o))
      if (!old || difference(o, old) === undefined) continue
      const conditionsByType = new Map(conditionsOf(o).map((condition) => [condition.type, condition]))
      const conditions = conditionsOf(old).map((condition) =>
        conditionsByType.get(condition.type)?.status === condition.status
          ? { ...condition, lastTransitionTime: conditionsByType.get(condition.type)?.lastTransitionTime ?? time }
          : { ...condition, lastTransitionTime: time },
      )
      const status = old['status'] as object
      const target = { ...old, status: conditions.length > 0 ? { ...status, conditions } : status }
      const change = difference(o, target)
      if (change !== undefined) incident.change(cluster, addressOf(o), change as Readonly<Record<string, unknown>>)
    }
  }
  return incident
}

/** An Event of this time. */
function at(o: Obj, time: string): Obj {
  return { ...o, metadata: { ...o.metadata, creationTimestamp: time }, firstTimestamp: time, lastTimestamp: time }
}

const timeAt = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1000).toISOString().replace('.000Z', 'Z')

const landscapeOf = (incident: Incident) =>
  Object.fromEntries(
    incident.clusters.map((cluster) => [cluster, [{ title: '', objects: [...incident.all(cluster)] }]]),
  )
