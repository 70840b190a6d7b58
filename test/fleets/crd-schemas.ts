// SPDX-License-Identifier: Apache-2.0
// Real CRDs as JSON Schema that rejects what an API server would prune or refuse. CEL rules are not evaluated.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'

type Json = Record<string, unknown>

/** Later folders win: the released API over the older one, Crossplane 1.20 (used by the scenarios) over 2.x. */
const ORDER = ['blut-c5c3-forge', 'crossplane', '*', 'c5c3-cobaltcore', 'crossplane-v1.20']

/** The schemas in a folder of CRD folders. Large files are parsed when one of their kinds is first used. */
export class CrdSchemas {
  /** Several if several releases have the kind: versions that only an older one serves are known too. */
  readonly #texts = new Map<string, string[]>()
  readonly #schemas = new Map<string, Json>()
  readonly #ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, formats: FORMATS })
  /** The version schemas of XRDs, by kind of the composite resource. */
  readonly definitions = new Map<string, Json>()

  constructor(folder: string) {
    for (const name of inOrder(readdirSync(folder))) {
      for (const text of documentTexts(join(folder, name))) {
        const group = /^ {2}group: (\S+)/m.exec(text)?.[1]
        const kind = /^ {2}names:\n(?: {4}.*\n)*? {4}kind: (\S+)/m.exec(text)?.[1]
        if (group === undefined || kind === undefined) continue
        if (/^kind: CompositeResourceDefinition/m.test(text)) this.#addXrd(parse(text))
        else this.#texts.set(`${group} ${kind}`, [...(this.#texts.get(`${group} ${kind}`) ?? []), text])
      }
    }
  }

  /** Whether this version of the kind has a schema. */
  knows(apiVersion: string, kind: string): boolean {
    return this.#schema(apiVersion, kind) !== undefined
  }

  /**
   * The problems of each of these objects of one kind; undefined if the version has no schema. Unused parts of the
   * schema are removed before it is compiled: a complete Pod template takes seconds.
   */
  problems(apiVersion: string, kind: string, objects: readonly unknown[]): string[][] | undefined {
    const schema = this.#schema(apiVersion, kind)
    if (schema === undefined) return undefined
    const validate = this.#ajv.compile(touched(schema, objects) as Json)
    return objects.map((o) =>
      validate(o)
        ? []
        : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`),
    )
  }

  #schema(apiVersion: string, kind: string): Json | undefined {
    const key = `${apiVersion} ${kind}`
    const texts = this.#texts.get(`${apiVersion.replace(/\/?[^/]*$/, '')} ${kind}`) ?? []
    if (!this.#schemas.has(key)) for (const text of texts) this.#addCrd(parse(text))
    return this.#schemas.get(key)
  }

  #addCrd(crd: Crd): void {
    const { group, names, versions } = crd.spec
    for (const { name, served, schema } of versions) {
      if (served) this.#add(`${group}/${name} ${names.kind}`, schema.openAPIV3Schema)
    }
  }

  #addXrd(xrd: Crd): void {
    const { group, names, claimNames, versions } = xrd.spec
    for (const { name, schema } of versions) {
      this.definitions.set(names.kind, schema.openAPIV3Schema)
      this.#add(`${group}/${name} ${names.kind}`, withMachinery(schema.openAPIV3Schema, XR_SPEC))
      this.#add(`${group}/${name} ${claimNames?.kind}`, withMachinery(schema.openAPIV3Schema, CLAIM_SPEC))
    }
  }

  #add(key: string, schema: Json): void {
    const closed = closedSchema(schema)
    const own = (closed['required'] as string[] | undefined) ?? []
    this.#schemas.set(key, {
      ...closed,
      required: [...new Set([...own, 'apiVersion', 'kind', 'metadata'])],
      properties: { ...(closed['properties'] as Json), apiVersion: text, kind: text, metadata: METADATA },
    })
  }
}

/** The schema with every unused property replaced by `true`. */
function touched(schema: unknown, values: readonly unknown[]): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const s = schema as Json
  const objects = values.filter((v) => typeof v === 'object' && v !== null && !Array.isArray(v)) as Json[]
  const properties = s['properties'] as Json | undefined
  const items = values.flatMap((v) => (Array.isArray(v) ? v : []))
  const inner = (key: string) => objects.flatMap((o) => (key in o ? [o[key]] : []))
  return {
    ...s,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, sub]) => [
          key,
          inner(key).length === 0 ? true : touched(sub, inner(key)),
        ]),
      ),
    }),
    ...(s['items'] !== undefined && { items: items.length === 0 ? true : touched(s['items'], items) }),
    ...(typeof s['additionalProperties'] === 'object' && {
      additionalProperties: touched(
        s['additionalProperties'],
        objects.flatMap((o) => Object.values(o)),
      ),
    }),
    ...(Array.isArray(s['anyOf']) && { anyOf: s['anyOf'].map((sub) => touched(sub, values)) }),
  }
}

interface Crd {
  readonly spec: {
    readonly group: string
    readonly names: { readonly kind: string }
    readonly claimNames?: { readonly kind: string }
    readonly versions: readonly {
      readonly name: string
      readonly served: boolean
      readonly schema: { readonly openAPIV3Schema: Json }
    }[]
  }
}

function inOrder(names: readonly string[]): string[] {
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.indexOf('*'))
  return [...names].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

function documentTexts(folder: string): string[] {
  return readdirSync(folder)
    .filter((f) => f.endsWith('.yaml'))
    .flatMap((f) => readFileSync(join(folder, f), 'utf8').split(/^---$/m))
}

/** The OpenAPI v3 schema of a CRD as JSON Schema in which unknown fields are errors. */
export function closedSchema(schema: unknown): Json {
  const s = schema as Json
  const { nullable, default: _default, properties, items, additionalProperties, allOf, anyOf, oneOf, not, ...rest } = s
  const out: Json = { ...rest }
  if (s['x-kubernetes-int-or-string'] === true) {
    delete out['type']
    return { anyOf: [{ type: 'integer' }, { type: 'string', ...(s['pattern'] ? { pattern: s['pattern'] } : {}) }] }
  }
  if (properties) out['properties'] = map(properties as Json, closedSchema)
  if (items) out['items'] = closedSchema(items)
  if (typeof additionalProperties === 'object') out['additionalProperties'] = closedSchema(additionalProperties)
  const open = s['x-kubernetes-preserve-unknown-fields'] === true || s['x-kubernetes-embedded-resource'] === true
  if (additionalProperties === undefined && s['type'] === 'object' && !open) out['additionalProperties'] = false
  // Validations beside the structure do not define fields: keep their requirements, but do not close them.
  for (const [key, list] of Object.entries({ allOf, anyOf, oneOf }))
    if (list) out[key] = (list as unknown[]).map(openSchema)
  if (not) out['not'] = openSchema(not)
  return nullable === true ? { anyOf: [{ type: 'null' }, out] } : out
}

function openSchema(schema: unknown): Json {
  const { nullable: _nullable, default: _default, ...rest } = schema as Json
  return rest
}

function map(object: Json, change: (value: unknown) => Json): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}

const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  int32: { type: 'number' as const, validate: (n: number) => Math.abs(n) < 2 ** 31 },
  int64: { type: 'number' as const, validate: Number.isSafeInteger },
  double: true as const,
  byte: /^[A-Za-z0-9+/]*={0,2}$/,
  duration: true as const,
  ip: true as const,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[0-9a-f]{32}$/,
}

const text: Json = { type: 'string' }
const names: Json = { type: 'object', additionalProperties: text }
const named: Json = { type: 'object', required: ['name'], properties: { name: text }, additionalProperties: false }
const reference: Json = {
  type: 'object',
  required: ['apiVersion', 'kind', 'name'],
  properties: { apiVersion: text, kind: text, name: text, namespace: text },
  additionalProperties: false,
}

const METADATA: Json = {
  type: 'object',
  required: ['name', 'uid', 'creationTimestamp'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', pattern: '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$', maxLength: 253 },
    generateName: text,
    namespace: text,
    uid: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
    generation: { type: 'integer' },
    resourceVersion: text,
    creationTimestamp: { type: 'string', format: 'date-time' },
    deletionTimestamp: { type: 'string', format: 'date-time' },
    deletionGracePeriodSeconds: { type: 'integer' },
    labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 63 } },
    annotations: names,
    finalizers: { type: 'array', items: text },
    ownerReferences: {
      type: 'array',
      items: {
        type: 'object',
        required: ['apiVersion', 'kind', 'name', 'uid'],
        additionalProperties: false,
        properties: {
          apiVersion: text,
          kind: text,
          name: text,
          uid: text,
          controller: { type: 'boolean' },
          blockOwnerDeletion: { type: 'boolean' },
        },
      },
    },
    managedFields: { type: 'array' },
  },
}

const SHARED_SPEC: Json = {
  compositionRef: named,
  compositionSelector: { type: 'object', properties: { matchLabels: names }, additionalProperties: false },
  compositionRevisionRef: named,
  compositionRevisionSelector: { type: 'object', properties: { matchLabels: names }, additionalProperties: false },
  compositionUpdatePolicy: { type: 'string', enum: ['Automatic', 'Manual'] },
  publishConnectionDetailsTo: { type: 'object' },
}

/** Fields that Crossplane 1.20 adds to every claim; in 2.x composite resources keep them elsewhere. */
const CLAIM_SPEC: Json = {
  ...SHARED_SPEC,
  crossplane: {
    type: 'object',
    additionalProperties: false,
    properties: { ...SHARED_SPEC, resourceRefs: { type: 'array', items: reference } },
  },
  compositeDeletePolicy: { type: 'string', enum: ['Background', 'Foreground'] },
  resourceRef: reference,
  writeConnectionSecretToRef: named,
}

/** Fields that Crossplane 1.20 adds to every composite resource. */
const XR_SPEC: Json = {
  ...SHARED_SPEC,
  claimRef: { ...reference, required: ['apiVersion', 'kind', 'name', 'namespace'] },
  resourceRefs: { type: 'array', items: { ...reference, required: ['apiVersion', 'kind'] } },
  writeConnectionSecretToRef: {
    type: 'object',
    properties: { name: text, namespace: text },
    additionalProperties: false,
  },
}

const STATUS: Json = {
  conditions: {
    type: 'array',
    items: {
      type: 'object',
      required: ['lastTransitionTime', 'reason', 'status', 'type'],
      additionalProperties: false,
      properties: {
        lastTransitionTime: { type: 'string', format: 'date-time' },
        message: text,
        reason: text,
        status: text,
        type: text,
        observedGeneration: { type: 'integer' },
      },
    },
  },
  connectionDetails: { type: 'object', properties: { lastPublishedTime: text }, additionalProperties: false },
  claimConditionTypes: { type: 'array', items: text },
}

function withMachinery(schema: Json, spec: Json): Json {
  const properties = schema['properties'] as Record<string, Json>
  const part = (name: string, more: Json) => {
    const own = properties[name] ?? { type: 'object' }
    return { ...own, properties: { ...(own['properties'] as Json), ...more } }
  }
  return { ...schema, properties: { ...properties, spec: part('spec', spec), status: part('status', STATUS) } }
}
