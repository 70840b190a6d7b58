// SPDX-License-Identifier: Apache-2.0
import { isObject, listAtKeys, type Manifest, valueAtKeys } from '../json.ts'
import { type ResourceType, resourceKey } from './resource-type.ts'
import type { Store } from './store.ts'

/** How the fields of an object are owned and merged: atomically or field by field. */
export interface MergeShape {
  readonly map: 'granular' | 'atomic'
  /** A list of keys means that these fields identify an item. */
  readonly list: 'atomic' | 'set' | readonly string[]
  /** Undefined if the schema lacks the field. declared: a field of the type, not an entry of a map. */
  field(name: string): { readonly shape: MergeShape; readonly declared: boolean } | undefined
  item(): MergeShape
}

/** From the CustomResourceDefinition, or from built-in rules for Kubernetes types. */
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

/** Ignores what a schema declares for apiVersion, kind and metadata. */
function rooted(shape: MergeShape): MergeShape {
  const fixed = typed('', 'Object')
  return {
    ...shape,
    field: (name) => (['apiVersion', 'kind', 'metadata'].includes(name) ? fixed.field(name) : shape.field(name)),
  }
}

/** No schema: maps are merged field by field, lists are atomic. */
const SCHEMALESS: MergeShape = {
  map: 'granular',
  list: 'atomic',
  field: () => ({ shape: SCHEMALESS, declared: false }),
  item: () => SCHEMALESS,
}

/** A status without schema: only conditions are known to be a keyed list. */
const SCHEMALESS_STATUS: MergeShape = {
  ...SCHEMALESS,
  field: (name) => ({ shape: name === 'conditions' ? { ...SCHEMALESS, list: ['type'] } : SCHEMALESS, declared: false }),
}

/** A custom resource without a definition: spec and status may contain anything. */
const UNDEFINED: MergeShape = {
  ...SCHEMALESS,
  field: (name) => ({ shape: name === 'status' ? SCHEMALESS_STATUS : SCHEMALESS, declared: true }),
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
      return open || additional === true ? { shape: SCHEMALESS, declared: false } : undefined
    },
    item: () => (isObject(items) ? fromSchema(items) : SCHEMALESS),
  }
}

/** Keys of lists in Kubernetes types by field name. */
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

/** Fields that are maps: their entries are not fields of the type. */
const MAPS = new Set([
  ...['allocatable', 'annotations', 'binaryData', 'capacity', 'data', 'hard', 'labels', 'limits', 'matchLabels'],
  ...['options', 'overhead', 'parameters', 'requests', 'stringData', 'used'],
])

/** Fields that are owned as a whole. */
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

/** A Kubernetes type, by the name of the field; kind is set only for the root. */
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

/** The path element of a list item in a field set: by its keys, or by its value. */
export function itemStep(rule: MergeShape['list'], item: unknown): string {
  if (typeof rule === 'string') return `v:${JSON.stringify(item)}`
  const keys = rule.map((key) => [key, valueAtKeys(item, key) ?? (key === 'protocol' ? 'TCP' : undefined)] as const)
  return `k:${JSON.stringify(Object.fromEntries(keys.filter(([, value]) => value !== undefined)))}`
}
