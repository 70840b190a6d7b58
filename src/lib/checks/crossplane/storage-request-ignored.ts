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
  title: 'Storage is not made as the claim asks',
  why: 'The Composition has no patch for what the claim says about its storage: a quota that does not hold, another number of copies, a pool or file system nobody asked for. The claim is taken for the truth and is not.',
  fix: 'Extend the Composition so that it carries the field to the Ceph objects, or correct the claim to what is there.',
  byHand: [
    "kubectl -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.spec.storage.ceph}'",
    "kubectl --context STORAGE -n rook-ceph get cephblockpools.ceph.rook.io NAME -o jsonpath='{.spec}'",
  ],
  modes: ['F18'],
  about: TENANTS,
  beside: OBJECTS,
  *run(sight) {
    for (const tenant of tenantObjects(sight)) {
      const differences = [...poolDifferences(tenant), ...unasked(tenant), ...missing(tenant)]
      if (differences.length === 0) continue
      yield {
        mode: 'F18',
        subject: tenant.wish,
        message: differences.map(({ words }) => words).join('; '),
        evidence: differences.flatMap(({ proofs }) => proofs),
        next: [c5c3('tree', `${tenant.wish.kind}/${tenant.wish.name}`)],
        standsAlone: true,
      }
    }
  },
}

interface Difference {
  readonly words: string
  readonly proofs: readonly FindingEvidence[]
}

/** What the claim calls a pool, and how the pools of that use are called. */
const USES = [
  { request: 'volumePool', use: 'volumes' },
  { request: 'imagePool', use: 'images' },
  { request: 'ephemeralPool', use: 'ephemeral' },
] as const

const AT = 'spec.storage.ceph'
const TO = 'spec.forProvider.manifest.spec'

function* poolDifferences({ wish, objects }: TenantObjects): Iterable<Difference> {
  for (const { request, use } of USES) {
    if (flagAt(wish.object, `${AT}.${request}.enabled`) === false) continue
    for (const pool of poolsOf(objects, use)) {
      yield* compare(wish, pool, `${request}.replication`, 'replicated.size')
      yield* compare(wish, pool, `${request}.compression`, 'parameters.compression_mode', 'compressionMode')
      const quota = countAt(wish.object, `${AT}.${request}.quotaGB`)
      const has = fieldAt(manifestOf(pool), 'spec.quotas.maxSize') ?? fieldAt(manifestOf(pool), 'spec.quotas.maxBytes')
      if (quota !== undefined && has === undefined)
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
  const [asked, has] = [
    fieldAt(wish.object, `${AT}.${from}`),
    fieldAt(manifestOf(pool), `spec.${to}`) ?? fieldAt(manifestOf(pool), `spec.${or}`),
  ]
  if (asked === undefined || has === undefined || String(asked) === String(has)) return
  yield differing(`${from} is ${String(asked)} in the claim and ${String(has)} in the pool`, wish, pool, from, to)
}

/** What is there although the claim switches it off. */
function* unasked({ wish, objects }: TenantObjects): Iterable<Difference> {
  if (flagAt(wish.object, `${AT}.ephemeralPool.enabled`) === false)
    for (const pool of poolsOf(objects, 'ephemeral'))
      yield differing('a pool for ephemeral disks was made although it is off', wish, pool, 'ephemeralPool.enabled')
  const isOff = flagAt(wish.object, `${AT}.filesystem.enabled`) === false
  if (isOff && flagAt(wish.object, 'spec.services.manila') !== true)
    for (const object of objects.filter((one) => rendersKind(one, 'ceph.rook.io', 'CephFilesystem')))
      yield differing('a file system was made although it is off', wish, object, 'filesystem.enabled')
}

/** What the claim switches on and nothing was composed for. */
function* missing({ wish, composite, objects, isWhole }: TenantObjects): Iterable<Difference> {
  // Nothing at all composed yet says nothing about what will be.
  if (!composite || !isWhole || !objects.some((object) => rendersKind(object, 'ceph.rook.io'))) return
  const kinds = [
    ['filesystem', 'CephFilesystem'],
    ['objectStore', 'CephObjectStore'],
  ] as const
  for (const [request, kind] of kinds) {
    const path = `${AT}.${request}.enabled`
    if (flagAt(wish.object, path) !== true || objects.some((one) => rendersKind(one, 'ceph.rook.io', kind))) continue
    const proofs = [
      { on: wish, path, value: 'true' },
      { on: composite, path: 'spec.resourceRefs', value: `no ${kind} among ${objects.length} Objects` },
    ]
    yield { words: `${request} is on and no ${kind} was made`, proofs }
  }
}

/** The pools of one use: called so, or composed under such a name. */
function poolsOf(objects: readonly GraphNode[], use: string): readonly GraphNode[] {
  const isUse = new RegExp(`(^|-)${use}(-|$)`)
  return objects.filter((object) => {
    const name = textAt(manifestOf(object), 'metadata.name') ?? ''
    const composed = object.object?.metadata.annotations?.['crossplane.io/composition-resource-name'] ?? ''
    return rendersKind(object, 'ceph.rook.io', 'CephBlockPool') && (name.endsWith(`-${use}`) || isUse.test(composed))
  })
}

function differing(words: string, wish: GraphNode, object: GraphNode, from: string, to?: string): Difference {
  const name = textAt(manifestOf(object), 'metadata.name') ?? ''
  const has = to === undefined ? undefined : fieldAt(manifestOf(object), `spec.${to}`)
  return {
    words,
    proofs: [
      { on: wish, path: `${AT}.${from}`, value: String(fieldAt(wish.object, `${AT}.${from}`)) },
      to === undefined
        ? { on: object, path: 'spec.forProvider.manifest.metadata.name', value: name }
        : {
            on: object,
            path: `${TO}.${to}`,
            value: has === undefined ? `absent on ${name}` : `${String(has)} on ${name}`,
          },
    ],
  }
}
