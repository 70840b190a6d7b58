// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { otherServiceKind } from '../../../src/lib/kinds/openstack/service-by-conditions.ts'
import { conditions, healthOf, linksOf, made, specOf } from './told.ts'

const KEYSTONE = 'Keystone.keystone.openstack.c5c3.io'
const GLANCE = 'Glance.glance.openstack.c5c3.io'
const NOVA = 'Nova.nova.openstack.c5c3.io'

const NOT_ALL = 'Ready=False/NotAllReady One or more sub-conditions are not ready'

describe('health of a service', () => {
  it('is that of the first condition that is not True, in a fixed order', () => {
    const reported = conditions(
      'IdentityBackendsReady=False/WaitingForRollout later',
      NOT_ALL,
      'DatabaseReady=False/WaitingForDatabase MariaDB Database CR is not ready',
      'SecretsReady=True/SecretsAvailable',
    )
    expect(healthOf(KEYSTONE, reported)).toMatchObject({
      state: 'progressing',
      reason: 'WaitingForDatabase',
      message: 'MariaDB Database CR is not ready',
      evidence: [{ path: 'status.conditions[DatabaseReady]' }],
    })
  })

  it('a failed condition has precedence over waiting ones', () => {
    const reported = conditions(
      NOT_ALL,
      'DeploymentReady=False/WaitingForDeployment',
      'BootstrapReady=False/BootstrapFailed',
    )
    expect(healthOf(KEYSTONE, reported)).toMatchObject({ state: 'failed', reason: 'BootstrapFailed' })
  })

  it.each([
    ['DatabaseReady=False/SchemaCheckInProgress', 'progressing', undefined],
    ['DatabaseReady=False/ClusterNotReady', 'progressing', undefined],
    ['SecretsReady=False/SecretStoreNotReady', 'progressing', undefined],
    ['DatabaseReady=False/UpgradeRollingUpdate', 'progressing', undefined],
    ['KeystoneAPIReady=False/EndpointNotReady', 'failed', true],
    ['DatabaseReady=False/SchemaDriftDetected', 'failed', undefined],
    ['DatabaseReady=False/UpgradePathInvalid', 'failed', true],
    ['SecretsReady=False/TargetClusterUnavailable', 'failed', undefined],
    ['DatabaseReady=Unknown/Dunno', 'unknown', undefined],
  ])('%s is %s', (reported, state, itself) => {
    const health = healthOf(KEYSTONE, conditions(NOT_ALL, reported))
    expect([health.state, health.itself]).toEqual([state, itself])
  })

  it.each([
    [
      'Ready and nothing against it',
      conditions('Ready=True/AllReady', 'HPAReady=True/HPANotRequired'),
      'healthy',
      'AllReady',
    ],
    ['no status at all', '', 'unknown', 'NotObserved'],
    [
      'Ready, but for an older spec',
      `metadata: { generation: 2 }\nstatus: { observedGeneration: 1, conditions: [{ type: Ready, status: "True" }] }`,
      'unknown',
      'Stale',
    ],
    [
      'Ready in the middle of an upgrade',
      'status: { upgradePhase: Contracting, installedRelease: "1", targetRelease: "2", conditions: [{ type: Ready, status: "True" }] }',
      'progressing',
      'Contracting',
    ],
    ['only Ready, and False', conditions('Ready=False/CrashLoop'), 'failed', 'CrashLoop'],
    ['conditions that are none', 'status: { conditions: [1, {}, "x"] }', 'unknown', 'NotObserved'],
  ])('%s', (_, yaml, state, reason) => {
    expect(healthOf(KEYSTONE, yaml)).toMatchObject({ state, reason })
  })

  it('failed tests degrade a Tempest that runs', () => {
    const kind = 'Tempest.tempest.openstack.c5c3.io'
    expect(healthOf(kind, conditions('Ready=True', 'TestsPassed=True')).state).toBe('healthy')
    const yaml =
      'status: { results: { failedTests: 3, totalTests: 40 }, conditions: [{ type: Ready, status: "True" }, { type: TestsPassed, status: "False" }] }'
    expect(healthOf(kind, yaml)).toMatchObject({ state: 'degraded', message: '3 of 40 tests failed in the last run' })
  })

  it.each([
    ['KeystoneService.c5c3.io', 'AccountReady=False/WaitingForServiceAccounts', 'progressing'],
    ['KeystoneService.c5c3.io', 'CatalogReady=False/ServiceCollision', 'failed'],
    ['GlanceBackend.glance.openstack.c5c3.io', 'CredentialsReady=False/WaitingForCredentials', 'progressing'],
    ['CredentialRotation.c5c3.io', 'Ready=True/NoRotationNeeded', 'healthy'],
    ['CredentialRotation.c5c3.io', 'Ready=False/NoControlPlane', 'failed'],
  ])('%s with %s is %s', (kind, reported, state) => {
    expect(healthOf(kind, conditions(...new Set([NOT_ALL, reported]))).state).toBe(state)
  })
})

const RELEASED = `
spec:
  database: { clusterRef: { name: db }, secretRef: { name: db-credentials } }
  cache: { clusterRef: { name: mc } }
  secretStoreRef: { kind: SecretStore, name: store }
  keystoneEndpoint: http://cp-keystone.identity.svc:5000/v3
  serviceUser: { secretRef: { name: glance-credentials } }`

describe('dependencies of a service', () => {
  it('released API: by its references', () => {
    expect(linksOf(GLANCE, RELEASED)).toEqual([
      'depends-on MariaDB ns/db',
      'depends-on Memcached ns/mc',
      'depends-on SecretStore ns/store',
      'consumes Secret ns/db-credentials',
      'consumes ExternalSecret ns/db-credentials (optional)',
      'consumes Secret ns/glance-credentials',
      'consumes ExternalSecret ns/glance-credentials (optional)',
      'depends-on Keystone identity/cp-keystone (optional)',
      'depends-on Keystone ns/* (optional)',
      'depends-on KeystoneService ns/glance-credentials (optional)',
      'depends-on Service ns/glance (optional)',
      'depends-on User ns/glance (optional)',
      'depends-on ApplicationCredential ns/glance (optional)',
    ])
  })

  it('placed service: database, cache, store and Secrets of the target cluster', () => {
    const links = linksOf(GLANCE, `${RELEASED}\n  targetClusterRef: { name: edge-1 }`)
    expect(links.slice(0, 7)).toEqual([
      'depends-on MariaDB ns/db @registration edge-1',
      'depends-on Memcached ns/mc @registration edge-1',
      'depends-on SecretStore ns/store @registration edge-1',
      'consumes Secret ns/db-credentials @registration edge-1',
      'consumes ExternalSecret ns/db-credentials @registration edge-1 (optional)',
      'consumes Secret ns/glance-credentials @registration edge-1',
      'consumes ExternalSecret ns/glance-credentials @registration edge-1 (optional)',
    ])
    expect(links).toContain('consumes Secret c5c3-clusters/edge-1')
    expect(links).toContain('depends-on KeystoneService ns/glance-credentials (optional)')
  })

  it('objects that its condition waits for are marked, in the cluster it is placed on', () => {
    const wait = (reported: string, place = '') =>
      linksOf(KEYSTONE, `${RELEASED}${place}\n${conditions(NOT_ALL, reported)}`).filter((link) =>
        link.includes('named'),
      )
    expect(wait('DatabaseReady=False/ClusterNotReady MariaDB cluster "db" is not ready')).toEqual(
      expect.arrayContaining(['depends-on MariaDB ns/db (named)']),
    )
    expect(
      wait(
        'DatabaseReady=False/ClusterNotReady MariaDB cluster "db" is not ready',
        '\n  targetClusterRef: { name: e }',
      ),
    ).toEqual(expect.arrayContaining(['depends-on MariaDB ns/db @registration e (named)']))
    expect(wait('DeploymentReady=False/WaitingForDeployment')).toEqual(['depends-on Deployment ns/x (optional, named)'])
    expect(wait('DatabaseReady=False/MigrateFailed')).toEqual(['depends-on Job ns/x-db-migrate (optional, named)'])
    expect(wait('DatabaseReady=False/WaitingForDatabase')).toContain('depends-on Database ns/x (optional, named)')
    expect(wait('KeystoneAPIReady=False/APIUnhealthy')).toEqual([])
  })

  it('unreleased API: by dependsOn and references, the rest by the dependency matrix', () => {
    const yaml = `
      spec:
        dependsOn: [{ kind: Keystone, name: keystone }, { kind: Placement, name: placement }, { kind: Odd }, 7]
        keystone: { appCredentialRef: { secretName: nova-keystone-credentials } }
        serviceAuth: { glanceServiceUserRef: { name: glance } }
        cells: [{ name: cell1, computeRef: { name: hv-pool-a } }]
        scheduler: { externalScheduler: { enabled: true, endpoint: https://cortex.ns.svc.cluster.local:8080 } }`
    expect(linksOf(NOVA, yaml)).toEqual([
      'depends-on MariaDB ns/* (optional)',
      'depends-on RabbitmqCluster ns/* (optional)',
      'consumes Secret ns/nova-keystone-credentials',
      'consumes ExternalSecret ns/nova-keystone-credentials (optional)',
      'depends-on Keystone ns/keystone',
      'depends-on Placement ns/placement',
      'depends-on Glance ns/* (optional)',
      'depends-on Service ns/nova (optional)',
      'depends-on User ns/nova (optional)',
      'depends-on ApplicationCredential ns/nova (optional)',
      'consumes HypervisorCluster hv-pool-a @role management (optional, degraded)',
      'depends-on User ns/glance',
      'consumes Cortex ns/cortex (optional, degraded)',
    ])
  })

  it('Keystone finds a Memcached in any of its three forms, and no service requires a Valkey', () => {
    const links = linksOf(KEYSTONE, 'spec: { cache: { servers: ["memcached-0.memcached:11211"] } }')
    expect(links).toEqual([
      'depends-on MariaDB ns/* (optional)',
      'depends-on Memcached ns/* (optional)',
      'depends-on StatefulSet ns/* {"app":"memcached"} (optional)',
      'depends-on StatefulSet ns/* {"app.kubernetes.io/name":"memcached"} (optional)',
      'depends-on Deployment ns/* {"app":"memcached"} (optional)',
      'depends-on Deployment ns/* {"app.kubernetes.io/name":"memcached"} (optional)',
    ])
    for (const kind of [KEYSTONE, GLANCE, NOVA])
      expect(linksOf(kind, '').filter((link) => link.includes('Valkey'))).toEqual([])
  })

  it('a database given only by its host is external', () => {
    expect(linksOf(KEYSTONE, 'spec: { database: { host: db.example.com } }').join()).not.toContain('MariaDB')
  })

  it('Neutron finds OVN by the namespace of its connection, or by reference in either cluster', () => {
    const ovn = (yaml: string) =>
      linksOf('Neutron.neutron.openstack.c5c3.io', yaml).filter((link) => link.includes('OVNCluster'))
    expect(ovn('spec: { ovn: { nbConnection: "tcp:ovn-nb.ovn-system:6641" } }')).toEqual([
      'depends-on OVNCluster ovn-system/* (optional)',
    ])
    expect(ovn('spec: { ovn: { clusterRef: { name: o, namespace: infra } } }')).toEqual([
      'depends-on OVNCluster infra/o (optional)',
      'depends-on OVNCluster infra/o @role hypervisor (optional)',
    ])
  })

  it('Cinder depends on its key here and on its client and pool in the storage cluster that has them', () => {
    const yaml = `spec: { backends: [{ rbd: { pool: volumes, cephSecretRef: { name: key }, cephClientRef: { name: cinder, namespace: rook-ceph } } }] }`
    expect(linksOf('Cinder.cinder.openstack.c5c3.io', yaml)).toEqual(
      expect.arrayContaining([
        'consumes Secret ns/key',
        'consumes CephClient rook-ceph/cinder @role storage (optional, degraded)',
        'consumes CephBlockPool rook-ceph/volumes @role storage (optional, degraded)',
      ]),
    )
  })

  it('backends and registrations refer to their dependents', () => {
    expect(
      linksOf(
        'GlanceBackend.glance.openstack.c5c3.io',
        'spec: { glanceRef: { name: g }, s3: { credentialsSecretRef: { name: s } } }',
      ),
    ).toEqual([
      'owns Glance ns/g (optional, reverse)',
      'consumes Secret ns/s',
      'consumes ExternalSecret ns/s (optional)',
    ])
    expect(linksOf('BarbicanSecretStore.barbican.openstack.c5c3.io', 'spec: { barbicanRef: { name: b } }')).toEqual([
      'owns Barbican ns/b (optional, reverse)',
    ])
    expect(linksOf('KeystoneIdentityBackend.keystone.openstack.c5c3.io', 'spec: { keystoneRef: { name: k } }')).toEqual(
      ['owns Keystone ns/k (optional, reverse)'],
    )
    const registration =
      'spec: { controlPlaneRef: { name: cp, namespace: other } }\nstatus: { account: { secretName: s } }'
    expect(linksOf('KeystoneService.c5c3.io', registration)).toContain('owns ControlPlane other/cp (optional, reverse)')
    expect(linksOf('KeystoneService.c5c3.io', registration)).toContain('consumes Secret ns/s (optional)')
    const account =
      'status: { account: { secretName: s }, conditions: [{ type: AccountReady, status: "True", reason: AccountProvisioned }] }'
    expect(linksOf('KeystoneService.c5c3.io', account)).toContain('consumes Secret ns/s')
    expect(specOf('KeystoneService.c5c3.io').aliases?.(made('KeystoneService.c5c3.io', registration))).toEqual(['s'])
    expect(
      linksOf('SecretAggregate.c5c3.io', 'spec: { sources: [{ secretRef: { name: a } }, { secretRef: b }] }'),
    ).toEqual(expect.arrayContaining(['consumes Secret ns/a', 'consumes Secret ns/b']))
    expect(linksOf('CredentialRotation.c5c3.io', 'spec: { keystoneService: k }')).toEqual([
      'depends-on KeystoneService ns/k',
    ])
  })
})

describe('an unknown service operator', () => {
  const octavia = otherServiceKind({
    group: 'octavia.openstack.c5c3.io',
    kind: 'Octavia',
    plural: 'octavias',
    version: 'v1beta3',
    namespaced: true,
  })

  it('is assessed by its conditions and linked like a service', () => {
    const object = {
      ...made(
        KEYSTONE,
        `spec: { database: { clusterRef: { name: db } } }\n${conditions(NOT_ALL, 'WorkersReady=False/WorkersFailed', 'Degraded=False/No')}`,
      ),
      kind: 'Octavia',
    }
    expect(octavia.health?.(object, 0)).toMatchObject({ state: 'failed', reason: 'WorkersFailed' })
    expect(octavia.links?.(object).map(({ to }) => `${to.kind} ${to.name}`)).toEqual(['MariaDB db'])
    expect(octavia.versions).toEqual(['v1beta3'])
  })
})
