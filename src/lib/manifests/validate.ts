// SPDX-License-Identifier: Apache-2.0
import { fieldAt, textAt } from '../model/fields.ts'
import type { ManifestFinding } from '../model/manifest-finding.ts'
import { safeLine } from '../model/safe.ts'
import { BUNDLED, CROSSPLANE_FIELDS } from './bundled.ts'
import { claimRules } from './claim-rules.ts'
import { compositionRules } from './composition-rules.ts'
import type { Manifest } from './document.ts'
import { poolRules } from './pool-rules.ts'
import { breaches } from './schema.ts'

/** What the clusters hold beside the files; empty when nobody asked them. */
export interface Landscape {
  readonly isAsked: boolean
  /** Claims, pools, definitions and Compositions. */
  readonly objects: readonly unknown[]
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
export interface World {
  readonly isAsked: boolean
  readonly schemaOf: (value: unknown) => unknown
  /** Files first: what stands in them is not taken from a cluster. */
  readonly all: readonly unknown[]
}

const KINDS: ReadonlySet<string> = new Set([
  'OpenStackCluster',
  'HypervisorCluster',
  'StorageCluster',
  'ControlPlaneCluster',
])
const GROUPS: Readonly<Record<string, string>> = {
  OpenStackCluster: 'c5c3.io',
  HypervisorCluster: 'crossplane.c5c3.io',
  StorageCluster: 'crossplane.c5c3.io',
  ControlPlaneCluster: 'crossplane.c5c3.io',
}

/** A claim or a pool: what this tool knows how to judge. */
export const isJudged = ({ value }: Manifest): boolean => KINDS.has(textAt(value, 'kind') ?? '')

/** Everything wrong with claims and pools, by file and line. */
export function validate(manifests: readonly Manifest[], landscape: Landscape): readonly ManifestFinding[] {
  const world = worldOf(manifests, landscape)
  return manifests
    .filter(isJudged)
    .flatMap((manifest) => [...wrongsOf(manifest.value, world)].map((wrong) => findingOf(manifest, wrong)))
}

function worldOf(manifests: readonly Manifest[], { objects, isAsked }: Landscape): World {
  const given = manifests.map(({ value }) => value)
  const keys = new Set(given.map(keyOf))
  const all = [...given, ...objects.filter((object) => !keys.has(keyOf(object)))]
  const served = new Map(all.filter((one) => textAt(one, 'kind') === 'CompositeResourceDefinition').flatMap(schemasIn))
  const nameOf = (value: unknown) => `${textAt(value, 'kind')}.${textAt(value, 'apiVersion')}`
  const isServed = (value: unknown) => [...served.keys()].some((key) => key.startsWith(`${textAt(value, 'kind')}.`))
  const schemaOf = (value: unknown) =>
    served.get(nameOf(value)) ?? (isServed(value) ? undefined : BUNDLED.get(nameOf(value)))
  return { isAsked, schemaOf, all }
}

const keyOf = (value: unknown) =>
  [textAt(value, 'kind'), textAt(value, 'metadata.namespace') ?? '', textAt(value, 'metadata.name')].join(' ')

function schemasIn(definition: unknown): readonly (readonly [string, unknown])[] {
  const group = textAt(definition, 'spec.group') ?? ''
  const kind = textAt(definition, 'spec.claimNames.kind') ?? textAt(definition, 'spec.names.kind') ?? ''
  const versions = fieldAt(definition, 'spec.versions')
  return (Array.isArray(versions) ? versions : []).flatMap((version: unknown) => {
    const schema = fieldAt(version, 'schema.openAPIV3Schema.properties.spec')
    const isServed = fieldAt(version, 'served') !== false
    return schema && isServed ? [[`${kind}.${group}/${textAt(version, 'name')}`, schema] as const] : []
  })
}

function* wrongsOf(value: Manifest['value'], world: World): Iterable<Wrong> {
  const kind = textAt(value, 'kind') ?? ''
  const schema = world.schemaOf(value)
  if (!schema) {
    yield { rule: 'api-version', path: ['apiVersion'], message: versionWords(value, kind) }
    return
  }
  if (!textAt(value, 'metadata.name'))
    yield { rule: 'missing-field', path: ['metadata'], message: 'metadata.name is missing' }
  const spec = fieldAt(value, 'spec')
  if (spec === undefined) {
    yield { rule: 'missing-field', path: [], message: 'spec is missing' }
    return
  }
  const own = typeof spec === 'object' && spec !== null && !Array.isArray(spec) ? withoutCrossplane(spec) : spec
  for (const { rule, path, message, isKey } of breaches(own, schema, ['spec']))
    yield { rule, path, message, ...(isKey ? { isKey } : {}) }
  if (kind === 'OpenStackCluster') {
    yield* claimRules(value, world)
    yield* compositionRules(value, world)
  } else yield* poolRules(value, world)
}

const withoutCrossplane = (spec: object) =>
  Object.fromEntries(Object.entries(spec).filter(([key]) => !CROSSPLANE_FIELDS.has(key)))

function versionWords(value: unknown, kind: string): string {
  const [group, version] = [GROUPS[kind] ?? '', 'v1alpha1']
  const has = safeLine(textAt(value, 'apiVersion') ?? 'nothing', 80)
  return `apiVersion is ${has}: ${kind} is not served so, write ${group}/${version}`
}

function findingOf(
  { file, value, at }: Manifest,
  { rule, path, message, severity, mode, isKey }: Wrong,
): ManifestFinding {
  const [namespace, name] = [textAt(value, 'metadata.namespace'), textAt(value, 'metadata.name') ?? '(no name)']
  const words = path.map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i > 0 ? '.' : ''}${step}`)).join('')
  return {
    ...at(path, isKey),
    file,
    rule,
    severity: severity ?? 'error',
    object: safeLine(`${textAt(value, 'kind')} ${namespace ? `${namespace}/` : ''}${name}`, 200),
    ...(words ? { path: safeLine(words, 200) } : {}),
    message,
    ...(mode ? { mode } : {}),
  }
}
