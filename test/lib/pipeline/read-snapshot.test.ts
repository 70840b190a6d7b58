// SPDX-License-Identifier: Apache-2.0
// Kinds that are read by reference, over the network with the embedded API.
import { describe, expect, it } from 'vitest'
import type { AccessRule } from '../../../src/lib/embedded/http/users.ts'
import type { Manifest } from '../../../src/lib/embedded/json.ts'
import type { FleetFolder, FleetMember } from '../../../src/lib/embedded/scenario/fleet-folder.ts'
import { configMap } from '../../../src/lib/kinds/kubernetes/config-map.ts'
import { event } from '../../../src/lib/kinds/kubernetes/event.ts'
import { secret } from '../../../src/lib/kinds/kubernetes/secret.ts'
import { eventsOf } from '../../../src/lib/model/check/warning-events.ts'
import { factsOf } from '../../../src/lib/model/secret/secret-facts.ts'
import type { ObserveOptions } from '../../../src/lib/pipeline/observe.ts'
import { type Observed, observeScenario } from '../../harness/observed.ts'

const NOW = Date.parse('2026-11-16T12:00:00Z')
const created = { creationTimestamp: '2026-11-01T12:00:00Z' }

interface Cluster {
  readonly objects: readonly Manifest[]
}

function fleetOf(clusters: Readonly<Record<string, Cluster>>): FleetFolder {
  const members = Object.entries(clusters).map(([key, { objects }]): FleetMember => {
    const [role = '', name] = key.split('.')
    const roles = [{ role: role as FleetMember['roles'][number]['role'], name: name ?? role }]
    const rules = { unreachable: false, unauthorized: false, slow: 0, forbidden: [], notServed: [], served: [] }
    return { key, roles, rules, objects, logFolders: [], channelFolders: [] }
  })
  return { now: NOW, members }
}

const kube = (apiVersion: string, kind: string, at: string, fields: object): Manifest => {
  const [namespace, name] = at.includes('/') ? at.split('/') : [undefined, at]
  const metadata = { ...created, name, ...(namespace ? { namespace } : {}), uid: `${kind}-${at}` }
  return { apiVersion, kind, metadata, ...fields } as unknown as Manifest
}

/** A K-ORC Project whose clouds.yaml is in that Secret. */
const project = (at: string, secretName: string) =>
  kube('openstack.k-orc.cloud/v1alpha1', 'Project', at, {
    spec: { cloudCredentialsRef: { secretName, cloudName: 'c' } },
  })
const secretAt = (at: string, data: object = { key: 'QQ==' }, type = 'Opaque') =>
  kube('v1', 'Secret', at, { type, data })
const certificate = (at: string, secretName: string) =>
  kube('cert-manager.io/v1', 'Certificate', at, { spec: { secretName } })

const ALL_BUT: AccessRule = { verbs: ['get', 'list'], groups: ['*'], resources: ['*'], except: ['secrets'] }
const may = (verbs: readonly string[], more: Partial<AccessRule> = {}): AccessRule => ({
  verbs,
  groups: [''],
  resources: ['secrets'],
  ...more,
})

function read(
  clusters: Readonly<Record<string, Cluster>>,
  rules?: readonly AccessRule[],
  more: Partial<ObserveOptions> = { also: [secret] },
): Promise<Observed> {
  return observeScenario(
    'healthy',
    () => fleetOf(clusters),
    more,
    (cluster) => (rules ? cluster.addUser('somebody', rules) : cluster.token),
  )
}

const requestsFor = ({ requests }: Observed, cluster: string, plural = 'secrets') =>
  (requests.get(cluster) ?? [])
    .filter((request) => request.startsWith('GET /api/v1/') && request.includes(`/${plural}`))
    // Every command reads the registrations of clusters.
    .filter((request) => !request.includes('/c5c3-clusters/'))
    .map((request) => request.replace('GET /api/v1', ''))
    .sort()

const sourcesOf = ({ assessment }: Observed, kind = 'Secret') =>
  [...assessment.graph.nodes.values()]
    .filter((node) => node.kind === kind)
    .map(({ source, cluster, namespace, name }) => `${source} ${cluster.label} ${namespace}/${name}`)
    .sort()

const readingOf = ({ snapshot }: Observed, cluster: string) =>
  snapshot.readings.find((reading) => reading.cluster === cluster && reading.kind === 'Secret')

describe('kinds read by reference', () => {
  const two = { objects: [project('a/p', 'there'), project('b/p', 'gone'), secretAt('a/there'), secretAt('c/private')] }

  it('are listed in the namespaces with references, and nowhere else', async () => {
    const seen = await read({
      'control-plane.eu': two,
      'hypervisor.hv': { objects: [certificate('agents/c', 'tls'), secretAt('agents/tls')] },
      'storage.st': { objects: [secretAt('rook-ceph/private')] },
    })
    expect(requestsFor(seen, 'control-plane.eu')).toEqual(['/namespaces/a/secrets', '/namespaces/b/secrets'])
    expect(requestsFor(seen, 'hypervisor.hv')).toEqual(['/namespaces/agents/secrets'])
    expect(requestsFor(seen, 'storage.st')).toEqual([])
    expect(sourcesOf(seen)).toEqual([
      'live control-plane/eu a/there',
      'live hypervisor/hv agents/tls',
      'missing control-plane/eu b/gone',
    ])
    expect(seen.snapshot.gaps).toEqual([])
    expect(requestsFor(seen, 'control-plane.eu', 'configmaps')).toEqual([])
  })

  it('are not read, and no gap, in commands that do not declare them', async () => {
    const seen = await read({ 'control-plane.eu': two }, undefined, {})
    expect([requestsFor(seen, 'control-plane.eu'), sourcesOf(seen), seen.snapshot.gaps]).toEqual([[], [], []])
  })

  it('are read in the cluster that the reference resolves to', async () => {
    const manifest = { apiVersion: 'v1', kind: 'Secret', metadata: { namespace: 'openstack', name: 'pushed' } }
    const seen = await read({
      management: {
        objects: [
          kube('kubernetes.crossplane.io/v1alpha1', 'ProviderConfig', 'here', {
            spec: { credentials: { source: 'InjectedIdentity' } },
          }),
          kube('kubernetes.crossplane.io/v1alpha2', 'Object', 'o', {
            spec: { providerConfigRef: { name: 'here' }, forProvider: { manifest } },
          }),
        ],
      },
    })
    expect(requestsFor(seen, 'management')).toEqual(['/namespaces/openstack/secrets'])
    expect(sourcesOf(seen)).toEqual(['missing management openstack/pushed'])
  })

  it('are one list of the whole cluster for many namespaces, if that is allowed', async () => {
    const namespaces = Array.from({ length: 21 }, (_, i) => `n${String(i).padStart(2, '0')}`)
    const many = { 'control-plane.eu': { objects: namespaces.map((namespace) => project(`${namespace}/p`, 's')) } }
    expect(requestsFor(await read(many), 'control-plane.eu')).toEqual(['/secrets'])
    const limited = await read(many, [ALL_BUT, may(['list'], { namespaces })])
    expect(requestsFor(limited, 'control-plane.eu')).toEqual([
      ...namespaces.map((namespace) => `/namespaces/${namespace}/secrets`),
      '/secrets',
    ])
    expect(limited.snapshot.gaps).toEqual([])
    expect(new Set(sourcesOf(limited).map((text) => text.split(' ')[0]))).toEqual(new Set(['missing']))
  })

  it('leave out the release Secrets of Helm', async () => {
    const archive = secretAt('a/sh.helm.release.v1.x.v1', { release: 'QQ==' }, 'helm.sh/release.v1')
    const seen = await read({
      'control-plane.eu': { objects: [project('a/p', 'there'), secretAt('a/there'), archive] },
    })
    expect(sourcesOf(seen)).toEqual(['live control-plane/eu a/there'])
  })

  it('carry facts, and no value', async () => {
    const canary = Buffer.from('c4n4ry').toString('base64')
    const objects = [project('a/p', 's'), secretAt('a/s', { 'clouds.yaml': canary, empty: '' })]
    const { assessment, snapshot } = await read({ 'control-plane.eu': { objects } })
    const [node] = assessment.graph.of('Secret')
    expect(factsOf(node?.object, 'clouds.yaml')).toEqual({ bytes: 6, empty: false, malformed: true })
    expect(factsOf(node?.object, 'empty')).toEqual({ bytes: 0, empty: true })
    expect(JSON.stringify(snapshot)).not.toMatch(/c4n4ry|YzRuNHJ5/)
  })

  it('keep the small documents of ConfigMaps and the size of the others', async () => {
    const manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'n', name: 'm' } }
    const objects = [
      kube('kubernetes.crossplane.io/v1alpha1', 'ProviderConfig', 'here', {
        spec: { credentials: { source: 'InjectedIdentity' } },
      }),
      kube('kubernetes.crossplane.io/v1alpha2', 'Object', 'o', {
        spec: { providerConfigRef: { name: 'here' }, forProvider: { manifest } },
      }),
      kube('v1', 'ConfigMap', 'n/m', { data: { small: 'x', large: 'x'.repeat(64 * 1024 + 1) } }),
    ]
    const seen = await read({ management: { objects } }, undefined, { also: [configMap] })
    expect(requestsFor(seen, 'management', 'configmaps')).toEqual(['/namespaces/n/configmaps'])
    expect(seen.assessment.graph.of('ConfigMap')[0]?.object).toMatchObject({
      data: { small: 'x' },
      dropped: { large: 64 * 1024 + 1 },
    })
    expect(requestsFor(seen, 'management')).toEqual([])
  })
})

describe('where lists are forbidden', () => {
  it('each object is read by its name, with the same result', async () => {
    const objects = [project('a/p', 'there'), project('a/q', 'gone'), secretAt('a/there'), secretAt('a/other')]
    const seen = await read({ 'control-plane.eu': { objects } }, [ALL_BUT, may(['get'])])
    expect(requestsFor(seen, 'control-plane.eu')).toEqual([
      '/namespaces/a/secrets',
      '/namespaces/a/secrets/gone',
      '/namespaces/a/secrets/there',
    ])
    expect(sourcesOf(seen)).toEqual(['live control-plane/eu a/there', 'missing control-plane/eu a/gone'])
    expect(seen.snapshot.gaps).toEqual([])
  })

  it('a forbidden object is unseen, beside a missing one', async () => {
    const objects = [project('a/p', 'closed'), project('a/q', 'gone'), project('b/p', 'there'), secretAt('b/there')]
    const rules = [ALL_BUT, may(['get'], { names: ['gone'] }), may(['list'], { namespaces: ['b'] })]
    const seen = await read({ 'control-plane.eu': { objects } }, rules)
    expect(sourcesOf(seen)).toEqual([
      'live control-plane/eu b/there',
      'missing control-plane/eu a/gone',
      'unseen control-plane/eu a/closed',
    ])
    expect(seen.snapshot.gaps).toEqual([
      {
        cluster: 'control-plane/eu',
        kind: 'Secret',
        namespace: 'a',
        fault: 'forbidden',
        message: 'forbidden: list or get secrets in a',
      },
    ])
    expect(readingOf(seen, 'control-plane/eu')).toMatchObject({ outcome: 'read', onlyNamespaces: ['b'] })
  })

  it('fifty are read, required ones first; the rest is one gap with the number', async () => {
    const name = (i: number) => `s${String(i).padStart(2, '0')}`
    const projects = Array.from({ length: 51 }, (_, i) => project(`z/p${i}`, name(i)))
    // An optional object may be absent.
    const objects = [certificate('a/c', 'wished'), ...projects, secretAt('z/s00'), secretAt('z/s50')]
    const seen = await read({ 'control-plane.eu': { objects } }, [ALL_BUT, may(['get'])])
    const got = requestsFor(seen, 'control-plane.eu').filter((path) => /secrets\/./.test(path))
    expect(got.toSorted()).toEqual(Array.from({ length: 50 }, (_, i) => `/namespaces/z/secrets/${name(i)}`))
    const unseen = sourcesOf(seen).filter((text) => text.startsWith('unseen'))
    expect(unseen).toEqual(['unseen control-plane/eu a/wished', 'unseen control-plane/eu z/s50'])
    expect(sourcesOf(seen).filter((text) => text.startsWith('live'))).toEqual(['live control-plane/eu z/s00'])
    expect(seen.snapshot.gaps).toEqual([
      {
        cluster: 'control-plane/eu',
        kind: 'Secret',
        fault: 'forbidden',
        message: 'forbidden: list secrets in a, z; by name only 50 are read, 2 more were not',
      },
    ])
  })

  it('nothing readable is one gap', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `${i % 2 ? 'a' : 'b'}/s${i}`)
    const objects = names.map((name) => project(name, name.slice(2)))
    const seen = await read({ 'control-plane.eu': { objects } }, [ALL_BUT])
    expect(sourcesOf(seen)).toEqual(names.map((name) => `unseen control-plane/eu ${name}`).sort())
    expect(seen.snapshot.gaps).toEqual([
      {
        cluster: 'control-plane/eu',
        kind: 'Secret',
        fault: 'forbidden',
        message: 'forbidden: list or get secrets',
      },
    ])
    expect(readingOf(seen, 'control-plane/eu')).toMatchObject({ outcome: 'failed', count: 0 })
  })
})

describe('Warnings', () => {
  const about = (uid: string, name = 'p') => ({
    involvedObject: { apiVersion: 'openstack.k-orc.cloud/v1alpha1', kind: 'Project', namespace: 'a', name, uid },
  })
  const events = [
    kube('v1', 'Event', 'a/old', {
      ...about('Project-a/p'),
      type: 'Warning',
      reason: 'Old',
      message: 'was so',
      count: 3,
    }),
    kube('v1', 'Event', 'a/new', {
      ...about('Project-a/p'),
      type: 'Warning',
      reason: 'New',
      message: 'is so',
      eventTime: '2026-11-16T11:00:00.000000Z',
      series: { count: 7, lastObservedTime: '2026-11-16T11:30:00.000000Z' },
    }),
    kube('v1', 'Event', 'a/other', {
      ...about('uid-of-one-before'),
      type: 'Warning',
      reason: 'Gone',
      message: 'was it',
    }),
    kube('v1', 'Event', 'a/normal', { ...about('Project-a/p'), type: 'Normal', reason: 'Fine', message: 'all well' }),
  ]

  it('are one list per cluster, by the uid of the involved object, and not part of the graph', async () => {
    const clusters = { 'control-plane.eu': { objects: [project('a/p', 's'), ...events] }, arbiter: { objects: [] } }
    const seen = await read(clusters, undefined, { also: [event] })
    expect(requestsFor(seen, 'control-plane.eu', 'events')).toEqual(['/events'])
    expect(requestsFor(seen, 'arbiter', 'events')).toEqual(['/events'])
    expect(seen.snapshot.events).toHaveLength(3)
    expect([...seen.assessment.graph.nodes.values()].map(({ kind }) => kind)).not.toContain('Event')
    expect(eventsOf(seen.snapshot).get('Project-a/p')).toEqual([
      {
        reason: 'New',
        message: 'is so',
        count: 7,
        first: '2026-11-16T11:00:00.000000Z',
        last: '2026-11-16T11:30:00.000000Z',
      },
      { reason: 'Old', message: 'was so', count: 3, first: created.creationTimestamp, last: created.creationTimestamp },
    ])
  })

  it('that are forbidden are a gap; commands that do not need them have none', async () => {
    const rules: readonly AccessRule[] = [{ ...ALL_BUT, except: ['events'] }]
    const clusters = { 'control-plane.eu': { objects: [project('a/p', 's'), ...events] } }
    expect((await read(clusters, rules, { also: [event] })).snapshot.gaps).toEqual([
      { cluster: 'control-plane/eu', kind: 'Event', fault: 'forbidden', message: 'forbidden: list events' },
    ])
    const silent = await read(clusters, rules, {})
    expect([silent.snapshot.gaps, silent.snapshot.events, requestsFor(silent, 'control-plane.eu', 'events')]).toEqual([
      [],
      undefined,
      [],
    ])
  })
})
