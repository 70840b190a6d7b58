// SPDX-License-Identifier: Apache-2.0
// Keystone and Placement of a tenant, as the released operators define them.
import { completedJob, cronJob, disruptionBudget } from '../core.ts'
import { after, type ConditionWords, conditions, type Obj, type ObjectMaker, withBody } from '../kube.ts'
import { REGION, RELEASE, REPLICAS, type Tenant } from '../landscape.ts'
import { internalUrl, publicHost } from './service-addresses.ts'
import { identityOf, type ServiceSite, workloads } from './service-site.ts'

const READY: ConditionWords = { type: 'Ready', reason: 'AllReady', message: 'All sub-conditions are ready' }

function sharedDatabase(schema: string, replicas: number) {
  return {
    clusterRef: { name: 'openstack-db' },
    credentialsMode: 'Static',
    database: schema,
    replicas,
    secretRef: { name: `${schema}-db-credentials`, key: 'password' },
    storageSize: '100Gi',
  }
}

const SHARED_CACHE = { backend: 'dogpile.cache.pymemcache', clusterRef: { name: 'openstack-memcached' }, replicas: 3 }
const SHARED_STORE = { kind: 'ClusterSecretStore', name: 'openbao-cluster-store' }

function gateway(tenant: Tenant, service: string) {
  return { hostname: publicHost(tenant, service), parentRef: { name: 'openstack', namespace: 'gateway-system' } }
}

export function keystone(make: ObjectMaker, site: ServiceSite): Obj[] {
  const { tenant, namespace } = site
  const size = REPLICAS[tenant.size]
  const rotation = { maxActiveKeys: 3, rotationSchedule: '0 0 * * 0', suspend: false }
  const o = make('keystone.openstack.c5c3.io/v1alpha1', 'Keystone', {
    ...identityOf(site, 'keystone'),
    finalizers: ['keystone.openstack.c5c3.io/finalizer'],
  })
  const url = internalUrl(tenant, 'keystone')
  const cr = withBody(o, {
    spec: {
      deployment: { replicas: size.keystone },
      image: { repository: 'ghcr.io/c5c3/keystone', tag: RELEASE },
      database: sharedDatabase('keystone', size.mariadb),
      cache: SHARED_CACHE,
      fernet: rotation,
      credentialKeys: rotation,
      bootstrap: {
        adminUser: 'admin',
        adminPasswordSecretRef: { name: 'keystone-admin-credentials', key: 'password' },
        region: REGION,
        publicEndpoint: `https://${publicHost(tenant, 'keystone')}/v3`,
      },
      gateway: gateway(tenant, 'keystone'),
      secretStoreRef: SHARED_STORE,
    },
    status: {
      observedGeneration: 1,
      endpoint: url,
      installedRelease: RELEASE,
      conditions: conditions(o, [
        { type: 'SecretsReady', reason: 'SecretsAvailable', message: '' },
        {
          type: 'FernetKeysReady',
          reason: 'FernetKeysAvailable',
          message: 'Fernet keys Secret exists and rotation CronJob is configured',
        },
        {
          type: 'CredentialKeysReady',
          reason: 'CredentialKeysAvailable',
          message: 'Credential keys Secret exists and rotation CronJob is configured',
        },
        {
          type: 'DatabaseReady',
          reason: 'DatabaseSynced',
          message: 'Database schema is up to date (revision verified)',
        },
        {
          type: 'DatabaseTLSReady',
          reason: 'NotRequired',
          message: 'Database TLS is not enabled; using plaintext connection',
        },
        {
          type: 'PolicyValidReady',
          reason: 'PolicyValidationNotRequired',
          message: 'No policy overrides are configured',
        },
        { type: 'DeploymentReady', reason: 'DeploymentReady', message: 'Keystone API deployment is available' },
        { type: 'KeystoneAPIReady', reason: 'APIHealthy', message: `Keystone API is responding at ${url}` },
        { type: 'HPAReady', reason: 'HPANotRequired', message: 'Autoscaling is not configured' },
        {
          type: 'NetworkPolicyReady',
          reason: 'NetworkPolicyNotRequired',
          message: 'Network isolation is not configured',
        },
        { type: 'HTTPRouteReady', reason: 'HTTPRouteAccepted', message: 'HTTPRoute is accepted by its gateway' },
        { type: 'BootstrapReady', reason: 'BootstrapComplete', message: 'Keystone bootstrap completed successfully' },
        { type: 'TrustFlushReady', reason: 'TrustFlushNotRequired', message: 'Trust flush is not configured' },
        {
          type: 'PasswordRotationReady',
          reason: 'RotationDisabled',
          message: 'Scheduled admin password rotation is disabled',
        },
        {
          type: 'IdentityBackendsReady',
          reason: 'IdentityBackendsNotRequired',
          message: 'No KeystoneIdentityBackend references this Keystone',
        },
        READY,
      ]),
    },
  })
  const image = `ghcr.io/c5c3/keystone:${RELEASE}`
  const job = { namespace, age: tenant.age, owner: cr }
  const start = after(o.metadata.creationTimestamp, 60)
  // The Sunday before NOW.
  const sunday = '2026-11-15T00:00:00Z'
  return [
    cr,
    ...workloads(make, site, cr, 'keystone', { keystone: size.keystone }),
    completedJob(make, { ...job, name: 'keystone-db-sync' }, image, start, 38),
    completedJob(make, { ...job, name: 'keystone-bootstrap' }, image, after(start, 40), 12),
    ...['fernet', 'credential'].map((keys) =>
      cronJob(
        make,
        { ...job, name: `keystone-${keys}-rotate`, age: tenant.age },
        { schedule: '0 0 * * 0', image, last: sunday },
      ),
    ),
    ...(size.keystone > 1
      ? [
          disruptionBudget(
            make,
            { ...job, name: 'keystone' },
            {
              minAvailable: size.keystone - 1,
              healthy: size.keystone,
              labels: { 'app.kubernetes.io/name': 'keystone' },
            },
          ),
        ]
      : []),
  ]
}

export function placement(make: ObjectMaker, site: ServiceSite): Obj[] {
  const { tenant } = site
  const size = REPLICAS[tenant.size]
  const o = make('placement.openstack.c5c3.io/v1alpha1', 'Placement', {
    ...identityOf(site, 'placement'),
    finalizers: ['placement.openstack.c5c3.io/finalizer'],
  })
  const url = internalUrl(tenant, 'placement')
  const cr = withBody(o, {
    spec: {
      deployment: { replicas: 2 },
      openStackRelease: RELEASE,
      image: { repository: 'ghcr.io/c5c3/placement', tag: RELEASE },
      region: REGION,
      database: sharedDatabase('placement', size.mariadb),
      cache: SHARED_CACHE,
      keystoneEndpoint: internalUrl(tenant, 'keystone'),
      serviceUser: {
        username: 'placement',
        userDomainName: 'Default',
        projectName: 'service',
        projectDomainName: 'Default',
        secretRef: { name: 'placement-keystone-credentials', key: 'password' },
      },
      gateway: gateway(tenant, 'placement'),
      secretStoreRef: SHARED_STORE,
    },
    status: {
      observedGeneration: 1,
      endpoint: url,
      installedRelease: RELEASE,
      installedImage: `ghcr.io/c5c3/placement:${RELEASE}`,
      conditions: conditions(o, [
        { type: 'SecretsReady', reason: 'SecretsAvailable', message: '' },
        {
          type: 'DatabaseReady',
          reason: 'DatabaseSynced',
          message: 'Database schema is up to date (revision verified)',
        },
        { type: 'DeploymentReady', reason: 'DeploymentReady', message: 'Placement API deployment is available' },
        { type: 'PlacementAPIReady', reason: 'APIHealthy', message: `Placement API is responding at ${url}` },
        { type: 'HPAReady', reason: 'HPANotRequired', message: 'Autoscaling is not configured' },
        {
          type: 'NetworkPolicyReady',
          reason: 'NetworkPolicyNotRequired',
          message: 'Network isolation is not configured',
        },
        { type: 'HTTPRouteReady', reason: 'HTTPRouteAccepted', message: 'HTTPRoute is accepted by its gateway' },
        READY,
      ]),
    },
  })
  return [cr, ...workloads(make, site, cr, 'placement', { placement: 2 })]
}
