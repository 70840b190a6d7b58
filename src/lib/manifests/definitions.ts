// SPDX-License-Identifier: Apache-2.0
import { fieldAt, flagAt, listAt, textAt } from '../model/object/fields.ts'
import { BUNDLED, CROSSPLANE_FIELDS } from './bundled.ts'

/** One served version of a kind. */
export interface Definition {
  /** openAPIV3Schema of the whole object. */
  readonly schema: unknown
  /** Crossplane adds its own fields to spec. */
  readonly isComposite: boolean
  /** The API server's deprecation warning; empty if the definition gives no reason. */
  readonly deprecation?: string
  /** Number of CEL rules, which only an API server evaluates. */
  readonly celRules: number
}

export interface Definitions {
  of(value: unknown): Definition | undefined
  /** The served apiVersions of the kind; empty if there is no definition. */
  servedAs(value: unknown): readonly string[]
}

/** Schemas of XRDs and CRDs (the first one wins); those of the specification for claims and pools without one. */
export function definitionsIn(objects: readonly unknown[]): Definitions {
  const found = new Map<string, Definition>()
  for (const object of objects)
    for (const [name, definition] of versionsOf(object)) if (!found.has(name)) found.set(name, definition)
  const servedAs = (value: unknown) =>
    [...found.keys()].filter((name) => isOfKind(name, value)).map((name) => name.slice(name.indexOf(' ') + 1))
  const bundled = (value: unknown) => (servedAs(value).length > 0 ? undefined : BUNDLED_DEFINITIONS.get(nameOf(value)))
  return { servedAs, of: (value) => found.get(nameOf(value)) ?? bundled(value) }
}

const nameOf = (value: unknown) => `${textAt(value, 'kind')} ${textAt(value, 'apiVersion')}`

/** Kinds are distinguished by group, but a claim with a wrong c5c3 group is still treated as a claim. */
const isOfKind = (name: string, value: unknown) => {
  const [kind, apiVersion] = nameOf(value).split(' ')
  const group = apiVersion?.split('/')[0] ?? ''
  return name.startsWith(`${kind} `) && (name.startsWith(`${kind} ${group}/`) || /c5c3/.test(`${name} ${group}`))
}

function versionsOf(definition: unknown): readonly (readonly [string, Definition])[] {
  const kind = textAt(definition, 'kind')
  const isComposite = kind === 'CompositeResourceDefinition'
  if (!isComposite && kind !== 'CustomResourceDefinition') return []
  const group = textAt(definition, 'spec.group') ?? ''
  const kinds = [textAt(definition, 'spec.claimNames.kind'), textAt(definition, 'spec.names.kind')]
  return listAt(definition, 'spec.versions').flatMap((version) => {
    const schema = fieldAt(version, 'schema.openAPIV3Schema')
    if (!schema || flagAt(version, 'served') === false) return []
    const warning = textAt(version, 'deprecationWarning') ?? ''
    const known: Definition = {
      schema,
      isComposite,
      celRules: celRulesIn(schema),
      ...(flagAt(version, 'deprecated') ? { deprecation: warning } : {}),
    }
    return kinds.flatMap((one) => (one ? [[`${one} ${group}/${textAt(version, 'name')}`, known] as const] : []))
  })
}

const BUNDLED_DEFINITIONS: ReadonlyMap<string, Definition> = new Map(
  [...BUNDLED].map(([name, spec]) => {
    const [kind = '', ...apiVersion] = name.split('.')
    const schema = { type: 'object', properties: { spec } }
    return [`${kind} ${apiVersion.join('.')}`, { schema, isComposite: true, celRules: 0 }] as const
  }),
)

function celRulesIn(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0
  return Object.entries(schema).reduce(
    (sum, [key, below]) =>
      sum + (key === 'x-kubernetes-validations' && Array.isArray(below) ? below.length : celRulesIn(below)),
    0,
  )
}

/** The fields that a user writes: without common fields, those of controllers, and YAML anchors (x-…). */
export function ownFields(value: unknown, { isComposite }: Definition): Readonly<Record<string, unknown>> {
  const all = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(
    all
      .filter(([key]) => !COMMON_FIELDS.has(key) && !key.startsWith('x-'))
      .map(([key, below]) => [key, key === 'spec' && isComposite ? withoutCrossplane(below) : below]),
  )
}

const COMMON_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status'])

const withoutCrossplane = (spec: unknown): unknown =>
  typeof spec === 'object' && spec !== null && !Array.isArray(spec)
    ? Object.fromEntries(Object.entries(spec).filter(([key]) => !CROSSPLANE_FIELDS.has(key)))
    : spec
