// SPDX-License-Identifier: Apache-2.0
import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { c5c3 } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { countAt, fieldAt, flagAt, textAt } from '../../model/object/fields.ts'
import { manifestOf, OBJECTS, rendersKind, TENANTS, type TenantObjects, tenantObjects } from '../shared/crossplane.ts'

export const storageRequestIgnored: Check = {
  id: 'storage-request-ignored',
  category: 'crossplane',
  severity: 'warning',
  title: 'Storage differs from the claim',
  why: 'The Composition has no patch for a storage setting of the claim: a quota is not enforced, the number of replicas differs, or a pool or file system was created without a request. The claim does not reflect reality.',
  fix: 'Extend the Composition to patch the field into the Ceph objects, or change the claim to match what exists.',
  byHand: [
    "kubectl --context MANAGEMENT -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.spec.storage.ceph}'",
    "kubectl --context STORAGE -n rook-ceph get cephblockpools.ceph.rook.io NAME -o jsonpath='{.spec}'",
  ],
  modes: ['F18'],
  about: TENANTS,
  beside: OBJECTS,
  *run(context) {
    for (const tenant of tenantObjects(context)) {
      const differences = [...poolDifferences(tenant), ...unrequested(tenant), ...missing(tenant)]
      if (differences.length === 0) continue
      yield {
        mode: 'F18',
        subject: tenant.wish,
        message: differences.map(({ message }) => message).join('; '),
        evidence: differences.flatMap(({ evidence }) => evidence),
        next: [c5c3('tree', `${tenant.wish.kind}/${tenant.wish.name}`)],
        standsAlone: true,
      }
    }
  },
}

interface Difference {
  readonly message: string
  readonly evidence: readonly FindingEvidence[]
}

/** The claim's field for a pool, and the name suffix of the pools of that use. */
const USES = [
  { request: 'volumePool', use: 'volumes' },
  { request: 'imagePool', use: 'images' },
  { request: 'ephemeralPool', use: 'ephemeral' },
] as const

const REQUEST = 'spec.storage.ceph'
const MANIFEST = 'spec.forProvider.manifest.spec'

function* poolDifferences({ wish, objects }: TenantObjects): Iterable<Difference> {
  for (const { request, use } of USES) {
    if (flagAt(wish.object, `${REQUEST}.${request}.enabled`) === false) continue
    for (const pool of poolsOf(objects, use)) {
      yield* compare(wish, pool, `${request}.replication`, 'replicated.size')
      yield* compare(wish, pool, `${request}.compression`, 'parameters.compression_mode', 'compressionMode')
      const quota = countAt(wish.object, `${REQUEST}.${request}.quotaGB`)
      const actual =
        fieldAt(manifestOf(pool), 'spec.quotas.maxSize') ?? fieldAt(manifestOf(pool), 'spec.quotas.maxBytes')
      if (quota !== undefined && actual === undefined)
        yield differing(
          `the quota of ${quota} GB on ${use} is not set`,
          wish,
          pool,
          `${request}.quotaGB`,
          'quotas.maxSize',
        )
    }
  }
}

function* compare(wish: GraphNode, pool: GraphNode, from: string, to: string, or = to): Iterable<Difference> {
  const [requested, actual] = [
    fieldAt(wish.object, `${REQUEST}.${from}`),
    fieldAt(manifestOf(pool), `spec.${to}`) ?? fieldAt(manifestOf(pool), `spec.${or}`),
  ]
  if (requested === undefined || actual === undefined || String(requested) === String(actual)) return
  yield differing(
    `${from} is ${String(requested)} in the claim and ${String(actual)} in the pool`,
    wish,
    pool,
    from,
    to,
  )
}

/** Objects that exist although the claim disables them. */
function* unrequested({ wish, objects }: TenantObjects): Iterable<Difference> {
  if (flagAt(wish.object, `${REQUEST}.ephemeralPool.enabled`) === false)
    for (const pool of poolsOf(objects, 'ephemeral'))
      yield differing(
        'a pool for ephemeral disks was created although it is disabled',
        wish,
        pool,
        'ephemeralPool.enabled',
      )
  const isOff = flagAt(wish.object, `${REQUEST}.filesystem.enabled`) === false
  if (isOff && flagAt(wish.object, 'spec.services.manila') !== true)
    for (const object of objects.filter((one) => rendersKind(one, 'ceph.rook.io', 'CephFilesystem')))
      yield differing('a file system was created although it is disabled', wish, object, 'filesystem.enabled')
}

/** Objects that the claim enables and the Composition does not create. */
function* missing({ wish, composite, objects, isWhole }: TenantObjects): Iterable<Difference> {
  // Before anything is composed, an absence means nothing.
  if (!composite || !isWhole || !objects.some((object) => rendersKind(object, 'ceph.rook.io'))) return
  const kinds = [
    ['filesystem', 'CephFilesystem'],
    ['objectStore', 'CephObjectStore'],
  ] as const
  for (const [request, kind] of kinds) {
    const path = `${REQUEST}.${request}.enabled`
    if (flagAt(wish.object, path) !== true || objects.some((one) => rendersKind(one, 'ceph.rook.io', kind))) continue
    const evidence = [
      { on: wish, path, value: 'true' },
      { on: composite, path: 'spec.resourceRefs', value: `no ${kind} among ${objects.length} Objects` },
    ]
    yield { message: `${request} is enabled, but no ${kind} was created`, evidence }
  }
}

/** The pools of one use, by their name or their composition resource name. */
function poolsOf(objects: readonly GraphNode[], use: string): readonly GraphNode[] {
  const isUse = new RegExp(`(^|-)${use}(-|$)`)
  return objects.filter((object) => {
    const name = textAt(manifestOf(object), 'metadata.name') ?? ''
    const composed = object.object?.metadata.annotations?.['crossplane.io/composition-resource-name'] ?? ''
    return rendersKind(object, 'ceph.rook.io', 'CephBlockPool') && (name.endsWith(`-${use}`) || isUse.test(composed))
  })
}

function differing(message: string, wish: GraphNode, object: GraphNode, from: string, to?: string): Difference {
  const name = textAt(manifestOf(object), 'metadata.name') ?? ''
  const actual = to === undefined ? undefined : fieldAt(manifestOf(object), `spec.${to}`)
  return {
    message,
    evidence: [
      { on: wish, path: `${REQUEST}.${from}`, value: String(fieldAt(wish.object, `${REQUEST}.${from}`)) },
      to === undefined
        ? { on: object, path: 'spec.forProvider.manifest.metadata.name', value: name }
        : {
            on: object,
            path: `${MANIFEST}.${to}`,
            value: actual === undefined ? `absent on ${name}` : `${String(actual)} on ${name}`,
          },
    ],
  }
}
