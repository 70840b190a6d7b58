// SPDX-License-Identifier: Apache-2.0
// The words schemas are written in. A schema carries the type of the values it describes, so that the compiler refuses
// one that lacks a field, describes one too many, or says "required" of what may be left out.

export type JsonSchema = Readonly<Record<string, unknown>>

export interface SchemaShape {
  readonly json: JsonSchema
  /** What its references lead to. */
  readonly defs: Readonly<Record<string, JsonSchema>>
}

/** A JSON Schema of the values of type T. */
export interface Schema<T> extends SchemaShape {
  /** Never set: it only binds T, both ways. */
  readonly binds?: (value: T) => T
}

/** A field that may be left out. */
export interface Optional<T> {
  readonly optional: Schema<T>
}

type Field<T, K extends keyof T> = undefined extends T[K] ? Optional<Exclude<T[K], undefined>> : Schema<T[K]>

/** A description for every field of T. */
export type Fields<T> = { readonly [K in keyof T]-?: Field<T, K> }

/** A string. */
export const text = (description: string): Schema<string> => plain({ type: 'string', description })

/** A whole number, zero or more. */
export const count = (description: string): Schema<number> => plain({ type: 'integer', minimum: 0, description })

/** Any number. */
export const number = (description: string): Schema<number> => plain({ type: 'number', description })

/** Yes or no. */
export const flag = (description: string): Schema<boolean> => plain({ type: 'boolean', description })

/** One value and no other. */
export const only = <const T extends string | boolean>(value: T): Schema<T> => plain({ const: value })

/** One of some words, each with its meaning; the compiler wants all of them. */
export function word<T extends string>(description: string, meanings: Readonly<Record<T, string>>): Schema<T> {
  const lines = Object.entries<string>(meanings).flatMap(([value, meaning]) =>
    meaning ? [`${value}: ${meaning}`] : [],
  )
  const told = lines.length > 0 ? `${description} ${lines.join('; ')}.` : description
  return plain({ type: 'string', enum: Object.keys(meanings), description: told })
}

/** Any number of values of one kind. */
export function listSchema<T>(of: Schema<T>, description?: string): Schema<readonly T[]> {
  return { json: { type: 'array', items: of.json, ...(description ? { description } : {}) }, defs: of.defs }
}

/** An object with all its fields. Others may come later: additions are free. */
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

/** One of two shapes. */
export function eitherSchema<A, B>(a: Schema<A>, b: Schema<B>): Schema<A | B> {
  return { json: { anyOf: [a.json, b.json] }, defs: merged([a, b]) }
}

/** Gives a schema a name: it is written once and referred to. */
export function define<T>(name: string, schema: Schema<T>): Schema<T> {
  return { ...refer<T>(name), defs: { ...schema.defs, [name]: schema.json } }
}

/** A reference to a name that a schema around this one defines: how a tree is made of trees. */
export const refer = <T>(name: string): Schema<T> => plain({ $ref: `#/$defs/${name}` })

function plain<T>(json: JsonSchema): Schema<T> {
  return { json, defs: {} }
}

function merged(schemas: readonly SchemaShape[]): SchemaShape['defs'] {
  return Object.assign({}, ...schemas.map(({ defs }) => defs))
}
