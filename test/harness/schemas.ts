// SPDX-License-Identifier: Apache-2.0
// Documents against the schemas this tool publishes.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { schemaOf } from '../../src/lib/reports/schema/index.ts'

type Json = Readonly<Record<string, unknown>>

export interface Document extends Json {
  readonly kind: string
}

const ajv = new Ajv2020({ allErrors: true, strict: true })
const checks = new Map<string, ReturnType<typeof ajv.compile>>()

/** The document is what its schema says, and has no field that the schema does not know. */
export function expectValid(document: Document, name: string): void {
  expect(mistakesIn(document).slice(0, 5), `${name} is no ${document.kind}`).toEqual([])
}

/** Where and how a document differs from the schema of its kind. */
export function mistakesIn(document: Document): readonly string[] {
  const check = checks.get(document.kind) ?? ajv.compile(closed(schemaOf(document.kind)))
  checks.set(document.kind, check)
  check(document)
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** Published schemas let fields be added later; here a field nobody described is a mistake. */
export function closed(schema: Json): Json {
  const inner = Object.entries(schema).map(([key, value]) => [key, key === 'enum' ? value : within(value)])
  const open = schema['type'] === 'object' ? { additionalProperties: false } : {}
  return { ...Object.fromEntries(inner), ...open }
}

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within)
  return typeof value === 'object' && value !== null ? closed(value as Json) : value
}
