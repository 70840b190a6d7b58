// SPDX-License-Identifier: Apache-2.0
// Loads a fleet folder into one real API server: all kinds of the tool, and the objects that the server accepts.
import { expect, vi } from 'vitest'
import { loadFleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { KINDS } from '../../src/lib/kinds/index.ts'
import type { KindSpec } from '../../src/lib/model/graph/kind.ts'
import type { Api, Json } from '../contract/api.ts'

const BUILT_IN = new Set(['', 'apps', 'batch', 'policy', 'apiextensions.k8s.io', 'admissionregistration.k8s.io'])
const AT_ONCE = 12

/** Two kinds of one name in one group are one CRD. */
const CUSTOM = [
  ...new Map(
    KINDS.filter(({ group }) => !BUILT_IN.has(group)).map((kind) => [`${kind.plural}.${kind.group}`, kind] as const),
  ).values(),
]

const versionOf = ({ versions }: KindSpec) => versions[0] ?? 'v1alpha1'

/** Creates every CRD and waits until all are served. */
export async function defineKinds(api: Api): Promise<void> {
  await inTurns(CUSTOM, async (kind) => {
    const { group, kind: name, plural, namespaced } = kind
    const created = await api.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: {
        name: `${plural}.${group}`,
        annotations: { 'api-approved.kubernetes.io': 'unapproved, for a test' },
      },
      spec: {
        group,
        scope: namespaced ? 'Namespaced' : 'Cluster',
        names: { plural, singular: name.toLowerCase(), kind: name, listKind: `${name}List` },
        versions: [
          {
            name: versionOf(kind),
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        ],
      },
    })
    expect(created.status, created.text).toBe(201)
  })
  const served = async () => {
    for (const kind of CUSTOM)
      expect((await api.get(`/apis/${kind.group}/${versionOf(kind)}/${kind.plural}?limit=1`)).status).toBe(200)
  }
  await vi.waitFor(served, { timeout: 120_000, interval: 500 })
}

/**
 * Creates the objects of a folder from all clusters, and returns their namespaces. The server assigns new UIDs: objects
 * that refer to others by UID are created after them, with the new UID.
 */
export async function pour(api: Api, folder: string, kubeconfig: string): Promise<readonly string[]> {
  const { members } = await loadFleetFolder(folder)
  const objects = members.flatMap((member) => member.objects as readonly Json[])
  const namespaces = [
    ...new Set(
      objects.map(({ kind, metadata }): string =>
        kind === 'Namespace' ? metadata.name : (metadata.namespace ?? 'default'),
      ),
    ),
  ]
  await inTurns(namespaces, async (name) => {
    await api.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  })
  const uids = new Map<string, string>()
  const make = async (object: Json) => {
    const path = pathOf(object)
    if (path === undefined) return
    const { status, text, body } = await api.post(path, translated(object, uids, kubeconfig))
    // Several clusters of the folder may have the same cluster-scoped object.
    expect([201, 409], `${object.kind} ${object.metadata.name}: ${text}`).toContain(status)
    if (status === 201 && object.metadata.uid) uids.set(object.metadata.uid, body.metadata.uid)
    if (status === 201 && object.kind === 'Job') await finish(api, `${path}/${object.metadata.name}/status`)
  }
  const rest = objects.filter(({ kind }) => kind !== 'Namespace')
  const known = new Map(rest.map((object) => [object.metadata.uid, object]))
  // Owners get their new UID before owned objects are created; objects with observed copies come last.
  const depthOf = ({ metadata }: Json): number =>
    Math.max(0, ...owners(metadata).flatMap(({ uid }) => (known.has(uid) ? [1 + depthOf(known.get(uid))] : [])))
  const [showing, plain] = [rest.filter(({ kind }) => kind === 'Object'), rest.filter(({ kind }) => kind !== 'Object')]
  const turns = Map.groupBy(plain, depthOf)
  for (const depth of [...turns.keys()].sort((a, b) => a - b)) await inTurns(turns.get(depth) ?? [], make)
  await inTurns(showing, make)
  return namespaces.sort()
}

const owners = ({ ownerReferences = [] }: Json): readonly Json[] => ownerReferences

/** The placeholder of a fleet folder for the kubeconfig of another cluster. */
const PLACEHOLDER = Buffer.from('c5c3-demo-kubeconfig:').toString('base64')

function translated(object: Json, uids: ReadonlyMap<string, string>, kubeconfig: string): Json {
  const { name, namespace, labels, annotations, ownerReferences } = object.metadata
  const { data, spec, ...rest } = object
  const whole = {
    ...rest,
    metadata: { name, namespace, labels, annotations, ownerReferences },
    ...(spec ? { spec: object.kind === 'Job' ? unselected(spec) : spec } : {}),
    ...(data ? { data: filled(data, kubeconfig) } : {}),
  }
  const text = JSON.stringify(whole)
  return JSON.parse(text.replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, (uid) => uids.get(uid) ?? uid))
}

/** No kubelet runs Pods here: a Job completes when its status is set. */
async function finish(api: Api, path: string): Promise<void> {
  const now = new Date().toISOString()
  const met = { status: 'True', lastTransitionTime: now, lastProbeTime: now }
  const status = {
    startTime: now,
    completionTime: now,
    succeeded: 1,
    ready: 0,
    terminating: 0,
    uncountedTerminatedPods: {},
    conditions: ['SuccessCriteriaMet', 'Complete'].map((type) => ({ type, ...met })),
  }
  const answer = await api.patch('merge', path, { status })
  expect(answer.status, answer.text).toBe(200)
}

/** The server sets the Pod selector of a Job itself. */
const unselected = ({ selector: _, template: { metadata: __, ...template }, ...spec }: Json) => ({ ...spec, template })

const filled = (data: Json, kubeconfig: string) =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      String(value).startsWith(PLACEHOLDER) ? Buffer.from(kubeconfig).toString('base64') : value,
    ]),
  )

function pathOf({ apiVersion, kind, metadata }: Json): string | undefined {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : ''
  const known = KINDS.find((each) => each.group === group && each.kind === kind)
  if (!known) return undefined
  const version = BUILT_IN.has(group) ? (apiVersion.split('/').at(-1) ?? '') : versionOf(known)
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  return known.namespaced ? `${root}/namespaces/${metadata.namespace}/${known.plural}` : `${root}/${known.plural}`
}

async function inTurns<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const left = [...all]
  const one = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}
