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

/** What the clusters hold beside the files; empty when nobody asked them. */
export interface LiveObjects {
  readonly isAsked: boolean
  /** Claims, pools, definitions and Compositions. */
  readonly objects: readonly unknown[]
  /** Kinds that nobody in these clusters would take, as KIND.GROUP. */
  readonly unserved: ReadonlySet<string>
}

/** A rule says what is wrong at a path of a manifest. */
export interface Wrong {
  readonly rule: string
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly severity?: ManifestFinding['severity']
  readonly mode?: string
  readonly isKey?: true
}

/** All that the rules know: the manifests, and everything there will be once they are merged. */
export interface ValidationContext extends Pick<LiveObjects, 'isAsked' | 'unserved'> {
  readonly definitions: Definitions
  /** All of a kind, files first: what stands in them is not taken from a cluster. */
  of(kind: string): readonly unknown[]
  /** A cluster has it already, perhaps otherwise. */
  has(object: unknown): boolean
}

/** What was judged, and what is wrong with it. */
export interface Judgement {
  readonly checked: readonly ManifestDocument[]
  readonly findings: readonly ManifestFinding[]
  /** Rules of the schemas that only an API server can try. */
  readonly celRules: number
}

/** Everything wrong by file and line, of claims, pools and whatever else a definition is at hand for. */
export function validateManifests(manifests: readonly ManifestDocument[], landscape: LiveObjects): Judgement {
  const world = worldOf(manifests, landscape)
  const { definitions } = world
  const checked = manifests.filter(({ value }) => isClaimOrPool(value) || definitions.servedAs(value).length > 0)
  const used = new Set(checked.flatMap(({ value }) => definitions.of(value) ?? []))
  const first = Map.groupBy(checked, ({ value }) => manifestKey(value))
  return {
    checked,
    findings: checked.flatMap((manifest) => [
      ...[...wrongsOf(manifest.value, world)].map((wrong) => findingOf(manifest, wrong)),
      ...twice(manifest, first.get(manifestKey(manifest.value))?.[0]),
    ]),
    celRules: [...used].reduce((sum, { celRules }) => sum + celRules, 0),
  }
}

function worldOf(
  manifests: readonly ManifestDocument[],
  { objects, isAsked, unserved }: LiveObjects,
): ValidationContext {
  const given = manifests.map(({ value }) => value)
  const keys = new Set(given.map(manifestKey))
  const all = [...given, ...objects.filter((object) => !keys.has(manifestKey(object)))]
  const kinds = Map.groupBy(all, (one) => textAt(one, 'kind') ?? '')
  const held = new Set(objects.map(manifestKey))
  return {
    isAsked,
    unserved,
    definitions: definitionsIn(all),
    of: (kind) => kinds.get(kind) ?? [],
    has: (object) => held.has(manifestKey(object)),
  }
}

function* wrongsOf(value: ManifestDocument['value'], world: ValidationContext): Iterable<Wrong> {
  const isOurs = isClaimOrPool(value)
  const definition = world.definitions.of(value)
  if (!definition) {
    yield { rule: 'api-version', path: ['apiVersion'], message: versionWords(value, world.definitions) }
    return
  }
  if (world.unserved.has(`${textAt(value, 'kind')}.${groupIn(value)}`)) yield unserved(value)
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
    yield* claimRules(value, world)
    yield* capacityRules(value, world)
    yield* compositionRules(value, world)
  } else yield* poolRules(value, world)
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

function deprecated(value: unknown, words: string): Wrong {
  const message = `${safeLine(textAt(value, 'apiVersion') ?? '', 80)} is deprecated${words ? `: ${safeLine(words, 200)}` : ''}`
  return { rule: 'api-version-deprecated', path: ['apiVersion'], severity: 'warning', message }
}

function versionWords(value: unknown, definitions: Definitions): string {
  const kind = textAt(value, 'kind') ?? ''
  const served = definitions.servedAs(value)
  const right = served.length > 0 ? served.join(' or ') : `${GROUPS.get(kind) ?? ''}/v1alpha1`
  const has = safeLine(textAt(value, 'apiVersion') ?? 'nothing', 80)
  return `apiVersion is ${has}: ${safeLine(kind, 80)} is not served so, write ${safeLine(right, 200)}`
}

/** Of two files with one object the later one wins, whichever that is. */
function twice(manifest: ManifestDocument, first: ManifestDocument | undefined): readonly ManifestFinding[] {
  if (!textAt(manifest.value, 'metadata.name') || !first || first === manifest) return []
  const { file, line } = first.at([])
  const message = `it is in ${file}:${line}, too: only one of them will count`
  return [findingOf(manifest, { rule: 'object-twice', path: ['metadata', 'name'], severity: 'warning', message })]
}

function findingOf(
  { file, value, at }: ManifestDocument,
  { rule, path, message, severity, mode, isKey }: Wrong,
): ManifestFinding {
  const words = path.map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i > 0 ? '.' : ''}${step}`)).join('')
  return {
    ...at(path, isKey),
    file,
    rule,
    severity: severity ?? 'error',
    object: manifestTitle(value),
    ...(words ? { path: safeLine(words, 200) } : {}),
    // files are as strange as clusters: whatever a rule says of them is made safe here
    message: safeLine(message, 500),
    ...(mode ? { mode } : {}),
  }
}
