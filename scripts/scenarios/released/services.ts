// SPDX-License-Identifier: Apache-2.0
// Keystone, Horizon, Glance and Placement of the released operators, each with its workload.
import { completedJob, cronJob, deployment, disruptionBudget } from '../core.ts'
import { after, type ConditionWords, conditions, type Obj, withBody } from '../kube.ts'
import { type ReleasedParts, TENANT_STORE } from './site.ts'

const SUNDAY = '2026-11-15T00:00:00Z'

interface ServiceShape {
  readonly service: 'keystone' | 'horizon' | 'glance' | 'placement'
  readonly kind: string
  readonly spec: Record<string, unknown>
  readonly conditions: readonly ConditionWords[]
  readonly endpoint: string
  readonly status?: Record<string, unknown>
  readonly finalizers?: readonly string[]
}

const WELL: Readonly<Record<string, ConditionWords>> = {
  secrets: { type: 'SecretsReady', reason: 'SecretsAvailable', message: '' },
  extra: {
    type: 'ExtraConfigHealthy',
    reason: 'NoOwnedKeysOverridden',
    message: 'spec.extraConfig overrides no operator-owned keys',
  },
  database: {
    type: 'DatabaseReady',
    reason: 'DatabaseSynced',
    message: 'Database schema is up to date (revision verified)',
  },
  hpa: { type: 'HPAReady', reason: 'HPANotRequired', message: 'Autoscaling is not configured' },
  network: {
    type: 'NetworkPolicyReady',
    reason: 'NetworkPolicyNotRequired',
    message: 'Network isolation is not configured',
  },
  route: {
    type: 'HTTPRouteReady',
    reason: 'HTTPRouteNotRequired',
    message: 'External exposure via Gateway API is not configured',
  },
  ready: { type: 'Ready', reason: 'AllReady', message: 'All sub-conditions are ready' },
}

function pick(...names: readonly string[]): ConditionWords[] {
  return names.flatMap((n) => WELL[n] ?? [])
}

function workloadOf(kind: string): ConditionWords {
  return { type: 'DeploymentReady', reason: 'DeploymentReady', message: `${kind} API deployment is available` }
}

function apiOf(kind: string, url: string): ConditionWords {
  return { type: `${kind}APIReady`, reason: 'APIHealthy', message: `${kind} API is responding at ${url}` }
}

function service(parts: ReleasedParts, shape: ServiceShape): [Obj, ...Obj[]] {
  const { make, site, owner } = parts
  const { namespace, age, replicas } = site
  const name = `${site.name}-${shape.service}`
  const o = make(`${shape.service}.openstack.c5c3.io/v1alpha1`, shape.kind, {
    name,
    namespace,
    age,
    owner,
    generation: 1,
    ...(shape.finalizers && { finalizers: shape.finalizers }),
  })
  const cr = withBody(o, {
    spec: {
      deployment: { replicas },
      image: { repository: `ghcr.io/c5c3/${shape.service}`, tag: site.release },
      secretStoreRef: TENANT_STORE,
      ...shape.spec,
    },
    status: {
      observedGeneration: 1,
      endpoint: shape.endpoint,
      ...shape.status,
      conditions: conditions(o, shape.conditions),
    },
  })
  const labels = { 'app.kubernetes.io/name': shape.service, 'app.kubernetes.io/instance': name }
  return [
    cr,
    deployment(
      make,
      { name, namespace, age, owner: cr },
      { image: `ghcr.io/c5c3/${shape.service}:${site.release}`, replicas, labels },
    ),
    ...(replicas > 1
      ? [
          disruptionBudget(
            make,
            { name, namespace, age, owner: cr },
            { minAvailable: replicas - 1, healthy: replicas, labels },
          ),
        ]
      : []),
  ]
}

function backing(parts: ReleasedParts, name: string) {
  const { replicas } = parts.site
  return {
    cache: { backend: 'dogpile.cache.pymemcache', clusterRef: { name: 'openstack-memcached' }, replicas },
    database: {
      clusterRef: { name: 'openstack-db' },
      credentialsMode: 'Dynamic',
      database: name,
      replicas,
      secretRef: { name: `${parts.site.name}-${name}-db-credentials`, key: 'password' },
      storageSize: '100Gi',
    },
  }
}

function serviceUser(parts: ReleasedParts, name: string) {
  return {
    keystoneEndpoint: parts.authUrl,
    openStackRelease: parts.site.release,
    region: parts.site.region,
    serviceUser: {
      username: name,
      userDomainName: 'Default',
      projectName: `service-${name}`,
      projectDomainName: 'Default',
      secretRef: { name: `${parts.site.name}-${name}-credentials`, key: 'password' },
    },
  }
}

/** The MariaDB Database that a service owns, and the Job that initialised it. */
function databaseOf(parts: ReleasedParts, cr: Obj, name: string): Obj[] {
  const { make, site } = parts
  const id = { name: `${site.name}-${name}`, namespace: site.namespace, age: site.age, owner: cr, generation: 1 }
  const o = make('k8s.mariadb.com/v1alpha1', 'Database', id)
  const start = after(cr.metadata.creationTimestamp, 30)
  return [
    withBody(o, {
      spec: {
        name,
        characterSet: 'utf8',
        collate: 'utf8_general_ci',
        mariaDbRef: { name: 'openstack-db', waitForIt: false },
      },
      status: { conditions: conditions(o, [{ type: 'Ready', reason: 'Created', message: 'Created' }], 0, false) },
    }),
    completedJob(make, { ...id, name: `${id.name}-db-sync` }, `ghcr.io/c5c3/${name}:${site.release}`, start, 35),
  ]
}

function url(parts: ReleasedParts, name: string, port: number, path: string): string {
  return `http://${parts.site.name}-${name}.${parts.site.namespace}.svc.cluster.local:${port}${path}`
}

export function keystone(parts: ReleasedParts): Obj[] {
  const { make, site } = parts
  const endpoint = url(parts, 'keystone', 5000, '/v3')
  const rotation = { maxActiveKeys: 3, rotationSchedule: '0 0 * * 0', suspend: false }
  const [cr, ...work] = service(parts, {
    service: 'keystone',
    kind: 'Keystone',
    endpoint,
    finalizers: ['keystone.openstack.c5c3.io/finalizer', 'keystone.openstack.c5c3.io/openbao-finalizer'],
    spec: {
      bootstrap: {
        adminUser: 'admin',
        adminPasswordSecretRef: { name: `${site.name}-keystone-admin-credentials`, key: 'password' },
        region: site.region,
      },
      ...backing(parts, 'keystone'),
      fernet: rotation,
      credentialKeys: rotation,
    },
    status: { installedRelease: site.release },
    conditions: [
      ...pick('secrets'),
      {
        type: 'DatabaseTLSReady',
        reason: 'NotRequired',
        message: 'Database TLS is not enabled; using plaintext connection',
      },
      {
        type: 'IdentityBackendsReady',
        reason: 'IdentityBackendsNotRequired',
        message: 'No KeystoneIdentityBackend references this Keystone',
      },
      ...pick('extra'),
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
      ...pick('network', 'database'),
      {
        type: 'PolicyValidReady',
        reason: 'PolicyValidationNotRequired',
        message: 'No policy overrides are configured',
      },
      workloadOf('Keystone'),
      ...pick('route'),
      apiOf('Keystone', endpoint),
      ...pick('hpa'),
      { type: 'BootstrapReady', reason: 'BootstrapComplete', message: 'Keystone bootstrap completed successfully' },
      { type: 'TrustFlushReady', reason: 'TrustFlushNotRequired', message: 'Trust flush is not configured' },
      {
        type: 'PasswordRotationReady',
        reason: 'RotationDisabled',
        message: 'Scheduled admin password rotation is disabled',
      },
      ...pick('ready'),
    ],
  })
  const image = `ghcr.io/c5c3/keystone:${site.release}`
  const id = { namespace: site.namespace, age: site.age, owner: cr }
  const start = after(cr.metadata.creationTimestamp, 30)
  return [
    cr,
    ...work,
    ...databaseOf(parts, cr, 'keystone'),
    completedJob(make, { ...id, name: `${site.name}-keystone-schema-check` }, image, after(start, 40), 9),
    completedJob(make, { ...id, name: `${site.name}-keystone-bootstrap` }, image, after(start, 55), 12),
    ...['fernet', 'credential'].map((k) =>
      cronJob(
        make,
        { ...id, name: `${site.name}-keystone-${k}-rotate` },
        { schedule: '0 0 * * 0', image, last: SUNDAY },
      ),
    ),
  ]
}

export function horizon(parts: ReleasedParts): Obj[] {
  const { site } = parts
  const endpoint = url(parts, 'horizon', 8080, '/')
  return service(parts, {
    service: 'horizon',
    kind: 'Horizon',
    endpoint,
    spec: {
      cache: {
        backend: 'django.core.cache.backends.memcached.PyMemcacheCache',
        clusterRef: { name: 'openstack-memcached' },
        replicas: site.replicas,
      },
      keystoneEndpoint: parts.authUrl,
      secretKeyRef: { name: `${site.name}-horizon-secret-key`, key: 'secret-key' },
    },
    conditions: [
      ...pick('secrets', 'extra'),
      { type: 'ConfigReady', reason: 'ConfigRendered', message: 'local_settings.py rendered' },
      { type: 'DeploymentReady', reason: 'DeploymentReady', message: 'Horizon dashboard deployment is available' },
      ...pick('route'),
      {
        type: 'HorizonAPIReady',
        reason: 'APIHealthy',
        message: `Horizon dashboard is responding at ${endpoint}auth/login/`,
      },
      ...pick('hpa', 'network', 'ready'),
    ],
  })
}

export function glance(parts: ReleasedParts): Obj[] {
  const { make, site, owner } = parts
  const endpoint = url(parts, 'glance', 9292, '/')
  const [cr, ...work] = service(parts, {
    service: 'glance',
    kind: 'Glance',
    endpoint,
    finalizers: ['glance.openstack.c5c3.io/finalizer'],
    spec: { ...backing(parts, 'glance'), ...serviceUser(parts, 'glance') },
    status: { installedRelease: site.release },
    conditions: [
      ...pick('secrets'),
      { type: 'BackendsReady', reason: 'AllBackendsProjected', message: 'All attached backends are projected' },
      ...pick('extra', 'database'),
      workloadOf('Glance'),
      ...pick('route'),
      apiOf('Glance', `${endpoint}healthcheck`),
      ...pick('hpa', 'network'),
      {
        type: 'DBPurgeReady',
        reason: 'DBPurgeScheduled',
        message: 'Database purge scheduled "1 0 * * *", hard-deleting rows soft-deleted more than 30 days ago',
      },
      ...pick('ready'),
    ],
  })
  const id = { namespace: site.namespace, age: site.age }
  const b = make('glance.openstack.c5c3.io/v1alpha1', 'GlanceBackend', {
    ...id,
    name: `${site.name}-glance-default`,
    owner,
    generation: 1,
  })
  const backend = withBody(b, {
    spec: {
      glanceRef: { name: cr.metadata.name },
      isDefault: true,
      type: 'S3',
      s3: {
        bucket: 'glance-images',
        bucketURLFormat: 'path',
        credentialsSecretRef: { name: 'glance-s3-credentials' },
        host: 'http://garage.shared-services.svc.cluster.local:3900',
        region: 'garage',
      },
    },
    status: {
      observedGeneration: 1,
      conditions: conditions(b, [
        {
          type: 'CredentialsReady',
          reason: 'CredentialsAvailable',
          message: 'S3 credentials Secret "glance-s3-credentials" carries the required keys',
        },
        {
          type: 'ConfigProjected',
          reason: 'ConfigProjected',
          message: "store section is rendered into the Glance Deployment's backends config",
        },
        ...pick('ready'),
      ]),
    },
  })
  const purge = cronJob(
    make,
    { ...id, name: `${site.name}-glance-db-purge`, owner: cr },
    {
      schedule: '1 0 * * *',
      image: `ghcr.io/c5c3/glance:${site.release}`,
      last: '2026-11-16T00:01:00Z',
    },
  )
  return [cr, ...work, backend, purge, ...databaseOf(parts, cr, 'glance')]
}

export function placement(parts: ReleasedParts): Obj[] {
  const { site } = parts
  const endpoint = url(parts, 'placement', 8778, '/')
  const [cr, ...work] = service(parts, {
    service: 'placement',
    kind: 'Placement',
    endpoint,
    finalizers: ['placement.openstack.c5c3.io/finalizer'],
    spec: { ...backing(parts, 'placement'), ...serviceUser(parts, 'placement') },
    status: { installedRelease: site.release, installedImage: `ghcr.io/c5c3/placement:${site.release}` },
    conditions: [
      ...pick('secrets', 'extra', 'database'),
      workloadOf('Placement'),
      ...pick('route'),
      apiOf('Placement', endpoint),
      ...pick('hpa', 'network', 'ready'),
    ],
  })
  return [cr, ...work, ...databaseOf(parts, cr, 'placement')]
}
