// SPDX-License-Identifier: Apache-2.0
// Generates an object from a schema lazily and records every path that is read. The sample number decides which fields
// are present and their values, so that many samples reach all branches.
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import type { Schema } from './schemas.ts'

/** Values that kinds look for, besides the enums of a schema. */
const WORDS = [
  'x',
  'Ready',
  'True',
  'False',
  'Failed',
  'Progressing',
  'Secret',
  'Succeeded',
  'ReconcilePaused',
  '2026-01-01T00:00:00Z',
  'a/b',
  'metal://a/b',
  'profile rbd pool=a, profile rbd pool=b',
  'Waiting for Domain/x to be created',
  'HEALTH_OK',
  'oci',
  'On',
  'Deleting',
]

const CONDITIONS = [
  'Ready',
  'Synced',
  'Available',
  'Progressing',
  'Established',
  'Offered',
  'Installed',
  'Healthy',
  'Stalled',
  'Reconciling',
  'Complete',
  'Evicting',
  'Onboarding',
  'ClusterAvailable',
  'AllReplicasReady',
]

export interface Recording {
  readonly object: KubeObject
  /** Paths that were read, without indexes: status.conditions.type. */
  readonly read: Set<string>
}

/** The first sample has everything, the second nothing; the others are random. */
export function recordedSample(kind: string, apiVersion: string, schema: Schema, sample: number): Recording {
  const read = new Set<string>()
  const own = { kind, apiVersion, metadata: metadataOf(sample) }
  return { object: recorder({ schema, path: '', sample, read }, own) as KubeObject, read }
}

interface Place {
  readonly schema: Schema
  readonly path: string
  readonly sample: number
  readonly read: Set<string>
}

function node(place: Place): unknown {
  const { schema, path, sample } = place
  if (schema.items) {
    const length = path.endsWith('conditions') ? CONDITIONS.length : 1 + (draw(place) % 2)
    return Array.from({ length }, (_, i) =>
      path.endsWith('conditions') && schema.items?.properties
        ? node({ ...place, schema: condition(schema.items, i), sample: sample + i })
        : node({ ...place, schema: schema.items ?? {} }),
    )
  }
  if (schema.properties || typeof schema.additionalProperties === 'object' || schema.type === 'object')
    return recorder(place)
  if (schema.enum) return schema.enum[draw(place) % schema.enum.length]
  if (schema.type === 'boolean') return draw(place) % 2 === 0
  if (schema.type === 'integer' || schema.type === 'number') return draw(place) % 4
  return schema['x-kubernetes-preserve-unknown-fields'] ? recorder(place) : WORDS[draw(place) % WORDS.length]
}

const condition = (items: Schema, i: number): Schema => ({
  ...items,
  properties: { ...items.properties, type: { enum: [CONDITIONS[i]] } },
})

/** Reads of apiVersion, kind and metadata are not recorded. */
function recorder(place: Place, own: Readonly<Record<string, unknown>> = {}): object {
  const { schema, path, read } = place
  const valueAt = (key: string | symbol): unknown => {
    if (typeof key === 'symbol') return undefined
    if (Object.hasOwn(own, key)) return own[key]
    const child = childOf(schema, key)
    const at = path === '' ? key : `${path}.${key}`
    read.add(at)
    return child && isThere({ ...place, path: at }) ? node({ ...place, schema: child, path: at }) : undefined
  }
  return new Proxy(
    {},
    {
      get: (_, key) => valueAt(key),
      has: (_, key) => valueAt(key) !== undefined,
      ownKeys: () => [
        ...Object.keys(own),
        ...Object.keys(schema.properties ?? (schema.additionalProperties ? { a: 1, b: 1 } : {})),
      ],
      getOwnPropertyDescriptor: (_, key) => {
        const value = valueAt(key)
        return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: true }
      },
    },
  )
}

/** A field that the schema leaves open is a string here. */
function childOf(schema: Schema, key: string): Schema | undefined {
  const open = schema.additionalProperties
  return (
    schema.properties?.[key] ??
    (typeof open === 'object' ? open : undefined) ??
    (open === true || schema['x-kubernetes-preserve-unknown-fields'] ? { type: 'string' } : undefined)
  )
}

function isThere(place: Place): boolean {
  if (place.sample === 0) return true
  if (place.sample === 1) return false
  // The first steps of a path are present more often, because nothing below an absent step is read.
  const often = place.path.split('.').length < 3 ? 15 : 3
  return draw({ ...place, path: `${place.path}?` }) % often !== 0
}

/** A number that depends only on the path and the sample. */
function draw({ path, sample }: Pick<Place, 'path' | 'sample'>): number {
  let hash = 2166136261 ^ Math.imul(sample, 0x9e3779b1)
  for (let i = 0; i < path.length; i++) hash = Math.imul(hash ^ path.charCodeAt(i), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

function metadataOf(sample: number): KubeObject['metadata'] {
  return {
    name: 'sample',
    ...(sample % 7 === 3 ? {} : { namespace: 'ns' }),
    generation: 1,
    labels: sample % 2 ? {} : { 'crossplane.io/composition-name': 'x' },
    annotations: {},
    ...(sample % 11 === 5 ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
  }
}
