// SPDX-License-Identifier: Apache-2.0
// Limits of the checks: new objects, operations in progress, intended states and findings of other checks are no
// findings.
import { describe, expect, it } from 'vitest'
import { apiUnhealthy } from '../../../src/lib/checks/control-plane/api-unhealthy.ts'
import { certificateExpiring } from '../../../src/lib/checks/control-plane/certificate-expiring.ts'
import { conditionNotReached } from '../../../src/lib/checks/control-plane/condition-not-reached.ts'
import { controlPlaneStuckDeleting } from '../../../src/lib/checks/control-plane/control-plane-stuck-deleting.ts'
import { cortexBypassed } from '../../../src/lib/checks/control-plane/cortex-bypassed.ts'
import { dependencyCycle } from '../../../src/lib/checks/control-plane/dependency-cycle.ts'
import { imagePinsRelease } from '../../../src/lib/checks/control-plane/image-pins-release.ts'
import { backupFailed } from '../../../src/lib/checks/control-plane/infrastructure/backup-failed.ts'
import { databaseNotReady } from '../../../src/lib/checks/control-plane/infrastructure/database-not-ready.ts'
import { ovnMiswired } from '../../../src/lib/checks/control-plane/infrastructure/ovn-miswired.ts'
import { queueDegraded } from '../../../src/lib/checks/control-plane/infrastructure/queue-degraded.ts'
import { valkeyError } from '../../../src/lib/checks/control-plane/infrastructure/valkey-error.ts'
import { keyRotationLate } from '../../../src/lib/checks/control-plane/key-rotation-late.ts'
import { keyRotationRejected } from '../../../src/lib/checks/control-plane/key-rotation-rejected.ts'
import { noDefaultBackend } from '../../../src/lib/checks/control-plane/no-default-backend.ts'
import { operatorBehind } from '../../../src/lib/checks/control-plane/operator-behind.ts'
import { tempestSilent } from '../../../src/lib/checks/tempest/tempest-silent.ts'
import { ago } from '../graph/small.ts'
import { found } from './found.ts'

const conditions = (...reported: string[]) =>
  `[${reported
    .map((one) => {
      const [type, status, reason, minutes = '30'] = one.split(' ')
      return `{ type: ${type}, status: "${status}", reason: ${reason}, lastTransitionTime: "${ago(Number(minutes) * 60)}" }`
    })
    .join(', ')}]`

describe('infrastructure', () => {
  const database = (meta: string, reason: string, more = '') =>
    `apiVersion: k8s.mariadb.com/v1alpha1\nkind: MariaDB\nmetadata: { name: db${meta} }\nspec: { replicas: 1${more} }\nstatus: { conditions: ${conditions(`Ready False ${reason} 1`)} }`

  it('an unhealthy database is found at once, unless it is new, in progress or suspended', () => {
    expect(found(databaseNotReady, database('', 'StatefulSetNotReady'))).toEqual(['F52 MariaDB db'])
    expect(found(databaseNotReady, database(`, creationTimestamp: "${ago(300)}"`, 'StatefulSetNotReady'))).toEqual([])
    expect(found(databaseNotReady, database('', 'PendingUpdate'))).toEqual([])
    expect(found(databaseNotReady, database('', 'StatefulSetNotReady', ', suspend: true'))).toEqual([])
    expect(found(databaseNotReady, database(`, deletionTimestamp: "${ago(60)}"`, 'StatefulSetNotReady'))).toEqual([])
  })

  const queue = (minutes: number, quorum: string) =>
    `apiVersion: rabbitmq.com/v1beta1\nkind: RabbitmqCluster\nmetadata: { name: q }\nspec: { replicas: 3 }\nstatus: { quorumStatus: "${quorum}", conditions: ${conditions(`AllReplicasReady False NotAllPodsReady ${minutes}`, 'ClusterAvailable True AtLeastOneEndpointAvailable', 'ReconcileSuccess True Success')} }`

  it('a RabbitMQ member may restart; a quorum at risk is found at once', () => {
    expect(found(queueDegraded, queue(2, 'ok (1 unavailable)'))).toEqual([])
    expect(found(queueDegraded, queue(6, 'ok (1 unavailable)'))).toEqual(['F53 RabbitmqCluster q'])
    expect(found(queueDegraded, queue(0, 'quorum-critical: q-0'))).toEqual(['F53 RabbitmqCluster q'])
  })

  const valkey = (minutes: number) =>
    `apiVersion: cache.cs.sap.com/v1alpha1\nkind: Valkey\nmetadata: { name: v }\nstatus: { state: Processing, processingSince: "${ago(minutes * 60)}" }`

  it('Valkey may be progressing for 15 minutes', () => {
    expect(found(valkeyError, valkey(14))).toEqual([])
    expect(found(valkeyError, valkey(15))).toEqual(['F55 Valkey v'])
  })

  const certified = (from: number, to: number) =>
    `apiVersion: k8s.mariadb.com/v1alpha1\nkind: MariaDB\nmetadata: { name: db }\nstatus: { tls: { serverCert: { notBefore: "${ago(from * 86_400)}", notAfter: "${ago(-to * 86_400)}" } } }`

  it('a certificate is found 14 days before it expires; a short-lived one only if its renewal is overdue', () => {
    expect(found(certificateExpiring, certified(80, 15))).toEqual([])
    expect(found(certificateExpiring, certified(80, 13))).toEqual(['F73 MariaDB db'])
    expect(found(certificateExpiring, certified(1, 6))).toEqual([])
    expect(found(certificateExpiring, certified(8, -1))).toEqual(['F73 MariaDB db'])
  })

  const issued = (status: string) =>
    `apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata: { name: c }\nstatus: ${status}`

  it('an overdue renewal that cert-manager reports is found', () => {
    const ready = `conditions: ${conditions('Ready True Ready')}`
    const soon = `notAfter: "${ago(-86_400)}"`
    expect(found(certificateExpiring, issued(`{ ${ready}, ${soon}, renewalTime: "${ago(-3600)}" }`))).toEqual([])
    expect(found(certificateExpiring, issued(`{ ${ready}, ${soon}, renewalTime: "${ago(1800)}" }`))).toEqual([])
    expect(found(certificateExpiring, issued(`{ ${ready}, ${soon}, renewalTime: "${ago(7200)}" }`))).toEqual([
      'F73 Certificate c',
    ])
    expect(found(certificateExpiring, issued(`{ conditions: ${conditions('Ready False DoesNotExist 5')} }`))).toEqual(
      [],
    )
    expect(found(certificateExpiring, issued(`{ conditions: ${conditions('Ready False Failed 30')} }`))).toEqual([
      'F73 Certificate c',
    ])
  })
})

describe('services', () => {
  const keystone = (meta: string, ...reported: string[]) =>
    `apiVersion: keystone.openstack.c5c3.io/v1alpha1\nkind: Keystone\nmetadata: { name: k${meta} }\nstatus: { observedGeneration: 1, conditions: ${conditions(...reported)} }`

  it('an API may be unavailable for two minutes, and Pods that are not ready have their own finding', () => {
    const up = 'DeploymentReady True DeploymentReady'
    expect(found(apiUnhealthy, keystone('', up, 'KeystoneAPIReady False APIUnhealthy 1'))).toEqual([])
    expect(found(apiUnhealthy, keystone('', up, 'KeystoneAPIReady False APIUnhealthy 2'))).toEqual(['F64 Keystone k'])
    expect(found(apiUnhealthy, keystone('', up, 'KeystoneAPIReady False EndpointNotReady 9'))).toEqual([])
    const down = 'DeploymentReady False WaitingForDeployment'
    expect(found(apiUnhealthy, keystone('', down, 'KeystoneAPIReady False APIUnhealthy 9'))).toEqual([])
  })

  it('a status of an older generation or of a deleted object is ignored', () => {
    const reported = ['DeploymentReady True DeploymentReady', 'KeystoneAPIReady False APIUnhealthy 9'] as const
    expect(found(apiUnhealthy, keystone(', generation: 2', ...reported))).toEqual([])
    expect(found(apiUnhealthy, keystone(`, deletionTimestamp: "${ago(60)}"`, ...reported))).toEqual([])
  })

  const operator = (ready: number) =>
    `\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: { name: any, namespace: other, labels: { app.kubernetes.io/name: keystone-operator } }\nspec: { replicas: 1 }\nstatus: { readyReplicas: ${ready} }`

  it('an object whose status lags its spec is found if its operator is down', () => {
    const behind = keystone(', generation: 2', 'Ready True AllReady')
    expect(found(operatorBehind, behind)).toEqual([])
    expect(found(operatorBehind, behind + operator(1))).toEqual([])
    expect(found(operatorBehind, behind + operator(0))).toEqual(['F71 Deployment any'])
    expect(found(operatorBehind, keystone(', generation: 1', 'Ready True AllReady') + operator(0))).toEqual([])
  })

  it('an object whose spec changed more than two minutes ago is found whatever the state of its operator', () => {
    const changed = (seconds: number, more = '') =>
      keystone(
        `, generation: 2, managedFields: [{ manager: m, time: "${ago(seconds)}"${more} }]`,
        'Ready True AllReady',
      )
    expect(found(operatorBehind, changed(100) + operator(1))).toEqual([])
    expect(found(operatorBehind, changed(130) + operator(1))).toEqual(['F71 Keystone k'])
    expect(found(operatorBehind, changed(130))).toEqual(['F71 Keystone k'])
    expect(found(operatorBehind, changed(130, ', subresource: status'))).toEqual([])
    expect(found(operatorBehind, changed(130) + operator(0))).toEqual(['F71 Deployment any'])
  })

  const glance = (...defaults: boolean[]) =>
    [
      `apiVersion: glance.openstack.c5c3.io/v1alpha1\nkind: Glance\nmetadata: { name: g }\nstatus: { conditions: ${conditions('BackendsReady False NoDefaultBackend')} }`,
      ...defaults.map(
        (isDefault, i) =>
          `apiVersion: glance.openstack.c5c3.io/v1alpha1\nkind: GlanceBackend\nmetadata: { name: b${i} }\nspec: { glanceRef: { name: g }, isDefault: ${isDefault} }`,
      ),
    ].join('\n---\n')

  it('a valid single default backend leaves its credentials as the cause', () => {
    expect(found(noDefaultBackend, glance())).toEqual(['F68 Glance g'])
    expect(found(noDefaultBackend, glance(false, true))).toEqual([])
    expect(found(noDefaultBackend, glance(true, true))).toEqual(['F68 Glance g'])
    const hidden = { forbidden: ['GlanceBackend.glance.openstack.c5c3.io'] }
    expect(found(noDefaultBackend, glance(), hidden)).toEqual([])
  })

  const service = (kind: string, name: string, needs: string) =>
    `apiVersion: ${kind.toLowerCase()}.openstack.c5c3.io/v1alpha1\nkind: ${kind}\nmetadata: { name: ${name} }\nspec: { dependsOn: [{ kind: ${needs.split(' ')[0]}, name: ${needs.split(' ')[1]} }] }`

  it('a dependency cycle is one finding, whatever objects it contains', () => {
    const chain = [service('Nova', 'n', 'Placement p'), service('Placement', 'p', 'Glance g')]
    expect(found(dependencyCycle, [...chain, service('Glance', 'g', 'Keystone k')].join('\n---\n'))).toEqual([])
    expect(found(dependencyCycle, [...chain, service('Glance', 'g', 'Nova n')].join('\n---\n'))).toEqual([
      'F57 Glance g',
    ])
    expect(found(dependencyCycle, service('Nova', 'n', 'Nova n'))).toEqual(['F57 Nova n'])
  })

  const scheduled = (pipelines: string, scheduler: string) =>
    `apiVersion: cortex.c5c3.io/v1alpha1\nkind: Cortex\nmetadata: { name: c }\nspec: { pipelines: ${pipelines} }\nstatus: { endpoint: "https://c.ns.svc.cluster.local:8080" }\n---\napiVersion: nova.openstack.c5c3.io/v1alpha1\nkind: Nova\nmetadata: { name: n }\nspec: { scheduler: { externalScheduler: ${scheduler} } }`

  it.each([
    ['{ nova: {} }', '{ enabled: true, endpoint: "https://c.ns.svc:8080/" }', []],
    ['{ nova: {} }', '{ enabled: true, endpoint: "https://c.ns.svc:9090" }', ['F120 Nova n']],
    ['{ nova: {} }', '{ enabled: true, endpoint: "https://c.other.svc:8080" }', ['F120 Nova n']],
    ['{ nova: {} }', '{}', ['F120 Nova n']],
    ['{ nova: { enabled: false } }', '{}', []],
    ['{ cinder: {} }', '{}', []],
  ])('Cortex with %s, Nova with %s', (pipelines, scheduler, expected) => {
    expect(found(cortexBypassed, scheduled(pipelines, scheduler))).toEqual(expected)
  })

  const wired = (connection: string, endpoint: string, tls = false) =>
    `apiVersion: neutron.openstack.c5c3.io/v1alpha1\nkind: Neutron\nmetadata: { name: n }\nspec: { ovn: { nbConnection: "${connection}" } }\n---\napiVersion: ovn.c5c3.io/v1alpha1\nkind: OVNCluster\nmetadata: { name: o, namespace: ovn }\nspec: { tls: { enabled: ${tls} } }\nstatus: { endpoints: { northbound: "${endpoint}" } }`

  it.each([
    ['tcp:nb.ovn:6641', 'tcp:nb.ovn.svc.cluster.local:6641', false, []],
    ['tcp:nb-0.nb.ovn:6641,tcp:nb-1.nb.ovn:6641', 'tcp:nb.ovn.svc:6641', false, []],
    ['tcp:10.0.0.5:6641', 'tcp:nb.ovn.svc:6641', false, []],
    ['tcp:nb.ovn:6641', 'tcp:nb.ovn:6642', false, ['F119 Neutron n']],
    ['tcp:nb.other:6641', 'tcp:nb.ovn:6641', false, ['F119 Neutron n']],
    ['tcp:10.0.0.5:6641', 'ssl:nb.ovn:6641', true, ['F119 Neutron n']],
    ['anything', 'tcp:nb.ovn:6641', false, []],
  ])('Neutron at %s, OVN at %s', (connection, endpoint, tls, expected) => {
    expect(found(ovnMiswired, wired(connection, endpoint, tls))).toEqual(expected)
  })
})

describe('control planes', () => {
  const plane = (meta: string, spec: string, ...reported: string[]) =>
    `apiVersion: c5c3.io/v1alpha1\nkind: ControlPlane\nmetadata: { name: cp${meta} }\nspec: { korc: { adminCredential: {} }, ${spec} }\nstatus: { conditions: ${conditions(...reported)} }`
  const services = 'services: { keystone: {} }'

  it('an absent condition is traced to the condition that blocks it', () => {
    const done = 'InfrastructureReady True InfrastructureReady'
    expect(found(conditionNotReached, plane('', services, done, 'Ready False NotAllReady'))).toEqual([
      'F97 ControlPlane cp',
    ])
    // The database has its own finding.
    expect(found(conditionNotReached, plane('', services, 'InfrastructureReady False WaitingForDatabase'))).toEqual([])
    // No other check finds this.
    expect(found(conditionNotReached, plane('', services, 'NamespacesReady False NamespaceNotOwned'))).toEqual([
      'F97 ControlPlane cp',
    ])
    expect(found(conditionNotReached, plane('', services, `${done} 5`))).toEqual([])
    expect(found(conditionNotReached, plane(`, creationTimestamp: "${ago(300)}"`, services, done))).toEqual([])
    expect(found(conditionNotReached, plane('', services, 'Ready False DuplicateControlPlane'))).toEqual([])
    expect(found(conditionNotReached, plane('', 'services: { keystone: { mode: External } }', done))).toEqual([])
  })

  it('deletion may take seven minutes', () => {
    const gone = (minutes: number) =>
      plane(`, deletionTimestamp: "${ago(minutes * 60)}"`, services, 'KORCReady False FinalizingORC')
    expect(found(controlPlaneStuckDeleting, gone(6))).toEqual([])
    expect(found(controlPlaneStuckDeleting, gone(7))).toEqual(['F70 ControlPlane cp'])
  })

  const child = (status: string) =>
    `\n---\napiVersion: keystone.openstack.c5c3.io/v1alpha1\nkind: Keystone\nmetadata: { name: cp-keystone }\nstatus: { ${status} }`
  const pinned = (tag: string) =>
    plane('', `openStackRelease: "2026.1", services: { keystone: { image: { tag: "${tag}" } } }`, 'Ready True AllReady')

  it('an image pins a release only while that release stays installed', () => {
    const old = child('installedRelease: "2025.2"')
    expect(found(imagePinsRelease, pinned('2025.2') + old)).toEqual(['F62 ControlPlane cp'])
    expect(found(imagePinsRelease, pinned('2025.2-p3') + old)).toEqual(['F62 ControlPlane cp'])
    expect(found(imagePinsRelease, pinned('2026.1-p1') + old)).toEqual([])
    expect(found(imagePinsRelease, pinned('latest') + old)).toEqual([])
    const under = child('installedRelease: "2025.2", targetRelease: "2026.1", upgradePhase: Expanding')
    expect(found(imagePinsRelease, pinned('2025.2') + under)).toEqual([])
  })
})

describe('rotated Keystone keys', () => {
  const keystone =
    'apiVersion: keystone.openstack.c5c3.io/v1alpha1\nkind: Keystone\nmetadata: { name: k, uid: u }\nstatus: { conditions: [] }'
  const warning = (reason: string) => ({ events: { u: [{ reason, message: 'staging secret x rejected', count: 1 }] } })

  it('that are rejected are found by the event, because the condition does not change', () => {
    expect(found(keyRotationRejected, keystone)).toEqual([])
    expect(found(keyRotationRejected, keystone, warning('RotationRejected'))).toEqual(['F67 Keystone k'])
    expect(found(keyRotationRejected, keystone, warning('AdminPasswordRotationRejected'))).toEqual(['F67 Keystone k'])
    expect(found(keyRotationRejected, keystone, warning('FederationMetadataStale'))).toEqual([])
  })
})

describe('scheduled jobs', () => {
  const owner = (group: string, kind: string) =>
    `ownerReferences: [{ apiVersion: ${group}/v1alpha1, kind: ${kind}, name: o, uid: u, controller: true }]`
  const cron = (owned: string, days: number) =>
    `apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: o-fernet-rotate, creationTimestamp: "${ago(90 * 86_400)}", ${owned} }\nspec: { schedule: 0 0 * * 0 }\nstatus: { lastSuccessfulTime: "${ago(days * 86_400)}" }`
  const keystone =
    'apiVersion: keystone.openstack.c5c3.io/v1alpha1\nkind: Keystone\nmetadata: { name: o, uid: u }\n---\n'

  it('a key rotation may miss one run, not two', () => {
    const owned = owner('keystone.openstack.c5c3.io', 'Keystone')
    expect(found(keyRotationLate, keystone + cron(owned, 13))).toEqual([])
    expect(found(keyRotationLate, keystone + cron(owned, 15))).toEqual(['F126 CronJob o-fernet-rotate'])
  })

  it('a new Tempest may not have run yet', () => {
    const tempest = (days: number) =>
      `apiVersion: tempest.openstack.c5c3.io/v1alpha1\nkind: Tempest\nmetadata: { name: t, creationTimestamp: "${ago(days * 86_400)}" }\nspec: { schedule: 0 2 * * * }`
    expect(found(tempestSilent, tempest(1))).toEqual([])
    expect(found(tempestSilent, tempest(3))).toEqual(['F72 Tempest t'])
  })
})

describe('a backup', () => {
  const backup = (condition: string) =>
    `\n---\napiVersion: k8s.mariadb.com/v1alpha1\nkind: Backup\nmetadata: { name: b }\nspec: { schedule: { cron: "0 3 * * *" } }\nstatus: { conditions: [{ type: Complete, ${condition} }] }`

  it('that failed is found, whatever its condition is called', () => {
    expect(found(backupFailed, backup('status: "True", reason: JobFailed, message: Failed'))).toEqual([' Backup b'])
    const scheduled = (message: string) => backup(`status: "False", reason: CronJobScheduled, message: ${message}`)
    expect(found(backupFailed, scheduled('Failed'))).toEqual([' Backup b'])
    expect(found(backupFailed, scheduled('Scheduled'))).toEqual([])
  })
})
