// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../../model/report/errors.ts'
import { API_VERSION } from '../../model/report/report.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { cephOrphans, cephSecrets, cephSecretsVerify } from '../ceph-secrets/schema.ts'
import { changes } from '../changes/schema.ts'
import { check, checks, explain, why, whyFleet } from '../check/schema.ts'
import { contexts, contextsCheck, contextsDiscover, profiles } from '../contexts/schema.ts'
import { credentials, credentialsExpiring } from '../credentials/schema.ts'
import { demo } from '../demo/schema.ts'
import { events } from '../events/schema.ts'
import { gitops, gitopsOwner } from '../gitops/schema.ts'
import { hypervisorPage, hypervisors } from '../hypervisors/schema.ts'
import { korc, korcVerify } from '../korc/schema.ts'
import { logs } from '../logs/schema.ts'
import { operators } from '../operators/schema.ts'
import { pool, poolImpact } from '../pools/page-schemas.ts'
import { poolCapacity, pools } from '../pools/schema.ts'
import { rbac, rbacCheck } from '../rbac/schema.ts'
import { landscape } from '../report/schema.ts'
import { status } from '../status/schema.ts'
import { tempestCompare, tempestHistory, tempestResults } from '../tempest/schema.ts'
import { tree } from '../tree/schema.ts'
import { validate } from '../validate/schema.ts'
import { version } from '../version/schema.ts'
import { wait } from '../wait/schema.ts'
import { journal, plan, writeResult } from '../writes/schema.ts'
import type { JsonSchema } from './describe.ts'
import type { Described } from './envelope.ts'
import { error } from './error.ts'
import type { SchemaRow } from './list.ts'
import { schemas } from './schemas.ts'

export function schemaRows(): readonly SchemaRow[] {
  return DESCRIBED.map(({ kind, title, rows }) => ({
    name: kind,
    title,
    ...(rows ? { lines: [rowKind(kind), summaryKind(kind)] } : {}),
  }))
}

/** A test compares this list with the reports. */
const DESCRIBED: readonly Described[] = [
  cephOrphans,
  cephSecrets,
  cephSecretsVerify,
  changes,
  check,
  checks,
  contexts,
  contextsCheck,
  contextsDiscover,
  credentials,
  credentialsExpiring,
  demo,
  error,
  events,
  explain,
  gitops,
  gitopsOwner,
  hypervisorPage,
  hypervisors,
  journal,
  korc,
  korcVerify,
  landscape,
  logs,
  operators,
  plan,
  pool,
  poolCapacity,
  poolImpact,
  pools,
  profiles,
  rbac,
  rbacCheck,
  schemas,
  status,
  tempestCompare,
  tempestHistory,
  tempestResults,
  tree,
  validate,
  version,
  wait,
  why,
  whyFleet,
  writeResult,
]

/** The JSON Schema of a report, or of a line of -o jsonl; case-insensitive. */
export function schemaOf(name: string): JsonSchema {
  const lowerName = name.toLowerCase()
  const match = documents().find(({ kind }) => kind.toLowerCase() === lowerName)
  if (match) return documentOf(match)
  const names = schemaRows().map((row) => row.name)
  const close = closestMatches(name, names)
  throw new C5c3Error('USAGE', 'usage', `unknown report "${safeLine(name)}"`, [
    ...(close.length > 0 ? [`did you mean: ${close.join(', ')}?`] : []),
    `reports: ${names.join(', ')}`,
  ])
}

const rowKind = (kind: string) => `${kind}Row`
const summaryKind = (kind: string) => `${kind}Summary`

function documents(): readonly Described[] {
  return DESCRIBED.flatMap((described) => [described, ...lineOf(described), ...lastLineOf(described)])
}

/** A row of -o jsonl is wrapped in an envelope because a row can have its own `kind`. */
function lineOf({ kind, title, rows }: Described): Described[] {
  if (!rows) return []
  const properties = { apiVersion: { const: API_VERSION }, kind: { const: rowKind(kind) }, row: rows.row.json }
  const json = { type: 'object', properties, required: ['apiVersion', 'kind', 'row'] }
  return [{ kind: rowKind(kind), title: `one row of: ${title}`, json, defs: rows.row.defs }]
}

/** The last line of -o jsonl: the report without its rows. */
function lastLineOf({ kind, title, json, defs, rows }: Described): Described[] {
  if (!rows) return []
  const { [rows.field]: _, ...properties } = json['properties'] as JsonSchema
  const required = (json['required'] as readonly string[]).filter((field) => field !== rows.field)
  const rest = { ...json, properties: { ...properties, kind: { const: summaryKind(kind) } }, required }
  return [{ kind: summaryKind(kind), title: `the last line of: ${title}`, json: rest, defs }]
}

function documentOf({ kind, title, json, defs }: Described): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:c5c3:cli:v1:${kind}`,
    title: kind,
    description: title,
    ...json,
    ...(Object.keys(defs).length > 0 ? { $defs: defs } : {}),
  }
}
