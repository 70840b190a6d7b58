// SPDX-License-Identifier: Apache-2.0
// The real CRDs beside the checkout, by kind; XRDs are converted into the CRDs that Crossplane generates.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'

export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly enum?: readonly unknown[]
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean
}

export interface Crd {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly namespaced: boolean
  readonly versions: readonly { readonly name: string; readonly served: boolean; readonly schema: Schema }[]
}

const folder = fileURLToPath(new URL('../../../../shared/crds', import.meta.url))

export const hasCrds = existsSync(folder)

/** Every CRD by Kind.group. Some kinds have several, from different releases. */
export function readCrds(): ReadonlyMap<string, readonly Crd[]> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const crds = files.flatMap((file) =>
    parseAllDocuments(readFileSync(file, 'utf8')).flatMap((document) => crdsOf(document.toJS() as Definition | null)),
  )
  return Map.groupBy(crds, ({ kind, group }) => `${kind}.${group}`)
}

interface Names {
  readonly kind: string
  readonly plural: string
}

interface Definition {
  readonly kind?: string
  readonly spec?: {
    readonly group: string
    readonly scope?: string
    readonly names: Names
    readonly claimNames?: Names
    readonly versions: readonly { name: string; served: boolean; schema?: { openAPIV3Schema: Schema } }[]
  }
}

function crdsOf(definition: Definition | null): Crd[] {
  const spec = definition?.spec
  if (!spec) return []
  const versions = spec.versions.map(({ name, served, schema }) => ({
    name,
    served,
    schema: schema?.openAPIV3Schema ?? {},
  }))
  const { group, names, claimNames } = spec
  if (definition.kind === 'CustomResourceDefinition')
    return [{ group, kind: names.kind, plural: names.plural, namespaced: spec.scope === 'Namespaced', versions }]
  if (definition.kind !== 'CompositeResourceDefinition') return []
  const machined = versions.map((version) => ({ ...version, schema: withMachinery(version.schema) }))
  return [
    { group, kind: names.kind, plural: names.plural, namespaced: false, versions: machined },
    ...(claimNames ? [{ group, ...claimNames, namespaced: true, versions: machined }] : []),
  ]
}

const text: Schema = { type: 'string' }
const object = (properties: Record<string, Schema>): Schema => ({ type: 'object', properties })
const named = object({ name: text })
const typed = object({ apiVersion: text, kind: text, name: text, namespace: text })
const machinery = {
  compositionRef: named,
  compositionRevisionRef: named,
  compositionUpdatePolicy: text,
  resourceRefs: { type: 'array', items: typed },
}

/** The fields that Crossplane adds to the schema of a claim and a composite, v1 and v2. */
function withMachinery(schema: Schema): Schema {
  const { spec, status } = schema.properties ?? {}
  const condition = object({ type: text, status: text, reason: text, message: text, lastTransitionTime: text })
  return object({
    spec: object({
      ...spec?.properties,
      ...machinery,
      claimRef: typed,
      resourceRef: typed,
      crossplane: object(machinery),
    }),
    status: object({ ...status?.properties, conditions: { type: 'array', items: condition } }),
  })
}

/** Whether a schema has a path, through lists too. Open schemas have every path. */
export function hasPath(schema: Schema | undefined, path: readonly string[]): boolean {
  if (schema === undefined) return false
  const [key, ...rest] = path
  if (key === undefined || schema['x-kubernetes-preserve-unknown-fields']) return true
  if (schema.items) return hasPath(schema.items, path)
  const own = schema.properties?.[key]
  if (own) return hasPath(own, rest)
  const open = schema.additionalProperties
  return open === true || (typeof open === 'object' && hasPath(open, rest))
}
