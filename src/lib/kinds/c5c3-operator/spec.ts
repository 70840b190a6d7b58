// SPDX-License-Identifier: Apache-2.0
import { countAt, entriesAt, fieldAt, flagAt, listAt, textAt, textsAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** A, B: specifications of provisioning and control plane, C, D: architecture documents, E: the released operator. */
type Dialect = 'A' | 'B' | 'C' | 'D' | 'E' | 'unknown'

interface ServiceRequest {
  readonly name: string
  readonly enabled: boolean
  /** The path of the request: spec.services.glance */
  readonly path: string
  readonly namespace?: string
  readonly targetCluster?: string
  /** By component; a service without components uses its own name. */
  readonly replicas: Readonly<Record<string, number>>
  /** Not run here: an existing Keystone is used. */
  readonly external?: boolean
  /** From status.services: a flag, a text, the desired release (not the installed one). */
  readonly status?: { readonly ready?: boolean; readonly word?: string; readonly release?: string }
}

/** A database, queue or cache: by reference, or only as a number of replicas. */
export interface Backing {
  readonly path: string
  readonly name?: string
  readonly external?: boolean
  readonly replicas?: number
}

export interface ControlPlaneModel {
  readonly dialect: Dialect
  readonly release?: string
  readonly region?: string
  readonly services: readonly ServiceRequest[]
  readonly infrastructure: {
    readonly database?: Backing
    readonly messaging?: Backing
    readonly cache?: Backing
    readonly valkey?: Backing
  }
  readonly pools: { readonly hypervisor: readonly string[]; readonly storage: readonly string[] }
  readonly ceph: {
    readonly secret?: string
    readonly monitors: readonly string[]
    /** Use → name of the RBD pool: volumes, images, ephemeral. */
    readonly pools: Readonly<Record<string, string>>
    readonly filesystem?: string
  }
  readonly korc: {
    readonly enabled: boolean
    readonly cloudSecret?: string
    /** Objects of Keystone's bootstrap to import: plurals of kinds, or objects by name, depending on the variant. */
    readonly bootstrap: readonly (string | { readonly kind: string; readonly name: string })[]
    /** Names of the admin objects that the bootstrap creates, if specified. */
    readonly admin: { readonly domain?: string; readonly project?: string; readonly user?: string }
  }
  readonly cortex: { readonly enabled: boolean; readonly pipelines: readonly string[] }
  readonly tempest: { readonly enabled: boolean; readonly schedule?: string }
}

/** Reads any of the five variants into one model. Never throws; absent or malformed fields are left out. */
export function normaliseControlPlane(object: KubeObject): ControlPlaneModel {
  const dialect = dialectOf(object)
  const release = textAt(object, 'spec.openStackRelease')
  const region = textAt(object, 'spec.region') ?? textAt(object, 'spec.global.region')
  const secret = textAt(object, 'spec.storage.ceph.secretRef.name')
  const filesystem = textAt(object, 'spec.storage.ceph.filesystem.name')
  const cloudSecret =
    textAt(object, 'spec.korc.adminCredential.cloudCredentialsRef.secretName') ??
    textAt(object, 'spec.korc.cloudCredentialsRef.secretName')
  const schedule = textAt(object, 'spec.tempest.schedule')
  return {
    dialect,
    ...(release ? { release } : {}),
    ...(region ? { region } : {}),
    services: servicesOf(object, dialect),
    infrastructure: {
      ...backing(object, 'database', ['database', 'mariadb'], 'host'),
      ...backing(object, 'messaging', ['messaging', 'rabbitmq'], 'hosts'),
      ...backing(object, 'cache', ['cache', 'memcached'], 'servers'),
      ...backing(object, 'valkey', ['valkey'], 'host'),
    },
    pools: {
      hypervisor: textsAt(object, 'spec.compute.hypervisorClusters'),
      storage: textsAt(object, 'spec.storage.storageClusters'),
    },
    ceph: {
      ...(secret ? { secret } : {}),
      monitors: textsAt(object, 'spec.storage.ceph.monitors'),
      pools: textMap(object, 'spec.storage.ceph.pools'),
      ...(filesystem ? { filesystem } : {}),
    },
    korc: {
      enabled: flagAt(object, 'spec.korc.enabled') ?? fieldAt(object, 'spec.korc') !== undefined,
      ...(cloudSecret ? { cloudSecret } : {}),
      bootstrap: bootstrapOf(object),
      admin: adminOf(object),
    },
    cortex: {
      enabled: flagAt(object, 'spec.cortex.enabled') ?? false,
      pipelines: textsAt(object, 'spec.cortex.pipelines'),
    },
    tempest: { enabled: flagAt(object, 'spec.tempest.enabled') ?? false, ...(schedule ? { schedule } : {}) },
  }
}

/** The specification lists plurals of kinds, the released operator kind and name below its credential. */
function bootstrapOf(object: KubeObject): ControlPlaneModel['korc']['bootstrap'] {
  const paths = ['spec.korc.bootstrapResources', 'spec.korc.adminCredential.bootstrapResources']
  return paths.flatMap((path) => [
    ...textsAt(object, path),
    ...listAt(object, path).flatMap((entry) => {
      const [kind, name] = [textAt(entry, 'kind'), textAt(entry, 'name')]
      return kind && name ? [{ kind, name }] : []
    }),
  ])
}

function adminOf(object: KubeObject): ControlPlaneModel['korc']['admin'] {
  const at = (field: string) => textAt(object, `spec.korc.adminCredential.${field}`)
  const [domain, project, user] = [at('domainName'), at('projectName'), at('userName')]
  return { ...(domain ? { domain } : {}), ...(project ? { project } : {}), ...(user ? { user } : {}) }
}

/** The requested services, including cortex and tempest; some may have no known kind. */
export function requestedServices(model: ControlPlaneModel): readonly string[] {
  const optional = [model.cortex.enabled ? ['cortex'] : [], model.tempest.enabled ? ['tempest'] : []].flat()
  return [...model.services.filter(({ enabled }) => enabled).map(({ name }) => name), ...optional]
}

function dialectOf(object: KubeObject): Dialect {
  const has = (path: string) => fieldAt(object, path) !== undefined
  if (has('spec.korc.adminCredential')) return 'E'
  if (has('spec.identity')) return 'D'
  if (has('spec.openstack') || has('spec.compute') || has('spec.storage')) return 'A'
  if (has('spec.openStackRelease') || has('spec.infrastructure.messaging')) return 'C'
  return has('spec.services') || has('spec.infrastructure.mariadb') ? 'B' : 'unknown'
}

const SECTION: Readonly<Record<Dialect, readonly string[]>> = {
  A: ['spec.openstack'],
  B: ['spec.services'],
  C: ['spec.services'],
  D: ['spec.identity'],
  E: ['spec.services'],
  unknown: ['spec.services', 'spec.openstack'],
}

function servicesOf(object: KubeObject, dialect: Dialect): readonly ServiceRequest[] {
  const reported = statusOf(object)
  return SECTION[dialect].flatMap((section) =>
    entriesAt(object, section).map(([name, value]): ServiceRequest => {
      const path = `${section}.${name}`
      const namespace = textAt(value, 'namespace.name')
      const targetCluster = textAt(value, 'targetClusterRef.name')
      const status = reported.get(name)
      return {
        name,
        // In E every listed service is enabled; the other variants can disable it.
        enabled: value !== null && (dialect === 'E' || (value !== false && flagAt(value, 'enabled') !== false)),
        path,
        ...(namespace ? { namespace } : {}),
        ...(targetCluster ? { targetCluster } : {}),
        replicas: replicasOf(name, value, dialect),
        ...(name === 'keystone' && textAt(value, 'mode') === 'External' ? { external: true } : {}),
        ...(status ? { status } : {}),
      }
    }),
  )
}

/** Components of a service with their own number of replicas in the specification and the documentation. */
export const COMPONENTS: readonly string[] = ['api', 'server', 'scheduler', 'conductor', 'volume']

/** replicas: 3, replicas: {api: 3}, api: {replicas: 3}; counts may be strings. */
function replicasOf(name: string, value: unknown, dialect: Dialect): Readonly<Record<string, number>> {
  const all = [name, countAt(value, 'replicas')] as const
  const parts = entriesAt(value, 'replicas').map(([part]) => [part, countAt(value, `replicas.${part}`)] as const)
  const components =
    dialect === 'E' ? [] : COMPONENTS.map((part) => [part, countAt(value, `${part}.replicas`)] as const)
  const counts = [all, ...parts, ...components]
  return Object.fromEntries(counts.flatMap(([part, count]) => (count === undefined ? [] : [[part, count]])))
}

/** status.services is a list with names, a map of objects, or a map of strings. */
function statusOf(object: KubeObject): ReadonlyMap<string, NonNullable<ServiceRequest['status']>> {
  const listed = listAt(object, 'status.services').map((entry) => [textAt(entry, 'name') ?? '', entry] as const)
  return new Map(
    [...listed, ...entriesAt(object, 'status.services')].map(([name, value]) => {
      if (typeof value === 'string') return [name, { word: value }] as const
      const [ready, release] = [flagAt(value, 'ready'), textAt(value, 'release') ?? textAt(value, 'version')]
      const word = textAt(value, 'message')
      return [
        name,
        { ...(ready === undefined ? {} : { ready }), ...(release ? { release } : {}), ...(word ? { word } : {}) },
      ] as const
    }),
  )
}

/** A backing service with only an address is external. */
function backing(
  object: KubeObject,
  as: string,
  keys: readonly string[],
  address: string,
): Readonly<Record<string, Backing>> {
  const key = keys.find((name) => fieldAt(object, `spec.infrastructure.${name}`) !== undefined)
  if (!key) return {}
  const path = `spec.infrastructure.${key}`
  const [name, replicas] = [textAt(object, `${path}.clusterRef.name`), countAt(object, `${path}.replicas`)]
  const external = !name && fieldAt(object, `${path}.${address}`) !== undefined
  return {
    [as]: {
      path,
      ...(name ? { name } : {}),
      ...(external ? { external } : {}),
      ...(replicas === undefined ? {} : { replicas }),
    },
  }
}

function textMap(object: KubeObject, path: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entriesAt(object, path).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
