// SPDX-License-Identifier: Apache-2.0
import { isObject, listAtKeys, type Manifest, valueAtKeys } from '../json.ts'
import { type ResourceType, resourceKey } from './resource-type.ts'
import type { Store } from './store.ts'

/** How the fields of an object are owned and merged: together or one by one. */
export interface MergeShape {
  readonly map: 'granular' | 'atomic'
  /** Keys: items are told apart by these fields. */
  readonly list: 'atomic' | 'set' | readonly string[]
  /** A field's own shape. declared: it is part of the type, not an entry of a map. undefined: not in the schema. */
  field(name: string): { readonly shape: MergeShape; readonly declared: boolean } | undefined
  item(): MergeShape
}

/** The shape of a resource's objects, from its CustomResourceDefinition or from what is known about Kubernetes' types. */
export function mergeShapeOf(store: Store, type: ResourceType, version: string): MergeShape {
  if (type.builtIn) return rooted(typed('', type.kind))
  const definition = store.get('customresourcedefinitions.apiextensions.k8s.io', resourceKey(type))?.object
  const schema = definition === undefined ? undefined : schemaOf(definition, version)
  return rooted(isObject(schema) ? fromSchema(schema) : UNDEFINED)
}

function schemaOf(definition: Manifest, version: string): unknown {
  const found = listAtKeys(definition, 'spec', 'versions').find((item) => valueAtKeys(item, 'name') === version)
  return valueAtKeys(found, 'schema', 'openAPIV3Schema')
}

/** apiVersion, kind and metadata are the same everywhere, whatever a schema says about them. */
function rooted(shape: MergeShape): MergeShape {
  const fixed = typed('', 'Object')
  return {
    ...shape,
    field: (name) => (['apiVersion', 'kind', 'metadata'].includes(name) ? fixed.field(name) : shape.field(name)),
  }
}

/** Anything goes: maps field by field, lists as a whole. */
const FREE: MergeShape = {
  map: 'granular',
  list: 'atomic',
  field: () => ({ shape: FREE, declared: false }),
  item: () => FREE,
}

/** A status of which only the conditions are surely a list of items. */
const FREE_STATUS: MergeShape = {
  ...FREE,
  field: (name) => ({ shape: name === 'conditions' ? { ...FREE, list: ['type'] } : FREE, declared: false }),
}

/** A custom resource without a definition: spec and status may hold anything. */
const UNDEFINED: MergeShape = {
  ...FREE,
  field: (name) => ({ shape: name === 'status' ? FREE_STATUS : FREE, declared: true }),
}

function fromSchema(schema: Record<string, unknown>): MergeShape {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true
  const additional = schema['additionalProperties']
  const listType = schema['x-kubernetes-list-type']
  const keys = listAtKeys(schema, 'x-kubernetes-list-map-keys').map(String)
  const items = schema['items']
  return {
    map: schema['x-kubernetes-map-type'] === 'atomic' ? 'atomic' : 'granular',
    list: listType === 'map' ? keys : listType === 'set' ? 'set' : 'atomic',
    field: (name) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (isObject(own)) return { shape: fromSchema(own), declared: true }
      if (isObject(additional)) return { shape: fromSchema(additional), declared: false }
      return open || additional === true ? { shape: FREE, declared: false } : undefined
    },
    item: () => (isObject(items) ? fromSchema(items) : FREE),
  }
}

/** Lists of Kubernetes' types whose items have an identity, by the name of the field. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  conditions: ['type'],
  containers: ['name'],
  containerStatuses: [],
  env: ['name'],
  ephemeralContainers: ['name'],
  hostAliases: ['ip'],
  imagePullSecrets: ['name'],
  initContainers: ['name'],
  ownerReferences: ['uid'],
  topologySpreadConstraints: ['topologyKey', 'whenUnsatisfiable'],
  volumeDevices: ['devicePath'],
  volumeMounts: ['mountPath'],
  volumes: ['name'],
}

/** Fields that are maps of anything, so that their entries are no part of the type. */
const MAPS = new Set([
  ...['allocatable', 'annotations', 'binaryData', 'capacity', 'data', 'hard', 'labels', 'limits', 'matchLabels'],
  ...['options', 'overhead', 'parameters', 'requests', 'stringData', 'used'],
])

/** Objects that have one owner. */
const ATOMIC = new Set([
  ...[
    'claimRef',
    'configMapKeyRef',
    'fieldRef',
    'involvedObject',
    'nodeSelector',
    'nodeSelectorTerms',
    'objectReference',
  ],
  ...['regarding', 'resourceFieldRef', 'roleRef', 'secretKeyRef', 'selector', 'labelSelector', 'targetRef'],
])

const SECRET_FIELDS = ['apiVersion', 'kind', 'metadata', 'data', 'stringData', 'type', 'immutable']
const CLOSED: Readonly<Record<string, readonly string[]>> = {
  Secret: SECRET_FIELDS,
  ConfigMap: ['apiVersion', 'kind', 'metadata', 'data', 'binaryData', 'immutable'],
}

/** A type of Kubernetes: what the name of a field tells. kind is only known at the root. */
function typed(field: string, kind: string): MergeShape {
  const entries = MAPS.has(field)
  return {
    map: ATOMIC.has(field) ? 'atomic' : 'granular',
    list: listRule(field),
    field: (name) => {
      const closed = field === '' ? CLOSED[kind] : undefined
      if (closed !== undefined && !closed.includes(name)) return undefined
      const inner = entries ? '' : name === 'ports' && kind === 'Service' ? 'servicePorts' : name
      return { shape: typed(inner, name === 'spec' || name === 'status' ? kind : ''), declared: !entries }
    },
    item: () => typed('', ''),
  }
}

function listRule(field: string): MergeShape['list'] {
  if (field === 'finalizers') return 'set'
  if (field === 'servicePorts') return ['port', 'protocol']
  if (field === 'ports') return ['containerPort', 'protocol']
  const keys = KEYS[field]
  return keys === undefined || keys.length === 0 ? 'atomic' : keys
}

/** The step of a list item in a field set: by its keys, or by its value. */
export function itemStep(rule: MergeShape['list'], item: unknown): string {
  if (typeof rule === 'string') return `v:${JSON.stringify(item)}`
  const keys = rule.map((key) => [key, valueAtKeys(item, key) ?? (key === 'protocol' ? 'TCP' : undefined)] as const)
  return `k:${JSON.stringify(Object.fromEntries(keys.filter(([, value]) => value !== undefined)))}`
}
