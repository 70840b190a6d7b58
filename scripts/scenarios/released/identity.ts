// SPDX-License-Identifier: Apache-2.0
// Identity objects of the released c5c3-operator: a KeystoneService per service, and its K-ORC objects.
import { secret } from '../core.ts'
import { conditions, type Obj, sha256, withBody } from '../kube.ts'
import { cloudsYaml, password } from '../openstack/secret-values.ts'
import { externalSecret, pushSecret } from '../openstack/secrets.ts'
import { adminCredentialId, type ReleasedParts, releasedId, TENANT_STORE } from './site.ts'

const SERVICES: readonly { name: string; type: string; port: number }[] = [
  { name: 'glance', type: 'image', port: 9292 },
  { name: 'placement', type: 'placement', port: 8778 },
]

/** The objects of the admin, and a registration per service. */
export function releasedIdentity(parts: ReleasedParts): Obj[] {
  return [...adminObjects(parts), ...SERVICES.flatMap((s) => registration(parts, s))]
}

type Body = { readonly import: unknown } | { readonly resource: unknown }

function korc(
  parts: ReleasedParts,
  kind: string,
  name: string,
  body: Body,
  observed: Record<string, unknown>,
  more: {
    id?: string
    owner?: Obj
    labels?: Record<string, string>
    credentials?: string
    annotations?: Record<string, string>
  } = {},
): Obj {
  const { make, site, owner } = parts
  const o = make('openstack.k-orc.cloud/v1alpha1', kind, {
    name,
    namespace: site.namespace,
    age: site.age,
    owner: more.owner ?? owner,
    generation: 1,
    finalizers: [`openstack.k-orc.cloud/${kind.toLowerCase()}`],
    ...(more.labels && { labels: more.labels }),
    ...(more.annotations && { annotations: more.annotations }),
  })
  const done = conditions(
    o,
    [
      { type: 'Available', reason: 'Success', message: 'OpenStack resource is available' },
      { type: 'Progressing', status: 'False', reason: 'Success', message: 'OpenStack resource is up to date' },
    ],
    0,
  )
  return withBody(o, {
    spec: {
      cloudCredentialsRef: { cloudName: 'admin', secretName: more.credentials ?? 'k-orc-clouds-yaml' },
      managementPolicy: 'import' in body ? 'unmanaged' : 'managed',
      ...body,
    },
    status: {
      ...(more.id && { id: more.id }),
      conditions: done,
      lastSyncTime: done[0]?.lastTransitionTime,
      resource: observed,
    },
  })
}

function adminObjects(parts: ReleasedParts): Obj[] {
  const { site, authUrl } = parts
  const { name } = site
  const id = (what: string) => releasedId(site, what)
  const passwordCloud = `${name}-admin-password-cloud`
  const source = `${name}-admin-app-credential`
  return [
    korc(
      parts,
      'Domain',
      `${name}-domain-default`,
      { import: { filter: { name: 'Default' } } },
      { name: 'Default', description: 'The default domain', enabled: true },
      { id: 'default' },
    ),
    korc(
      parts,
      'User',
      `${name}-user-admin`,
      { import: { filter: { name: 'admin', domainRef: `${name}-domain-default` } } },
      { name: 'admin', domainID: 'default', enabled: true },
      { id: id('user/admin'), credentials: passwordCloud },
    ),
    korc(
      parts,
      'ApplicationCredential',
      source,
      { resource: { userRef: `${name}-user-admin`, secretRef: source, unrestricted: false } },
      {
        name: source,
        projectID: id('project/admin'),
        roles: ['admin', 'manager', 'member', 'reader'].map((role) => ({ id: id(`role/${role}`), name: role })),
        unrestricted: false,
      },
      {
        id: adminCredentialId(site),
        credentials: passwordCloud,
        annotations: {
          'cobaltcore.c5c3.io/admin-password-hash': sha256(password(`${site.cluster}/${site.namespace}/admin`)),
        },
      },
    ),
    korc(
      parts,
      'Service',
      `${name}-identity-service`,
      { resource: { name: 'keystone', type: 'identity', enabled: true } },
      { name: 'keystone', type: 'identity', enabled: true },
      { id: id('service/keystone') },
    ),
    korc(
      parts,
      'Endpoint',
      `${name}-identity-endpoint`,
      { resource: { interface: 'public', serviceRef: `${name}-identity-service`, url: authUrl, enabled: true } },
      { interface: 'public', serviceID: id('service/keystone'), url: authUrl, enabled: true },
      { id: id('endpoint/keystone-public') },
    ),
  ]
}

function registration(parts: ReleasedParts, service: { name: string; type: string; port: number }): Obj[] {
  const { make, site, owner, authUrl } = parts
  const { namespace, age } = site
  const name = `${site.name}-${service.name}`
  const id = (what: string) => releasedId(site, `${service.name}/${what}`)
  const url = `http://${name}.${namespace}.svc:${service.port}`
  const prefix = `${name}-${sha256(`${namespace}/${name}`).slice(0, 8)}-registration`
  const labels = { 'c5c3.io/keystoneservice-name': name, 'c5c3.io/keystoneservice-namespace': namespace }
  const faces = ['internal', 'public']
  const o = make('c5c3.io/v1alpha1', 'KeystoneService', {
    name,
    namespace,
    age,
    owner,
    generation: 1,
    finalizers: ['c5c3.io/keystoneservice-teardown'],
  })
  const cr = withBody(o, {
    spec: {
      controlPlaneRef: { name: site.name, namespace },
      catalog: {
        serviceName: service.name,
        serviceType: service.type,
        endpoints: faces.map((face) => ({ interface: face, url })),
      },
      account: {
        userName: service.name,
        project: { name: `service-${service.name}`, create: true },
        roles: ['service'],
      },
    },
    status: {
      observedGeneration: 1,
      catalog: {
        serviceID: id('service'),
        endpoints: faces.map((face) => ({ interface: face, id: id(`endpoint/${face}`) })),
      },
      account: {
        secretName: `${name}-credentials`,
        userID: id('user'),
        projectID: id('project'),
        passwordGeneration: 1,
      },
      conditions: conditions(o, [
        {
          type: 'CatalogReady',
          reason: 'CatalogRegistered',
          message: `catalog entry "${service.name}" of type "${service.type}" is registered with 2 endpoint(s)`,
        },
        {
          type: 'AccountReady',
          reason: 'AccountProvisioned',
          message: `service account "${service.name}" is provisioned in domain "Default" and its credentials are materialized in Secret "${name}-credentials"`,
        },
        { type: 'Ready', reason: 'AllReady', message: 'All sub-conditions are ready' },
      ]),
    },
  })
  const managed = { owner: cr, labels, credentials: `${site.name}-admin-password-cloud` }
  const role = `${prefix}-role-service-${sha256('service').slice(0, 8)}`
  const secretValue = password(`${site.cluster}/${namespace}/user/${service.name}`)
  const values = {
    password: secretValue,
    'clouds.yaml': cloudsYaml(service.name, authUrl, site.region, id('user'), secretValue),
  }
  const path = `openstack/keystone/${namespace}/${name}/service-accounts/credentials`
  return [
    cr,
    korc(
      parts,
      'Service',
      `${prefix}-service`,
      { resource: { name: service.name, type: service.type, enabled: true } },
      { name: service.name, type: service.type, enabled: true },
      { ...managed, id: id('service') },
    ),
    ...faces.map((face) =>
      korc(
        parts,
        'Endpoint',
        `${prefix}-endpoint-${face}`,
        { resource: { interface: face, serviceRef: `${prefix}-service`, url, enabled: true } },
        { interface: face, serviceID: id('service'), url, enabled: true },
        { ...managed, id: id(`endpoint/${face}`) },
      ),
    ),
    korc(
      parts,
      'Project',
      `${prefix}-project`,
      { resource: { name: `service-${service.name}`, domainRef: `${site.name}-domain-default` } },
      { name: `service-${service.name}`, domainID: 'default', enabled: true },
      { ...managed, id: id('project') },
    ),
    korc(
      parts,
      'Role',
      role,
      { import: { filter: { name: 'service' } } },
      { name: 'service', domainID: '' },
      { owner: cr, labels, id: releasedId(site, 'role/service') },
    ),
    korc(
      parts,
      'User',
      `${prefix}-user`,
      {
        resource: {
          name: service.name,
          domainRef: `${site.name}-domain-default`,
          defaultProjectRef: `${prefix}-project`,
          passwordRef: `${prefix}-password-v1`,
        },
      },
      {
        name: service.name,
        domainID: 'default',
        defaultProjectID: id('project'),
        enabled: true,
        appliedPasswordRef: `${prefix}-password-v1`,
      },
      { ...managed, id: id('user'), annotations: { 'cobaltcore.c5c3.io/password-generation': '1' } },
    ),
    korc(
      parts,
      'RoleAssignment',
      `${prefix}-assign-service-${sha256('service').slice(0, 8)}`,
      { resource: { projectRef: `${prefix}-project`, roleRef: role, userRef: `${prefix}-user` } },
      { projectID: id('project'), roleID: releasedId(site, 'role/service'), userID: id('user') },
      managed,
    ),
    secret(make, { name: `${prefix}-password-v1`, namespace, age, owner: cr, labels }, { password: secretValue }),
    secret(
      make,
      { name: `${prefix}-source`, namespace, age, owner: cr, labels },
      { ...values, username: service.name, auth_url: authUrl },
    ),
    pushSecret(
      make,
      { name: `${prefix}-backup`, namespace, age, owner: cr },
      {
        secret: `${prefix}-source`,
        path,
        keys: Object.keys(values),
        store: TENANT_STORE,
      },
    ),
    ...externalSecret(
      make,
      { name: `${name}-credentials`, namespace, age, owner: cr },
      { path, values, store: TENANT_STORE },
    ),
  ]
}
