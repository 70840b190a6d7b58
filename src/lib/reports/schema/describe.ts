// SPDX-License-Identifier: Apache-2.0
// A Schema<T> carries the type it describes, so the compiler rejects missing and unknown fields, and fields whose
// optionality differs.

export type JsonSchema = Readonly<Record<string, unknown>>

export interface SchemaShape {
  readonly json: JsonSchema
  /** Definitions its references resolve to. */
  readonly defs: Readonly<Record<string, JsonSchema>>
}

export interface Schema<T> extends SchemaShape {
  /** Never set; makes the type invariant in T. */
  readonly binds?: (value: T) => T
}

export interface Optional<T> {
  readonly optional: Schema<T>
}

type Field<T, K extends keyof T> = undefined extends T[K] ? Optional<Exclude<T[K], undefined>> : Schema<T[K]>

export type Fields<T> = { readonly [K in keyof T]-?: Field<T, K> }

export const text = (description: string): Schema<string> => plain({ type: 'string', description })

/** A non-negative integer. */
export const count = (description: string): Schema<number> => plain({ type: 'integer', minimum: 0, description })

export const number = (description: string): Schema<number> => plain({ type: 'number', description })

export const flag = (description: string): Schema<boolean> => plain({ type: 'boolean', description })

export const only = <const T extends string | boolean>(value: T): Schema<T> => plain({ const: value })

/** An enum with the meaning of each value; the compiler requires all values. */
export function word<T extends string>(description: string, meanings: Readonly<Record<T, string>>): Schema<T> {
  const lines = Object.entries<string>(meanings).flatMap(([value, meaning]) =>
    meaning ? [`${value}: ${meaning}`] : [],
  )
  const fullDescription = lines.length > 0 ? `${description} ${lines.join('; ')}.` : description
  return plain({ type: 'string', enum: Object.keys(meanings), description: fullDescription })
}

export function listSchema<T>(items: Schema<T>, description?: string): Schema<readonly T[]> {
  return { json: { type: 'array', items: items.json, ...(description ? { description } : {}) }, defs: items.defs }
}

/** Additional properties stay allowed: adding fields is a compatible change. */
export function objectSchema<T>(fields: Fields<T>, description?: string): Schema<T> {
  const entries = Object.entries<SchemaShape | { readonly optional: SchemaShape }>(fields)
  const schemas = entries.map(([key, field]) => [key, 'optional' in field ? field.optional : field] as const)
  return {
    json: {
      type: 'object',
      ...(description ? { description } : {}),
      properties: Object.fromEntries(schemas.map(([key, { json }]) => [key, json])),
      required: entries.flatMap(([key, field]) => ('optional' in field ? [] : [key])),
    },
    defs: merged(schemas.map(([, schema]) => schema)),
  }
}

export const optionalField = <T>(schema: Schema<T>): Optional<T> => ({ optional: schema })

export function eitherSchema<A, B>(a: Schema<A>, b: Schema<B>): Schema<A | B> {
  return { json: { anyOf: [a.json, b.json] }, defs: merged([a, b]) }
}

/** Writes the schema once under $defs and refers to it. */
export function define<T>(name: string, schema: Schema<T>): Schema<T> {
  return { ...refer<T>(name), defs: { ...schema.defs, [name]: schema.json } }
}

/** Refers to a definition of an enclosing schema; used for recursive types. */
export const refer = <T>(name: string): Schema<T> => plain({ $ref: `#/$defs/${name}` })

function plain<T>(json: JsonSchema): Schema<T> {
  return { json, defs: {} }
}

function merged(schemas: readonly SchemaShape[]): SchemaShape['defs'] {
  return Object.assign({}, ...schemas.map(({ defs }) => defs))
}
