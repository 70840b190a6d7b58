// SPDX-License-Identifier: Apache-2.0
// Two clusters with Ceph clients and their consumers, on which the tool is run.
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Api, connect, type Json, type Login } from '../contract/api.ts'
import { expectNoLeak } from '../harness/canary.ts'
import { type World as CliWorld, type Ran, runCli } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

export interface Clusters {
  readonly storage: Login & { readonly token: string }
  readonly control: Login & { readonly token: string }
}

/** Kinds of the tests, served by the embedded API and created as CRDs on a real one. */
export const KINDS = [
  ['ceph.rook.io', 'v1', 'CephClient', 'cephclients', true],
  ['c5c3.io', 'v1alpha1', 'ControlPlane', 'controlplanes', true],
  ['cinder.openstack.c5c3.io', 'v1alpha1', 'Cinder', 'cinders', true],
  ['glance.openstack.c5c3.io', 'v1alpha1', 'Glance', 'glances', true],
  ['external-secrets.io', 'v1', 'ExternalSecret', 'externalsecrets', true],
  ['external-secrets.io', 'v1alpha1', 'PushSecret', 'pushsecrets', true],
  ['kubernetes.crossplane.io', 'v1alpha2', 'Object', 'objects', false],
] as const

/** Group, version, kind, plural, and whether it is namespaced. */
export type ServedKind = readonly [string, string, string, string, boolean]

export const definitionOf = ([group, version, kind, plural, namespaced]: ServedKind) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: namespaced ? 'Namespaced' : 'Cluster',
    names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
    versions: [
      {
        name: version,
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
})

/** A key in the format of Ceph; the same bytes for the same seed. */
export function cephxKey(secret: Buffer = randomBytes(16)): string {
  const head = Buffer.alloc(12)
  head.writeUInt16LE(1, 0)
  head.writeUInt32LE(1_790_000_000, 2)
  head.writeUInt16LE(secret.length, 10)
  return Buffer.concat([head, secret]).toString('base64')
}

export const base64 = (text: string) => Buffer.from(text).toString('base64')

export interface ClientOptions {
  readonly key?: string
  readonly data?: Readonly<Record<string, string>>
  readonly type?: string
  readonly owner?: 'none' | 'other'
  readonly phase?: string
  readonly caps?: string
  readonly user?: string
}

/** A Ceph client and the tenant that uses it. */
export interface Tenant {
  readonly name: string
  readonly namespace: string
  readonly source: string
  readonly target: string
  readonly key: string
}

export interface SyncOptions extends CliWorld {
  readonly storage?: Login & { readonly token: string }
  readonly control?: Login & { readonly token: string }
  readonly profile?: object
}

let created = 0

export class World {
  readonly storage: Api
  readonly control: Api
  readonly clusters: Clusters
  readonly planted = new Set<string>()
  readonly #run = randomBytes(3).toString('hex')

  constructor(clusters: Clusters) {
    this.clusters = clusters
    this.storage = connect(clusters.storage)
    this.control = connect(clusters.control)
  }

  async prepare(): Promise<void> {
    await this.make(this.storage, '/api/v1/namespaces', namespace('rook-ceph'))
  }

  async make(api: Api, path: string, body: object): Promise<Json> {
    const answer = await api.post(path, body)
    expect([201, 409], answer.text).toContain(answer.status)
    return answer.body
  }

  /** A client with its Secret, a namespace on the control plane, and a Cinder in it that needs the key. */
  async tenant(options: ClientOptions = {}): Promise<Tenant> {
    const name = `t${++created}-${this.#run}`
    const tenant = await this.client(name, options)
    await this.make(this.control, '/api/v1/namespaces', namespace(tenant.namespace))
    await this.consumer(tenant)
    return tenant
  }

  async client(name: string, options: ClientOptions = {}): Promise<Tenant> {
    const { key = cephxKey(), phase = 'Ready', caps = `profile rbd pool=${name}-volumes`, user = name } = options
    this.planted.add(key)
    const source = `rook-ceph-client-${name}`
    const path = '/apis/ceph.rook.io/v1/namespaces/rook-ceph/cephclients'
    const client = await this.make(this.storage, path, {
      apiVersion: 'ceph.rook.io/v1',
      kind: 'CephClient',
      metadata: { name, namespace: 'rook-ceph' },
      spec: { caps: { mon: 'profile rbd', osd: caps } },
    })
    const status = { phase, info: { secretName: source }, cephx: { keyGeneration: 1 } }
    expect((await this.storage.patch('merge', `${path}/${name}/status`, { status })).status).toBe(200)
    const uid = options.owner === 'other' ? 'somebody-else' : client.metadata.uid
    const owner = { apiVersion: 'ceph.rook.io/v1', kind: 'CephClient', name, uid, controller: true }
    await this.make(this.storage, '/api/v1/namespaces/rook-ceph/secrets', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: source,
        namespace: 'rook-ceph',
        ...(options.owner === 'none' ? {} : { ownerReferences: [owner] }),
      },
      type: options.type ?? 'kubernetes.io/rook',
      data: options.data ?? { [name]: base64(key), userID: base64(user), userKey: base64(key) },
    })
    return { name, namespace: `openstack-${name}`, source, target: `ceph-client-${name}`, key }
  }

  async consumer({ name, namespace, target }: Tenant, reference: object = {}, cinder = 'cinder'): Promise<void> {
    await this.make(this.control, `/apis/cinder.openstack.c5c3.io/v1alpha1/namespaces/${namespace}/cinders`, {
      apiVersion: 'cinder.openstack.c5c3.io/v1alpha1',
      kind: 'Cinder',
      metadata: { name: cinder, namespace },
      spec: {
        backends: [
          {
            name: 'rbd',
            rbd: {
              pool: `${name}-volumes`,
              cephSecretRef: { name: target, ...reference },
              cephClientRef: { name, namespace: 'rook-ceph' },
            },
          },
        ],
      },
    })
  }

  /** External Secrets manages the target: one object pushes the key, another pulls it. */
  async chain(tenant: Tenant, spec: object = {}, target: object = {}): Promise<void> {
    const remoteKey = `ceph/st-pool-a/${tenant.name}`
    const push = '/apis/external-secrets.io/v1alpha1/namespaces/rook-ceph/pushsecrets'
    const pull = `/apis/external-secrets.io/v1/namespaces/${tenant.namespace}/externalsecrets`
    await this.make(this.storage, push, {
      apiVersion: 'external-secrets.io/v1alpha1',
      kind: 'PushSecret',
      metadata: { name: tenant.name, namespace: 'rook-ceph' },
      spec: {
        selector: { secret: { name: tenant.source } },
        data: ['userID', 'userKey'].map((key) => ({
          match: { secretKey: key, remoteRef: { remoteKey, property: key } },
        })),
      },
    })
    await this.make(this.control, pull, {
      apiVersion: 'external-secrets.io/v1',
      kind: 'ExternalSecret',
      metadata: { name: tenant.name, namespace: tenant.namespace },
      spec: {
        target: { name: tenant.target, ...target },
        data: ['userID', 'userKey'].map((key) => ({ secretKey: key, remoteRef: { key: remoteKey, property: key } })),
        ...spec,
      },
    })
  }

  path = ({ namespace, target }: Tenant) => `/api/v1/namespaces/${namespace}/secrets/${target}`

  /** The stored target; undefined if there is none. */
  async target(tenant: Tenant): Promise<Json | undefined> {
    const answer = await this.control.get(this.path(tenant))
    return answer.status === 404 ? undefined : answer.body
  }

  async copied(tenant: Tenant, key = 'userKey'): Promise<string | undefined> {
    const value = (await this.target(tenant))?.data?.[key]
    return value === undefined ? undefined : Buffer.from(value, 'base64').toString()
  }

  async rotate({ name, source }: Tenant): Promise<string> {
    const key = cephxKey()
    this.planted.add(key)
    const data = { [name]: base64(key), userKey: base64(key) }
    const answer = await this.storage.patch('merge', `/api/v1/namespaces/rook-ceph/secrets/${source}`, { data })
    expect(answer.status, answer.text).toBe(200)
    return key
  }

  async secret(tenant: Tenant, more: object = {}, manager = 'kubectl-create'): Promise<Json> {
    const { metadata = {}, ...rest } = more as { metadata?: object }
    const body = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: tenant.target, namespace: tenant.namespace, ...metadata },
      type: 'Opaque',
      ...rest,
    }
    return this.make(this.control, `/api/v1/namespaces/${tenant.namespace}/secrets?fieldManager=${manager}`, body)
  }

  /** Runs the tool; its output and files contain none of the keys. */
  async run(argv: readonly string[], options: SyncOptions = {}): Promise<Ran> {
    const home = options.home ?? tempFolder()
    const env = { C5C3_CONFIG: this.profile(options), ...options.env }
    const ran = await runCli([...argv], { ...options, home, env })
    this.expectClean(ran, argv.join(' '))
    return ran
  }

  expectClean({ stdout, stderr, home }: Pick<Ran, 'stdout' | 'stderr' | 'home'>, where: string): void {
    const secrets = [...this.planted, this.clusters.storage.token, this.clusters.control.token]
    expectNoLeak(stdout, secrets, `stdout of ${where}`)
    expectNoLeak(stderr, secrets, `stderr of ${where}`)
    for (const file of filesIn(home)) expectNoLeak(readFileSync(file, 'utf8'), secrets, file)
  }

  /** Syncs these tenants, confirmed; -o json by default. */
  sync(tenants: readonly Tenant[], more: readonly string[] = [], options: SyncOptions = {}): Promise<Synced> {
    return this.command(['ceph-secrets', 'sync', ...tenants.map(({ name }) => name), '--yes', ...more], options)
  }

  async command(argv: readonly string[], options: SyncOptions = {}): Promise<Synced> {
    const ran = await this.run([...argv, '-o', 'json'], options)
    const report = JSON.parse(ran.stdout)
    return { ...ran, report, outcomes: (report.results ?? []).map((each: Json) => each.outcome) }
  }

  profile(options: SyncOptions): string {
    const kubeconfigs = {
      storage: kubeconfig(options.storage ?? this.clusters.storage),
      control: kubeconfig(options.control ?? this.clusters.control),
    }
    const clusters = [
      { roles: ['control-plane=eu'], kubeconfig: 'control', context: 'it', ...at(options.profile, 'control') },
      { roles: ['storage=st-pool-a'], kubeconfig: 'storage', context: 'it', ...at(options.profile, 'storage') },
    ]
    const { control: _, storage: __, ...rest } = (options.profile ?? {}) as Record<string, unknown>
    const config = JSON.stringify({ current: 'lab', profiles: { lab: { clusters, ...rest } } })
    return join(tempFolder({ ...kubeconfigs, 'config.yaml': config }), 'config.yaml')
  }
}

const at = (profile: object | undefined, key: string) =>
  ((profile as Record<string, object> | undefined)?.[key] ?? {}) as object

export interface Synced extends Ran {
  readonly report: Json
  readonly outcomes: readonly string[]
}

export const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })

export function kubeconfig({ url, ca, token }: Login): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'it', cluster: { server: url, 'certificate-authority-data': base64(ca) } }],
    users: [{ name: 'me', user: { token } }],
    contexts: [{ name: 'it', context: { cluster: 'it', user: 'me' } }],
    'current-context': 'it',
  })
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
}
