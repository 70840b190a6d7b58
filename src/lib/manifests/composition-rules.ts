// SPDX-License-Identifier: Apache-2.0
import { entriesAt, fieldAt, textAt, textsAt } from '../model/object/fields.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { CROSSPLANE_FIELDS } from './bundled.ts'
import type { ValidationContext, Wrong } from './validate.ts'

/** Which Composition the claim would get, and what of it that one leaves out. */
export function* compositionRules(claim: unknown, world: ValidationContext): Iterable<Wrong> {
  const definition = world
    .of('CompositeResourceDefinition')
    .find((one) => textAt(one, 'spec.claimNames.kind') === 'OpenStackCluster')
  const kind = textAt(definition, 'spec.names.kind') ?? 'XOpenStackCluster'
  const fitting = world.of('Composition').filter((one) => textAt(one, 'spec.compositeTypeRef.kind') === kind)
  if (fitting.length === 0) return
  const chosen = chosenBy(claim, definition, fitting)
  if ('wrong' in chosen) yield chosen.wrong
  else if (chosen.composition) yield* ignoredBy(claim, chosen.composition, world.definitions.of(claim)?.schema)
}

type Chosen = { readonly composition: unknown } | { readonly wrong: Wrong }

const nameOf = (object: unknown) => safeLine(textAt(object, 'metadata.name') ?? '', 100)

function chosenBy(claim: unknown, definition: unknown, fitting: readonly unknown[]): Chosen {
  const names = fitting.map(nameOf)
  const by = (name: string | undefined) => fitting.find((one) => textAt(one, 'metadata.name') === name)
  const enforced = textAt(definition, 'spec.enforcedCompositionRef.name')
  if (enforced) return { composition: by(enforced) }
  const asked = textAt(claim, 'spec.compositionRef.name')
  if (asked !== undefined) {
    if (by(asked)) return { composition: by(asked) }
    const path = ['spec', 'compositionRef', 'name']
    return {
      wrong: {
        rule: 'no-composition',
        path,
        mode: 'F07',
        message: `there is no Composition ${safeLine(asked)}: there are ${names.join(', ')}`,
      },
    }
  }
  const labels = entriesAt(claim, 'spec.compositionSelector.matchLabels')
  if (labels.length > 0) {
    const matching = fitting.filter((one) => labels.every(([key, value]) => labelOf(one, key) === value))
    const path = ['spec', 'compositionSelector']
    const words = labels.map(([key, value]) => `${key}=${String(value)}`).join(', ')
    if (matching.length === 0)
      return {
        wrong: {
          rule: 'no-composition',
          path,
          mode: 'F07',
          message: `no Composition has ${safeLine(words)}: there are ${names.join(', ')}`,
        },
      }
    if (matching.length > 1)
      return {
        wrong: {
          rule: 'composition-by-chance',
          path,
          mode: 'F06',
          message: `${matching.length} Compositions have ${safeLine(words)}: Crossplane takes any of ${matching.map(nameOf).join(', ')}`,
        },
      }
    return { composition: matching[0] }
  }
  const usual = textAt(definition, 'spec.defaultCompositionRef.name')
  if (usual) return { composition: by(usual) }
  if (fitting.length === 1) return { composition: fitting[0] }
  const message = `nothing chooses one of ${fitting.length} Compositions (${names.join(', ')}): set spec.compositionSelector`
  return {
    wrong: { rule: 'composition-by-chance', path: ['spec'], isKey: true, severity: 'warning', mode: 'F06', message },
  }
}

const labelOf = (object: unknown, key: string) => new Map(entriesAt(object, 'metadata.labels')).get(key)

/** Fields that are set to something else than what they are anyway, and that no patch takes up. */
function* ignoredBy(claim: unknown, composition: unknown, schema: unknown): Iterable<Wrong> {
  const taken = [...sourcesIn(composition)]
  // what a program makes of a claim nobody can tell from outside
  if (taken.length === 0 || isProgram(composition)) return
  const about = { severity: 'warning', isKey: true } as const
  const name = nameOf(composition)
  const pools = textsAt(claim, 'spec.storageClusters')
  for (const [i, pool] of pools.entries()) {
    const isTaken = taken.some(
      (path) =>
        path === 'spec.storageClusters' ||
        path.startsWith(`spec.storageClusters[${i}]`) ||
        path.startsWith('spec.storageClusters[*]'),
    )
    if (i > 0 && !isTaken)
      yield {
        ...about,
        rule: 'second-storage-pool-ignored',
        path: ['spec', 'storageClusters', i],
        mode: 'F17',
        message: `Composition ${name} uses the first storage pool alone: nothing is made in ${safeLine(pool)}`,
      }
  }
  for (const { path, value } of leaves(fieldAt(claim, 'spec'), ['spec'])) {
    const words = path.join('.')
    const [, top = ''] = path
    if (CROSSPLANE_FIELDS.has(top) || LOOKED_UP.has(top)) continue
    if (taken.some((one) => covers(one, words)) || isDefault(value, path, schema)) continue
    const isStorage = top === 'storage'
    yield {
      ...about,
      rule: isStorage ? 'storage-request-ignored' : 'request-not-carried',
      path,
      mode: isStorage ? 'F18' : 'F115',
      message: `Composition ${name} does not carry ${safeLine(words)}: it changes nothing`,
    }
  }
}

/** Nobody can leave them out, and they say where things are: whoever reads the claim uses them. */
const LOOKED_UP: ReadonlySet<string> = new Set(['region', 'hypervisorClusters', 'storageClusters'])

const covers = (taken: string, path: string) =>
  taken === path || taken.startsWith(`${path}.`) || taken.startsWith(`${path}[`) || path.startsWith(`${taken}.`)

function* leaves(
  value: unknown,
  path: readonly string[],
): Iterable<{ readonly path: readonly string[]; readonly value: unknown }> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) yield { path, value }
  else for (const [key, below] of Object.entries(value)) yield* leaves(below, [...path, key])
}

/** It says what is so anyway, or is no field at all, which is told elsewhere. */
function isDefault(value: unknown, path: readonly string[], schema: unknown): boolean {
  let here = schema
  for (const key of path) here = new Map(entriesAt(here, 'properties')).get(key)
  return here === undefined || JSON.stringify(fieldAt(here, 'default')) === JSON.stringify(value)
}

/** Every path that a patch reads. */
function* sourcesIn(value: unknown): Iterable<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, below] of Object.entries(value)) {
    if (key === 'fromFieldPath' && typeof below === 'string') yield below
    else yield* sourcesIn(below)
  }
}

function isProgram(composition: unknown): boolean {
  const steps = fieldAt(composition, 'spec.pipeline')
  return (Array.isArray(steps) ? steps : []).some((step: unknown) => {
    const name = textAt(step, 'functionRef.name') ?? ''
    return !/patch-and-transform|auto-ready/.test(name)
  })
}
