// SPDX-License-Identifier: Apache-2.0

import type { ManifestFinding } from '../model/check/manifest-finding.ts'
import { fieldAt, textAt } from '../model/object/fields.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { capacityRules } from './capacity-rules.ts'
import { claimRules } from './claim-rules.ts'
import { compositionRules } from './composition-rules.ts'
import { type Definition, type Definitions, definitionsIn, ownFields } from './definitions.ts'
import type { ManifestDocument } from './document.ts'
import { GROUPS, groupIn, isClaimOrPool, manifestKey, manifestTitle } from './manifest-object.ts'
import { poolRules } from './pool-rules.ts'
import { breaches } from './schema.ts'

/** Objects of the clusters; empty if no cluster was read. */
export interface LiveObjects {
  readonly isAsked: boolean
  /** Claims, pools, definitions and Compositions. */
  readonly objects: readonly unknown[]
  /** Kinds that no cluster serves, as KIND.GROUP. */
  readonly unserved: ReadonlySet<string>
}

/** What a rule reports at a path of a manifest. */
export interface Wrong {
  readonly rule: string
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly severity?: ManifestFinding['severity']
  readonly mode?: string
  readonly isKey?: true
}

/** The input of rules: the state of the clusters after the manifests are applied. */
export interface ValidationContext extends Pick<LiveObjects, 'isAsked' | 'unserved'> {
  readonly definitions: Definitions
  /** All objects of a kind, files first: an object in a file replaces that of a cluster. */
  of(kind: string): readonly unknown[]
  /** Whether a cluster already has the object, possibly with another content. */
  has(object: unknown): boolean
}

export interface ValidationResult {
  readonly checked: readonly ManifestDocument[]
  readonly findings: readonly ManifestFinding[]
  /** Number of CEL rules, which only an API server evaluates. */
  readonly celRules: number
}

/** Validates claims, pools and all other objects for which there is a definition. */
export function validateManifests(manifests: readonly ManifestDocument[], live: LiveObjects): ValidationResult {
  const context = contextOf(manifests, live)
  const { definitions } = context
  const checked = manifests.filter(({ value }) => isClaimOrPool(value) || definitions.servedAs(value).length > 0)
  const used = new Set(checked.flatMap(({ value }) => definitions.of(value) ?? []))
  const first = Map.groupBy(checked, ({ value }) => manifestKey(value))
  return {
    checked,
    findings: checked.flatMap((manifest) => [
      ...[...wrongsOf(manifest.value, context)].map((wrong) => findingOf(manifest, wrong)),
      ...duplicates(manifest, first.get(manifestKey(manifest.value))?.[0]),
    ]),
    celRules: [...used].reduce((sum, { celRules }) => sum + celRules, 0),
  }
}

function contextOf(
  manifests: readonly ManifestDocument[],
  { objects, isAsked, unserved }: LiveObjects,
): ValidationContext {
  const given = manifests.map(({ value }) => value)
  const keys = new Set(given.map(manifestKey))
  const all = [...given, ...objects.filter((object) => !keys.has(manifestKey(object)))]
  const kinds = Map.groupBy(all, (one) => textAt(one, 'kind') ?? '')
  const liveKeys = new Set(objects.map(manifestKey))
  return {
    isAsked,
    unserved,
    definitions: definitionsIn(all),
    of: (kind) => kinds.get(kind) ?? [],
    has: (object) => liveKeys.has(manifestKey(object)),
  }
}

function* wrongsOf(value: ManifestDocument['value'], context: ValidationContext): Iterable<Wrong> {
  const isOurs = isClaimOrPool(value)
  const definition = context.definitions.of(value)
  if (!definition) {
    yield { rule: 'api-version', path: ['apiVersion'], message: versionMessage(value, context.definitions) }
    return
  }
  if (context.unserved.has(`${textAt(value, 'kind')}.${groupIn(value)}`)) yield unserved(value)
  if (definition.deprecation !== undefined) yield deprecated(value, definition.deprecation)
  if (!textAt(value, 'metadata.name') && !textAt(value, 'metadata.generateName'))
    yield { rule: 'missing-field', path: ['metadata'], message: 'metadata.name is missing' }
  if (isOurs && fieldAt(value, 'spec') === undefined) {
    yield { rule: 'missing-field', path: [], message: 'spec is missing' }
    return
  }
  yield* schemaWrongs(value, definition)
  if (!isOurs) return
  if (textAt(value, 'kind') === 'OpenStackCluster') {
    yield* claimRules(value, context)
    yield* capacityRules(value, context)
    yield* compositionRules(value, context)
  } else yield* poolRules(value, context)
}

function* schemaWrongs(value: unknown, definition: Definition): Iterable<Wrong> {
  for (const { rule, path, message, isKey } of breaches(ownFields(value, definition), definition.schema))
    if (!(rule === 'missing-field' && path.length === 0 && /^(?:metadata|kind|apiVersion|status) /.test(message)))
      yield { rule, path, message, ...(isKey ? { isKey } : {}) }
}

function unserved(value: unknown): Wrong {
  const message = `the management cluster does not know ${safeLine(textAt(value, 'kind') ?? '', 80)}: held against the specification`
  return { rule: 'not-installed', path: ['kind'], severity: 'warning', message }
}

function deprecated(value: unknown, warning: string): Wrong {
  const message = `${safeLine(textAt(value, 'apiVersion') ?? '', 80)} is deprecated${warning ? `: ${safeLine(warning, 200)}` : ''}`
  return { rule: 'api-version-deprecated', path: ['apiVersion'], severity: 'warning', message }
}

function versionMessage(value: unknown, definitions: Definitions): string {
  const kind = textAt(value, 'kind') ?? ''
  const served = definitions.servedAs(value)
  const expected = served.length > 0 ? served.join(' or ') : `${GROUPS.get(kind) ?? ''}/v1alpha1`
  const has = safeLine(textAt(value, 'apiVersion') ?? 'nothing', 80)
  return `apiVersion is ${has}: ${safeLine(kind, 80)} is not served so, write ${safeLine(expected, 200)}`
}

/** If two files contain the same object, the one that is applied last wins. */
function duplicates(manifest: ManifestDocument, first: ManifestDocument | undefined): readonly ManifestFinding[] {
  if (!textAt(manifest.value, 'metadata.name') || !first || first === manifest) return []
  const { file, line } = first.at([])
  const message = `it is in ${file}:${line}, too: only one of them will count`
  return [findingOf(manifest, { rule: 'object-twice', path: ['metadata', 'name'], severity: 'warning', message })]
}

function findingOf(
  { file, value, at }: ManifestDocument,
  { rule, path, message, severity, mode, isKey }: Wrong,
): ManifestFinding {
  const field = path.map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i > 0 ? '.' : ''}${step}`)).join('')
  return {
    ...at(path, isKey),
    file,
    rule,
    severity: severity ?? 'error',
    object: manifestTitle(value),
    ...(field ? { path: safeLine(field, 200) } : {}),
    // Messages quote file content, which is untrusted.
    message: safeLine(message, 500),
    ...(mode ? { mode } : {}),
  }
}
