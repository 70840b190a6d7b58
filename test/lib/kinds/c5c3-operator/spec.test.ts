// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { normaliseControlPlane, requestedServices } from '../../../../src/lib/kinds/c5c3-operator/spec.ts'
import { conditions, healthOf, linksOf, made } from '../told.ts'

const KIND = 'ControlPlane.c5c3.io'
const model = (yaml: string) => normaliseControlPlane(made(KIND, yaml))

const A = `
spec:
  compute: { hypervisorClusters: [hv-pool-a] }
  storage:
    storageClusters: [st-pool-a]
    ceph:
      secretRef: { name: ceph-client-x, key: userKey }
      monitors: ["10.0.1.10:6789"]
      pools: { volumes: x-volumes, images: x-images }
      filesystem: { name: x-cephfs }
  infrastructure: { mariadb: { replicas: "3" }, rabbitmq: { replicas: 3 }, valkey: { replicas: 3 }, memcached: { replicas: 3 } }
  openstack:
    keystone: { replicas: "3" }
    nova: { api: { replicas: 5 }, scheduler: { replicas: 2 } }
    octavia: { enabled: true }
    manila: { enabled: false }
  cortex: { enabled: true, pipelines: [nova] }
`

const B = `
spec:
  infrastructure: { mariadb: { replicas: 3 }, memcached: { replicas: 3 } }
  services: { keystone: { enabled: true, replicas: 3 }, nova: { enabled: false } }
  tempest: { enabled: true, schedule: "0 2 * * *" }
  korc: { enabled: true, bootstrapResources: [domains, projects] }
  global: { region: RegionOne }
`

const C = `
spec:
  openStackRelease: "2025.2"
  infrastructure: { database: { replicas: 3 }, messaging: { replicas: 3 }, cache: { replicas: 3 } }
  services: { nova: { enabled: true, replicas: { api: 3, scheduler: 2 } } }
  korc: { cloudCredentialsRef: { secretName: clouds } }
`

const D = `
spec:
  identity: { keystone: { bootstrap: { serviceUsers: [{ name: nova }] } } }
status: { phase: Ready }
`

const E = `
spec:
  openStackRelease: "2025.2"
  region: RegionOne
  infrastructure: { database: { clusterRef: { name: db } }, cache: { servers: ["cache.example.com:11211"] } }
  korc: { adminCredential: { cloudCredentialsRef: { secretName: k-orc-clouds-yaml } } }
  services:
    keystone: { mode: Managed, replicas: 1 }
    glance: { namespace: { name: images }, targetClusterRef: { name: edge-1 }, dedicatedBackingServices: { database: { clusterRef: { name: glance-db } } } }
    horizon: {}
`

describe('the five API flavours', () => {
  it.each([
    ['A', A],
    ['B', B],
    ['C', C],
    ['D', D],
    ['E', E],
    ['unknown', 'spec: { something: else }'],
    ['unknown', ''],
    ['unknown', 'spec: 7'],
  ])('%s is detected by its fields', (dialect, yaml) => {
    expect(model(yaml).dialect).toBe(dialect)
  })

  it('A: services under openstack, pools and Ceph; numbers may be strings', () => {
    expect(model(A)).toMatchObject({
      pools: { hypervisor: ['hv-pool-a'], storage: ['st-pool-a'] },
      ceph: {
        secret: 'ceph-client-x',
        monitors: ['10.0.1.10:6789'],
        pools: { volumes: 'x-volumes', images: 'x-images' },
        filesystem: 'x-cephfs',
      },
      infrastructure: {
        database: { path: 'spec.infrastructure.mariadb', replicas: 3 },
        messaging: { path: 'spec.infrastructure.rabbitmq' },
        cache: { path: 'spec.infrastructure.memcached' },
        valkey: { path: 'spec.infrastructure.valkey' },
      },
      services: [
        { name: 'keystone', enabled: true, replicas: { keystone: 3 }, path: 'spec.openstack.keystone' },
        { name: 'nova', enabled: true, replicas: { api: 5, scheduler: 2 } },
        { name: 'octavia', enabled: true },
        { name: 'manila', enabled: false },
      ],
      cortex: { enabled: true, pipelines: ['nova'] },
      tempest: { enabled: false },
    })
    expect(requestedServices(model(A))).toEqual(['keystone', 'nova', 'octavia', 'cortex'])
  })

  it('B: services can be disabled; region and tests have their own fields', () => {
    expect(model(B)).toMatchObject({
      region: 'RegionOne',
      services: [
        { name: 'keystone', enabled: true },
        { name: 'nova', enabled: false },
      ],
      korc: { enabled: true, bootstrap: ['domains', 'projects'] },
      tempest: { enabled: true, schedule: '0 2 * * *' },
    })
    expect(requestedServices(model(B))).toEqual(['keystone', 'tempest'])
  })

  it('C: replicas by component; other names for the same infrastructure', () => {
    expect(model(C)).toMatchObject({
      release: '2025.2',
      services: [{ name: 'nova', replicas: { api: 3, scheduler: 2 } }],
      infrastructure: { database: { replicas: 3 }, messaging: { replicas: 3 }, cache: { replicas: 3 } },
      korc: { enabled: true, cloudSecret: 'clouds' },
    })
  })

  it('E: listed services are enabled, and may be placed elsewhere', () => {
    expect(model(E)).toMatchObject({
      release: '2025.2',
      region: 'RegionOne',
      infrastructure: { database: { name: 'db' }, cache: { external: true } },
      services: [
        { name: 'keystone', enabled: true, replicas: { keystone: 1 } },
        { name: 'glance', enabled: true, namespace: 'images', targetCluster: 'edge-1' },
        { name: 'horizon', enabled: true },
      ],
      korc: { enabled: true, cloudSecret: 'k-orc-clouds-yaml' },
    })
    expect(model(E.replace('mode: Managed', 'mode: External')).services[0]).toMatchObject({ external: true })
  })

  it.each([
    ['a list', '[{ name: glance, ready: true, release: "2025.2" }]', { ready: true, release: '2025.2' }],
    [
      'a map of objects',
      '{ glance: { ready: false, version: "1", message: slow } }',
      { ready: false, release: '1', word: 'slow' },
    ],
    ['a map of strings', '{ glance: Running }', { word: 'Running' }],
    ['nonsense', '[7, { name: 3 }]', undefined],
    ['more nonsense', '{ glance: 7 }', {}],
  ])('status.services may be %s', (_, services, expected) => {
    const found = model(`${E}status: { services: ${services} }`).services.find(({ name }) => name === 'glance')
    expect(found?.status).toEqual(expected)
  })
})

const PREFIX = ['NamespacesReady', 'InfrastructureReady', 'KeystoneReady', 'HorizonReady', 'GlanceReady'].map(
  (type) => `${type}=True/${type}`,
)

describe('health of a ControlPlane', () => {
  it.each([
    ['all is Ready', [...PREFIX, 'Ready=True/AllReady'], 'healthy', 'AllReady'],
    [
      'a service that was asked for is not reached',
      [...PREFIX.slice(0, 4), 'Ready=True/AllReady'],
      'progressing',
      'NotReached',
    ],
    [
      'a service that was asked for is not managed',
      [...PREFIX.slice(0, 4), 'GlanceReady=True/GlanceNotManaged', 'Ready=True/AllReady'],
      'unknown',
      'GlanceNotManaged',
    ],
    [
      'one that was not asked for is not managed',
      [...PREFIX, 'BarbicanReady=True/BarbicanNotManaged', 'Ready=True/AllReady'],
      'healthy',
      'AllReady',
    ],
    [
      'infrastructure waits',
      ['NamespacesReady=True', 'InfrastructureReady=False/WaitingForDatabase', 'Ready=False/NotAllReady'],
      'progressing',
      'WaitingForDatabase',
    ],
    [
      'Horizon waits, K-ORC too',
      [
        'HorizonReady=False/WaitingForHorizon',
        'KORCReady=False/WaitingForApplicationCredential',
        'Ready=False/NotAllReady',
      ],
      'progressing',
      'WaitingForApplicationCredential',
    ],
    [
      'one waits, another has failed',
      ['GlanceReady=False/WaitingForGlance', 'BarbicanReady=False/BarbicanOpenBaoError', 'Ready=False/NotAllReady'],
      'failed',
      'BarbicanOpenBaoError',
    ],
    ['parked', [...PREFIX, 'Ready=False/DuplicateControlPlane'], 'failed', 'DuplicateControlPlane'],
    ['nothing yet', [], 'unknown', 'NotObserved'],
  ])('E: %s', (_, reported, state, reason) => {
    expect(healthOf(KIND, reported.length > 0 ? `${E}${conditions(...reported)}` : E)).toMatchObject({ state, reason })
  })

  it.each([
    ['A by strings', `${A}status: { services: { keystone: Running, nova: Running, octavia: Running } }`, 'healthy'],
    ['A, one not reported', `${A}status: { services: { keystone: Running, nova: Running } }`, 'progressing'],
    ['A, one is failed', `${A}status: { services: { keystone: Running, nova: Failed } }`, 'failed'],
    ['A, an unheard word', `${A}status: { services: { keystone: Running, nova: Humming } }`, 'unknown'],
    ['B by conditions', `${B}${conditions('Ready=True/AllReady', 'ServicesReady=True')}`, 'healthy'],
    [
      'C, Ready although it says one is not',
      `${C}status: { services: { nova: { ready: false } }, conditions: [{ type: Ready, status: "True" }] }`,
      'degraded',
    ],
    [
      'C, services not ready',
      `${C}${conditions('ServicesReady=False/NovaFailed', 'Ready=False/NotAllReady')}`,
      'failed',
    ],
    ['D by phase', D, 'healthy'],
    ['D, an unheard phase', D.replace('Ready', 'Odd'), 'unknown'],
  ])('%s', (_, yaml, state) => {
    expect(healthOf(KIND, yaml).state).toBe(state)
  })
})

describe('dependencies of a ControlPlane', () => {
  it('E: by reference, dedicated backends where their service runs, services by name last', () => {
    expect(linksOf(KIND, E)).toEqual([
      'depends-on MariaDB ns/db',
      'depends-on MariaDB images/glance-db @registration edge-1',
      'owns Keystone ns/x-keystone (optional)',
      'owns Glance images/x-glance (optional)',
      'owns Horizon ns/x-horizon (optional)',
      'consumes Secret c5c3-clusters/edge-1',
    ])
  })

  it('E: objects named by its condition are marked', () => {
    const named = (reported: string) =>
      linksOf(KIND, `${E}${conditions(reported)}`).filter((link) => link.includes('named'))
    expect(
      named(
        'InfrastructureReady=False/WaitingForDatabase MariaDB "db" in namespace "ns" (spec.infrastructure.database) is not ready',
      ),
    ).toContain('depends-on MariaDB ns/db (named)')
    expect(named('KeystoneReady=False/WaitingForKeystone')).toEqual(['owns Keystone ns/x-keystone (optional, named)'])
    expect(
      named(
        'ServiceAccountsReady=False/WaitingForServiceAccounts KeystoneService child x-glance: AccountReady=False/Waiting: ControlPlane ns/x reports nothing',
      ),
    ).toEqual(['depends-on KeystoneService ns/x-glance (optional, named)'])
    expect(
      named(
        'KORCReady=False/WaitingForApplicationCredential ApplicationCredential "a" is not yet Available; admin Domain import "d" is not yet Available',
      ),
    ).toEqual(['depends-on ApplicationCredential ns/a (optional, named)', 'depends-on Domain ns/d (optional, named)'])
  })

  it('A: infrastructure and services by default names, Ceph and pools across clusters', () => {
    const links = linksOf(KIND, A)
    expect(links).toEqual(
      expect.arrayContaining([
        'depends-on MariaDB ns/openstack-db (optional)',
        'depends-on RabbitmqCluster ns/openstack-rabbitmq (optional)',
        'depends-on Valkey ns/openstack-valkey (optional)',
        'depends-on Memcached ns/openstack-memcached (optional)',
        'depends-on StatefulSet ns/* {"app":"memcached"} (optional)',
        'owns Nova ns/nova (optional)',
        'owns Octavia ns/octavia (optional)',
        'owns Cortex ns/cortex (optional)',
        'consumes Secret ns/ceph-client-x',
        'consumes CephBlockPool x-volumes @role storage name st-pool-a (optional, degraded)',
        'consumes CephFilesystem x-cephfs @role storage name st-pool-a (optional, degraded)',
        'consumes HypervisorCluster hv-pool-a @role management (optional, degraded)',
        'consumes StorageCluster st-pool-a @role management (optional, degraded)',
      ]),
    )
    expect(links.join()).not.toContain('Manila')
  })
})
