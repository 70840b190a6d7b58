// SPDX-License-Identifier: Apache-2.0
// K-ORC: bootstrap objects of Keystone are imported, objects of the services are managed.
import { secret } from '../core.ts'
import { conditions, type Obj, type ObjectMaker, openstackId, withBody } from '../kube.ts'
import { cloudsYaml, password, passwordCloudsYaml } from './secret-values.ts'
import { externalSecret, pushSecret, type StoreRef } from './secrets.ts'

export interface CatalogService {
  readonly name: string
  readonly type: string
  readonly internal: string
  readonly public: string
}

export interface IdentitySite {
  readonly namespace: string
  /** Path prefix in the store. */
  readonly path: string
  readonly owner: Obj
  readonly age: string
  readonly authUrl: string
  readonly publicAuthUrl: string
  readonly region: string
  readonly cloud: string
  readonly store?: StoreRef
  /** Services with a catalog entry. */
  readonly catalog: readonly CatalogService[]
  /** Further users with an application credential: cortex, tempest. */
  readonly clients: readonly string[]
}

const CLOUDS_SECRET = 'k-orc-clouds-yaml'
const PASSWORD_CLOUD = 'admin-password-cloud'
const EXPIRES = '2027-02-14T00:00:00Z'

/** All identity objects of one control plane: imports, catalog, users, credentials and their transport. */
export function identity(make: ObjectMaker, site: IdentitySite): Obj[] {
  const korc = korcOf(make, site)
  const id = (what: string) => openstackId(`${site.namespace}/${what}`)
  const users = [...site.catalog.map((s) => s.name), ...site.clients]
  return [
    korc('Domain', 'default', { import: { filter: { name: 'Default' } } }, 'default', {
      name: 'Default',
      description: 'The default domain',
      enabled: true,
    }),
    ...['admin', 'service'].map((name) =>
      korc('Project', name, { import: { filter: { name, domainRef: 'default' } } }, id(`project/${name}`), {
        name,
        domainID: 'default',
        enabled: true,
      }),
    ),
    ...['admin', 'member', 'service'].map((name) =>
      korc('Role', name, { import: { filter: { name } } }, id(`role/${name}`), { name, domainID: '' }),
    ),
    korc('User', 'admin', { import: { filter: { name: 'admin', domainRef: 'default' } } }, id('user/admin'), {
      name: 'admin',
      domainID: 'default',
      enabled: true,
    }),
    korc(
      'Service',
      'keystone',
      { import: { filter: { name: 'keystone', type: 'identity' } } },
      id('service/keystone'),
      {
        name: 'keystone',
        type: 'identity',
        enabled: true,
      },
    ),
    korc(
      'Endpoint',
      'keystone-public',
      { import: { filter: { interface: 'public', serviceRef: 'keystone' } } },
      id('endpoint/keystone-public'),
      { interface: 'public', serviceID: id('service/keystone'), url: site.publicAuthUrl, enabled: true },
    ),
    ...site.catalog.flatMap((s) => [
      korc('Service', s.name, { resource: { name: s.name, type: s.type, enabled: true } }, id(`service/${s.name}`), {
        name: s.name,
        type: s.type,
        enabled: true,
      }),
      ...(['internal', 'public'] as const).map((face) =>
        korc(
          'Endpoint',
          `${s.name}-${face}`,
          { resource: { interface: face, serviceRef: s.name, url: s[face], enabled: true } },
          id(`endpoint/${s.name}-${face}`),
          { interface: face, serviceID: id(`service/${s.name}`), url: s[face], enabled: true },
        ),
      ),
    ]),
    ...users.flatMap((name) => userWithCredential(make, site, korc, name)),
    ...adminCredential(make, site, korc),
  ]
}

type Korc = ReturnType<typeof korcOf>

function korcOf(make: ObjectMaker, site: IdentitySite) {
  return function korc(
    kind: string,
    name: string,
    body: { readonly import?: unknown; readonly resource?: unknown },
    id: string,
    observed: Record<string, unknown>,
    credentials = CLOUDS_SECRET,
  ): Obj {
    const { namespace, age, owner } = site
    const finalizers = [`openstack.k-orc.cloud/${kind.toLowerCase()}`]
    const o = make('openstack.k-orc.cloud/v1alpha1', kind, { name, namespace, age, owner, generation: 1, finalizers })
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
        cloudCredentialsRef: { cloudName: site.cloud, secretName: credentials },
        managementPolicy: body.import ? 'unmanaged' : 'managed',
        ...body,
      },
      status: { id, conditions: done, lastSyncTime: done[0]?.lastTransitionTime, resource: observed },
    })
  }
}

/** A service user, its application credential, and the objects that transport it through the store to the service. */
function userWithCredential(make: ObjectMaker, site: IdentitySite, korc: Korc, name: string): Obj[] {
  const { namespace, age } = site
  const of = `${namespace}/${name}`
  const id = (what: string) => openstackId(`${namespace}/${what}`)
  const acId = id(`application-credential/${name}`)
  const values = {
    'clouds.yaml': cloudsYaml(site.cloud, site.authUrl, site.region, acId, password(`ac:${of}`)),
    // The released Placement logs in with the password of its user.
    ...(name === 'placement' && { password: password(`user:${of}`) }),
  }
  const source = `${name}-app-credential`
  const path = `${site.path}/${name}/app-credential`
  const store = site.store && { store: site.store }
  return [
    korc(
      'User',
      name,
      { resource: { name, domainRef: 'default', defaultProjectRef: 'service', passwordRef: `${name}-user-password` } },
      id(`user/${name}`),
      {
        name,
        domainID: 'default',
        defaultProjectID: id('project/service'),
        enabled: true,
        appliedPasswordRef: `${name}-user-password`,
      },
    ),
    secret(
      make,
      { name: `${name}-user-password`, namespace, age, owner: site.owner },
      { password: password(`user:${of}`) },
    ),
    korc(
      'ApplicationCredential',
      name,
      {
        resource: {
          name,
          userRef: name,
          secretRef: source,
          roleRefs: ['service'],
          unrestricted: false,
          expiresAt: EXPIRES,
        },
      },
      acId,
      {
        name,
        projectID: id('project/service'),
        roles: [{ id: id('role/service'), name: 'service' }],
        unrestricted: false,
        expiresAt: EXPIRES,
      },
    ),
    secret(make, { name: source, namespace, age, owner: site.owner }, { value: password(`ac:${of}`), ...values }),
    pushSecret(
      make,
      { name: source, namespace, age, owner: site.owner },
      {
        secret: source,
        path,
        keys: Object.keys(values),
        ...store,
      },
    ),
    ...externalSecret(
      make,
      { name: `${name}-keystone-credentials`, namespace, age, owner: site.owner },
      { path, values, ...store },
    ),
  ]
}

/** K-ORC's own credential: created with the admin password once, then read from the store. */
function adminCredential(make: ObjectMaker, site: IdentitySite, korc: Korc): Obj[] {
  const { namespace, age, owner } = site
  const source = 'k-orc-app-credential'
  const path = `${site.path}/k-orc/app-credential`
  const acId = openstackId(`${namespace}/application-credential/k-orc`)
  const value = password(`ac:${namespace}/k-orc`)
  const clouds = cloudsYaml(site.cloud, site.authUrl, site.region, acId, value)
  const passwordClouds = passwordCloudsYaml(site.cloud, site.authUrl, site.region, password(`admin:${namespace}`))
  const store = site.store && { store: site.store }
  return [
    secret(make, { name: PASSWORD_CLOUD, namespace, age, owner }, { 'clouds.yaml': passwordClouds }),
    korc(
      'ApplicationCredential',
      'k-orc',
      { resource: { name: 'k-orc', userRef: 'admin', secretRef: source, unrestricted: false } },
      acId,
      {
        name: 'k-orc',
        projectID: openstackId(`${namespace}/project/admin`),
        roles: [{ id: openstackId(`${namespace}/role/admin`), name: 'admin' }],
        unrestricted: false,
      },
      PASSWORD_CLOUD,
    ),
    secret(make, { name: source, namespace, age, owner }, { value, 'clouds.yaml': clouds }),
    pushSecret(
      make,
      { name: source, namespace, age, owner },
      { secret: source, path, keys: ['clouds.yaml'], ...store },
    ),
    ...externalSecret(
      make,
      { name: CLOUDS_SECRET, namespace, age, owner },
      { path, values: { 'clouds.yaml': clouds }, ...store },
    ),
  ]
}
