// SPDX-License-Identifier: Apache-2.0
import { entriesAt, fieldAt, textAt, textsAt } from '../model/object/fields.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { CROSSPLANE_FIELDS } from './bundled.ts'
import type { ValidationContext, Wrong } from './validate.ts'

/** Finds the Composition that Crossplane would select for the claim, and the claim's fields that it ignores. */
export function* compositionRules(claim: unknown, context: ValidationContext): Iterable<Wrong> {
  const definition = context
    .of('CompositeResourceDefinition')
    .find((one) => textAt(one, 'spec.claimNames.kind') === 'OpenStackCluster')
  const kind = textAt(definition, 'spec.names.kind') ?? 'XOpenStackCluster'
  const candidates = context.of('Composition').filter((one) => textAt(one, 'spec.compositeTypeRef.kind') === kind)
  if (candidates.length === 0) return
  const selection = select(claim, definition, candidates)
  if ('wrong' in selection) yield selection.wrong
  else if (selection.composition) yield* ignoredBy(claim, selection.composition, context.definitions.of(claim)?.schema)
}

type Selection = { readonly composition: unknown } | { readonly wrong: Wrong }

const nameOf = (object: unknown) => safeLine(textAt(object, 'metadata.name') ?? '', 100)

function select(claim: unknown, definition: unknown, candidates: readonly unknown[]): Selection {
  const names = candidates.map(nameOf)
  const named = (name: string | undefined) => candidates.find((one) => textAt(one, 'metadata.name') === name)
  const enforced = textAt(definition, 'spec.enforcedCompositionRef.name')
  if (enforced) return { composition: named(enforced) }
  const requested = textAt(claim, 'spec.compositionRef.name')
  if (requested !== undefined) {
    if (named(requested)) return { composition: named(requested) }
    const path = ['spec', 'compositionRef', 'name']
    return {
      wrong: {
        rule: 'no-composition',
        path,
        mode: 'F07',
        message: `there is no Composition ${safeLine(requested)}: there are ${names.join(', ')}`,
      },
    }
  }
  const labels = entriesAt(claim, 'spec.compositionSelector.matchLabels')
  if (labels.length > 0) {
    const matching = candidates.filter((one) => labels.every(([key, value]) => labelOf(one, key) === value))
    const path = ['spec', 'compositionSelector']
    const selector = labels.map(([key, value]) => `${key}=${String(value)}`).join(', ')
    if (matching.length === 0)
      return {
        wrong: {
          rule: 'no-composition',
          path,
          mode: 'F07',
          message: `no Composition has ${safeLine(selector)}: there are ${names.join(', ')}`,
        },
      }
    if (matching.length > 1)
      return {
        wrong: {
          rule: 'composition-by-chance',
          path,
          mode: 'F06',
          message: `${matching.length} Compositions have ${safeLine(selector)}: Crossplane takes any of ${matching.map(nameOf).join(', ')}`,
        },
      }
    return { composition: matching[0] }
  }
  const defaultName = textAt(definition, 'spec.defaultCompositionRef.name')
  if (defaultName) return { composition: named(defaultName) }
  if (candidates.length === 1) return { composition: candidates[0] }
  const message = `nothing chooses one of ${candidates.length} Compositions (${names.join(', ')}): set spec.compositionSelector`
  return {
    wrong: { rule: 'composition-by-chance', path: ['spec'], isKey: true, severity: 'warning', mode: 'F06', message },
  }
}

const labelOf = (object: unknown, key: string) => new Map(entriesAt(object, 'metadata.labels')).get(key)

/** Fields with another value than their default that no patch reads. */
function* ignoredBy(claim: unknown, composition: unknown, schema: unknown): Iterable<Wrong> {
  const patched = [...sourcesIn(composition)]
  // What a function does with a claim is not known.
  if (patched.length === 0 || usesFunctions(composition)) return
  const base = { severity: 'warning', isKey: true } as const
  const name = nameOf(composition)
  const pools = textsAt(claim, 'spec.storageClusters')
  for (const [i, pool] of pools.entries()) {
    const isPatched = patched.some(
      (path) =>
        path === 'spec.storageClusters' ||
        path.startsWith(`spec.storageClusters[${i}]`) ||
        path.startsWith('spec.storageClusters[*]'),
    )
    if (i > 0 && !isPatched)
      yield {
        ...base,
        rule: 'second-storage-pool-ignored',
        path: ['spec', 'storageClusters', i],
        mode: 'F17',
        message: `Composition ${name} uses the first storage pool alone: nothing is made in ${safeLine(pool)}`,
      }
  }
  for (const { path, value } of leaves(fieldAt(claim, 'spec'), ['spec'])) {
    const field = path.join('.')
    const [, top = ''] = path
    if (CROSSPLANE_FIELDS.has(top) || USED_WITHOUT_PATCH.has(top)) continue
    if (patched.some((source) => covers(source, field)) || isDefault(value, path, schema)) continue
    const isStorage = top === 'storage'
    yield {
      ...base,
      rule: isStorage ? 'storage-request-ignored' : 'request-not-carried',
      path,
      mode: isStorage ? 'F18' : 'F115',
      message: `Composition ${name} does not carry ${safeLine(field)}: it changes nothing`,
    }
  }
}

/** Required fields that locate the pools: controllers use them without a patch. */
const USED_WITHOUT_PATCH: ReadonlySet<string> = new Set(['region', 'hypervisorClusters', 'storageClusters'])

const covers = (source: string, path: string) =>
  source === path || source.startsWith(`${path}.`) || source.startsWith(`${path}[`) || path.startsWith(`${source}.`)

function* leaves(
  value: unknown,
  path: readonly string[],
): Iterable<{ readonly path: readonly string[]; readonly value: unknown }> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) yield { path, value }
  else for (const [key, below] of Object.entries(value)) yield* leaves(below, [...path, key])
}

/** Also true for unknown fields: the schema rules report those. */
function isDefault(value: unknown, path: readonly string[], schema: unknown): boolean {
  let field = schema
  for (const key of path) field = new Map(entriesAt(field, 'properties')).get(key)
  return field === undefined || JSON.stringify(fieldAt(field, 'default')) === JSON.stringify(value)
}

function* sourcesIn(value: unknown): Iterable<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, below] of Object.entries(value)) {
    if (key === 'fromFieldPath' && typeof below === 'string') yield below
    else yield* sourcesIn(below)
  }
}

function usesFunctions(composition: unknown): boolean {
  const steps = fieldAt(composition, 'spec.pipeline')
  return (Array.isArray(steps) ? steps : []).some((step: unknown) => {
    const name = textAt(step, 'functionRef.name') ?? ''
    return !/patch-and-transform|auto-ready/.test(name)
  })
}
