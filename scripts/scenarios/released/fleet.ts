// SPDX-License-Identifier: Apache-2.0
// A control plane as the released operators of CobaltCore run it (ControlPlane API flavour E): Keystone, Horizon,
// Glance on S3 and Placement, without Crossplane. The objects follow the observed output of those operators.
import { secret } from '../core.ts'
import { after, type ConditionWords, conditions, type Obj, objectsOf, withBody } from '../kube.ts'
import { mariadb, memcached } from '../openstack/infrastructure.ts'
import { cloudsYaml, FAKE_TLS, fernetKey, password, passwordCloudsYaml } from '../openstack/secret-values.ts'
import { aYearAfter, externalSecret, pushSecret } from '../openstack/secrets.ts'
import { releasedIdentity } from './identity.ts'
import { glance, horizon, keystone, placement } from './services.ts'
import { adminCredentialId, type ReleasedParts, type ReleasedSite, TENANT_STORE } from './site.ts'

const OPENBAO = 'https://openbao.shared-services.svc:8200'

export function releasedControlPlane(site: ReleasedSite): Obj[] {
  const make = objectsOf(site.cluster)
  const owner = controlPlane(make, site)
  const { namespace, age, name } = site
  const parts: ReleasedParts = { site, make, owner, authUrl: `http://${name}-keystone.${namespace}.svc:5000/v3` }
  const infra = { namespace, owner, age, databaseReplicas: site.replicas }
  return [
    owner,
    ...mariadb(make, { ...infra, databases: [] }),
    ...memcached(make, infra, site.replicas),
    ...tenantStore(parts),
    ...['keystone', 'glance', 'placement'].flatMap((service) => databaseCredentials(parts, service)),
    ...adminChain(parts),
    ...keystone(parts),
    ...horizon(parts),
    ...glance(parts),
    ...placement(parts),
    ...releasedIdentity(parts),
    ...fernetKeys(parts),
  ]
}

function controlPlane(make: ReturnType<typeof objectsOf>, site: ReleasedSite): Obj {
  const { name, namespace, replicas } = site
  const o = make('c5c3.io/v1alpha1', 'ControlPlane', {
    name,
    namespace,
    age: site.age,
    generation: 2,
    finalizers: ['c5c3.io/orc-teardown'],
  })
  const names = ['keystone', 'horizon', 'glance', 'placement']
  return withBody(o, {
    spec: {
      openStackRelease: site.release,
      region: site.region,
      infrastructure: {
        database: {
          clusterRef: { name: 'openstack-db' },
          database: 'keystone',
          replicas,
          secretRef: { name: `${name}-keystone-db-credentials` },
          storageSize: '100Gi',
        },
        cache: { backend: 'dogpile.cache.pymemcache', clusterRef: { name: 'openstack-memcached' }, replicas },
      },
      services: {
        keystone: { mode: 'Managed', replicas },
        horizon: { replicas, secretKeyRef: { name: `${name}-horizon-secret-key`, key: 'secret-key' } },
        glance: {
          replicas,
          backends: [
            {
              name: 'default',
              type: 'S3',
              isDefault: true,
              s3: {
                bucket: 'glance-images',
                credentialsSecretRef: { name: 'glance-s3-credentials' },
                endpoint: 'http://garage.shared-services.svc.cluster.local:3900',
                region: 'garage',
              },
            },
          ],
        },
        placement: { replicas },
      },
      korc: {
        adminCredential: {
          applicationCredential: { restricted: true, rotation: { mode: 'PasswordDriven' } },
          cloudCredentialsRef: { cloudName: 'admin', secretName: 'k-orc-clouds-yaml' },
          domainName: 'Default',
          projectName: 'admin',
          userName: 'admin',
          passwordSecretRef: { name: `${name}-keystone-admin-credentials`, key: 'password' },
        },
      },
    },
    status: {
      observedGeneration: 2,
      updatePhase: 'Idle',
      services: names.map((service) => ({ name: service, ready: true, release: site.release })),
      adminApplicationCredential: {
        id: adminCredentialId(site),
        restricted: true,
        lastRotation: after(o.metadata.creationTimestamp, 1400),
      },
      conditions: conditions(o, CONTROL_PLANE_CONDITIONS, 70),
    },
  })
}

const CONTROL_PLANE_CONDITIONS: readonly ConditionWords[] = [
  {
    type: 'NamespacesReady',
    reason: 'NoDedicatedNamespaces',
    message: "no service declares a namespace of its own; every child is placed in the ControlPlane's namespace",
  },
  {
    type: 'InfrastructureReady',
    reason: 'InfrastructureReady',
    message: 'All managed backing services are ensured and ready',
  },
  {
    type: 'ESOTenantStoreReady',
    reason: 'ESOTenantStoreReady',
    message: 'per-tenant SecretStore "openbao-tenant-store" is Ready in all 1 namespace(s) of this ControlPlane',
  },
  { type: 'DBCredentialsReady', reason: 'DBCredentialsReady', message: 'DB credential ExternalSecret is Ready' },
  { type: 'AdminPasswordReady', reason: 'AdminPasswordReady', message: 'admin password ExternalSecret is Ready' },
  { type: 'KeystoneReady', reason: 'KeystoneReady', message: 'Projected Keystone CR is ready' },
  { type: 'HorizonReady', reason: 'HorizonReady', message: 'Projected Horizon CR is ready' },
  {
    type: 'KORCReady',
    reason: 'ApplicationCredentialMinted',
    message: 'K-ORC admin application credential is minted and available',
  },
  {
    type: 'AdminCredentialReady',
    reason: 'AdminCredentialReady',
    message: 'Admin application credential committed and mirrored to OpenBao',
  },
  {
    type: 'CatalogReady',
    reason: 'CatalogRegistered',
    message: '1 catalog entry/entries registered as K-ORC CRs and Available',
  },
  { type: 'GlanceReady', reason: 'GlanceReady', message: 'Projected Glance CR is ready' },
  { type: 'PlacementReady', reason: 'PlacementReady', message: 'Projected Placement CR is ready' },
  {
    type: 'BarbicanReady',
    reason: 'BarbicanNotManaged',
    message: 'spec.services.barbican is unset; no Barbican key manager is managed by this ControlPlane',
  },
  {
    type: 'ServiceAccountsReady',
    reason: 'ServiceAccountsProvisioned',
    message: '2 built-in service registration(s) ready',
  },
  {
    type: 'RegistrationTenantStoresReady',
    reason: 'NoRegistrationNamespaces',
    message: 'no allowlisted namespace hosts a service registration',
  },
  { type: 'Ready', reason: 'AllReady', message: 'All sub-conditions are ready' },
]

function tenantStore({ make, site, owner }: ReleasedParts): Obj[] {
  const { namespace, age } = site
  const tls = 'eso-tenant-client-tls'
  const certificate = make('cert-manager.io/v1', 'Certificate', { name: tls, namespace, age, owner, generation: 1 })
  const store = make('external-secrets.io/v1', 'SecretStore', {
    name: TENANT_STORE.name,
    namespace,
    age,
    owner,
    generation: 1,
  })
  const valid = { type: 'Ready', reason: 'Ready', message: 'Certificate is up to date and has not expired' }
  return [
    withBody(certificate, {
      spec: {
        commonName: `${tls}.${namespace}.svc`,
        duration: '8760h',
        renewBefore: '720h',
        issuerRef: { kind: 'ClusterIssuer', name: 'openbao-ca-issuer' },
        secretName: tls,
        usages: ['client auth'],
      },
      status: {
        conditions: conditions(certificate, [valid]),
        notAfter: aYearAfter(certificate.metadata.creationTimestamp),
      },
    }),
    secret(make, { name: tls, namespace, age }, FAKE_TLS, 'kubernetes.io/tls'),
    withBody(store, {
      spec: {
        provider: {
          vault: {
            server: OPENBAO,
            path: 'kv-v2',
            version: 'v2',
            auth: {
              kubernetes: {
                mountPath: 'kubernetes/management',
                role: 'eso-tenant',
                serviceAccountRef: { name: 'eso-tenant-auth' },
              },
            },
            caProvider: { type: 'Secret', name: tls, key: 'ca.crt' },
            tls: { certSecretRef: { name: tls }, keySecretRef: { name: tls } },
          },
        },
      },
      status: {
        capabilities: 'ReadWrite',
        conditions: conditions(store, [{ type: 'Ready', reason: 'Valid', message: 'store validated' }], 0, false),
      },
    }),
  ]
}

/** Database users issued by OpenBao: generator, ExternalSecret without a store, Secret, and the Database itself. */
function databaseCredentials({ make, site, owner }: ReleasedParts, service: string): Obj[] {
  const { namespace, age, cluster } = site
  const name = `${site.name}-${service}-db-credentials`
  const generator = make(
    'generators.external-secrets.io/v1alpha1',
    'VaultDynamicSecret',
    { name, namespace, age, owner, generation: 1 },
    {
      spec: {
        method: 'GET',
        path: `database/mariadb/creds/${service}-${namespace}`,
        resultType: 'Data',
        allowEmptyResponse: false,
        provider: {
          server: OPENBAO,
          version: 'v2',
          auth: {
            kubernetes: {
              mountPath: 'kubernetes/management',
              role: `${service}-db`,
              serviceAccountRef: { name: `${service}-db-creds` },
            },
          },
        },
      },
    },
  )
  const login = {
    username: `v-kubernetes-${service}-demo`,
    password: password(`${cluster}/${namespace}/db/${service}`),
  }
  const [pull, made] = externalSecret(
    make,
    { name, namespace, age, owner },
    { path: '', values: login, refreshInterval: '24h0m0s' },
  )
  const spec = pull['spec'] as Record<string, unknown>
  const generatorRef = { apiVersion: generator.apiVersion, kind: generator.kind, name }
  const { data: _, ...rest } = spec
  return [
    generator,
    withBody(pull, { spec: { ...rest, secretStoreRef: {}, dataFrom: [{ sourceRef: { generatorRef } }] } }),
    made,
  ]
}

/** From the admin password in the store to the application credential of K-ORC. */
function adminChain({ make, site, owner, authUrl }: ReleasedParts): Obj[] {
  const { namespace, age, name, cluster, region } = site
  const admin = password(`${cluster}/${namespace}/admin`)
  const value = password(`${cluster}/${namespace}/admin-app-credential`)
  const clouds = cloudsYaml('admin', authUrl, region, adminCredentialId(site), value)
  const source = `${name}-admin-app-credential`
  const path = `openstack/keystone/${namespace}/${name}/admin/app-credential`
  return [
    ...externalSecret(
      make,
      { name: `${name}-keystone-admin-credentials`, namespace, age, owner },
      {
        path: `bootstrap/${namespace}/${name}-keystone/admin`,
        values: { password: admin },
        store: TENANT_STORE,
      },
    ),
    secret(
      make,
      { name: `${name}-admin-password-cloud`, namespace, age, owner },
      {
        'clouds.yaml': passwordCloudsYaml('admin', authUrl, region, admin),
      },
    ),
    secret(make, { name: source, namespace, age, owner }, { value, 'clouds.yaml': clouds }),
    pushSecret(
      make,
      { name: `${source}-backup`, namespace, age, owner },
      {
        secret: source,
        path,
        keys: ['value', 'clouds.yaml'],
        store: TENANT_STORE,
      },
    ),
    ...externalSecret(
      make,
      { name: 'k-orc-clouds-yaml', namespace, age, owner },
      {
        path,
        values: { 'clouds.yaml': clouds },
        store: TENANT_STORE,
      },
    ),
    ...externalSecret(
      make,
      { name: 'glance-s3-credentials', namespace, age },
      {
        path: `bootstrap/${namespace}/glance-s3`,
        values: { 'access-key-id': 'DEMOONLYACCESSKEY', 'secret-access-key': password(`${cluster}/${namespace}/s3`) },
        store: TENANT_STORE,
      },
    ),
    secret(
      make,
      { name: `${name}-horizon-secret-key`, namespace, age },
      { 'secret-key': password(`${cluster}/${namespace}/horizon`) },
    ),
  ]
}

function fernetKeys({ make, site, owner }: ReleasedParts): Obj[] {
  const { namespace, age, name } = site
  return ['fernet', 'credential'].flatMap((kind) => {
    const keys = `${name}-keystone-${kind}-keys`
    const values = Object.fromEntries(
      ['0', '1', '2'].map((i) => [i, fernetKey(`${site.cluster}/${namespace}/${kind}/${i}`)]),
    )
    return [
      secret(make, { name: keys, namespace, age, owner }, values),
      pushSecret(
        make,
        { name: `${keys}-backup`, namespace, age, owner },
        {
          secret: keys,
          path: `openstack/keystone/${namespace}/${name}-keystone/${kind}-keys`,
          keys: Object.keys(values),
          store: TENANT_STORE,
        },
      ),
    ]
  })
}
