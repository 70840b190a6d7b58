// SPDX-License-Identifier: Apache-2.0
// Validates documents against the published schemas.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { schemaOf } from '../../src/lib/reports/schema/index.ts'

type Json = Readonly<Record<string, unknown>>

export interface Document extends Json {
  readonly kind: string
}

const ajv = new Ajv2020({ allErrors: true, strict: true })
const checks = new Map<string, ReturnType<typeof ajv.compile>>()

/** Expects that the document matches its schema and has no additional field. */
export function expectValid(document: Document, name: string): void {
  expect(mistakesIn(document).slice(0, 5), `${name} is no ${document.kind}`).toEqual([])
}

/** The differences between a document and the schema of its kind. */
export function mistakesIn(document: Document): readonly string[] {
  const check = checks.get(document.kind) ?? ajv.compile(closed(schemaOf(document.kind)))
  checks.set(document.kind, check)
  check(document)
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** Published schemas allow additional fields; tests do not. */
export function closed(schema: Json): Json {
  const inner = Object.entries(schema).map(([key, value]) => [key, key === 'enum' ? value : within(value)])
  const open = schema['type'] === 'object' ? { additionalProperties: false } : {}
  return { ...Object.fromEntries(inner), ...open }
}

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within)
  return typeof value === 'object' && value !== null ? closed(value as Json) : value
}
