// SPDX-License-Identifier: Apache-2.0
import { fieldAt, flagAt, listAt, textAt } from '../model/object/fields.ts'
import { BUNDLED, CROSSPLANE_FIELDS } from './bundled.ts'

/** What is known of one served version of a kind. */
export interface Definition {
  /** Of the whole object, as CRDs have it. */
  readonly schema: unknown
  /** Crossplane adds fields of its own to spec. */
  readonly isComposite: boolean
  /** What the API server would warn of; a text even where the definition gives no reason. */
  readonly deprecation?: string
  /** Rules that only an API server can try. */
  readonly celRules: number
}

/** The schemas there are, by kind and apiVersion. */
export interface Definitions {
  of(value: unknown): Definition | undefined
  /** The apiVersions in which the kind is served; empty when nobody defines it. */
  servedAs(value: unknown): readonly string[]
}

/** Those of definitions (XRDs and CRDs; the first one counts), and for claims and pools that of the specification. */
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

/** Kinds of one name live in many groups, and a claim in the wrong one is still meant to be a claim. */
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

/** What people write of an object, without what every object has, what its controllers add, and anchors (x-…). */
export function ownFields(value: unknown, { isComposite }: Definition): Readonly<Record<string, unknown>> {
  const all = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(
    all
      .filter(([key]) => !EVERYWHERE.has(key) && !key.startsWith('x-'))
      .map(([key, below]) => [key, key === 'spec' && isComposite ? withoutCrossplane(below) : below]),
  )
}

const EVERYWHERE: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status'])

const withoutCrossplane = (spec: unknown): unknown =>
  typeof spec === 'object' && spec !== null && !Array.isArray(spec)
    ? Object.fromEntries(Object.entries(spec).filter(([key]) => !CROSSPLANE_FIELDS.has(key)))
    : spec
